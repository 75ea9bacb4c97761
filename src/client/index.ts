// Public exports of the package: the clients, their errors and types, lists, and the known values of open enums.

export * from "../../generated/known-values.ts";
export { type PathBasedClient, type PathBasedManagementClient, wrapAsPathBasedClient } from "./by-path.ts";
export { type Client, createClient, createManagementClient, type ManagementClient } from "./client.ts";
export * from "./errors.ts";
export { eachMarker, eachTeam } from "./lists.ts";
export type {
  ClientEvent,
  ClientOptions,
  CommonOptions,
  ConnectionOptions,
  Credential,
  FailureResult,
  FetchInit,
  ManagementClientOptions,
  ResultOf,
  SuccessResult,
  UndocumentedResult,
} from "./types.ts";
export { unwrap } from "./unwrap.ts";
