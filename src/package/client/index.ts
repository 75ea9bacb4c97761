// The door of the package: the clients, their errors, and what goes with them.

export * from "../../../generated/known-values.ts";
export type { CommonOptions } from "./call-types.ts";
export { type Client, createClient, createManagementClient, type ManagementClient } from "./client.ts";
export {
  AbortedError,
  ApiError,
  type ApiErrorDetails,
  BodyError,
  ClientError,
  InvalidRequestError,
  NetworkError,
  RedirectError,
  TimeoutError,
} from "./errors.ts";
export { eachMarker, eachTeam } from "./lists.ts";
export type { ClientEvent, ClientOptions, ConnectionOptions, Credential, ManagementClientOptions } from "./options.ts";
export type { FailureResult, ResultOf, SuccessResult, UndocumentedResult } from "./results.ts";
export { unwrap } from "./unwrap.ts";
