// Turns a result into its data, for those who prefer an exception to a branch.
import { ApiError, type ApiErrorDetails } from "./errors.ts";
import type { CallName, SuccessResult, UndocumentedResult } from "./types.ts";

type Result<T> = SuccessResult<T, number> | UndocumentedResult<number>;

/**
 * Returns the data of a call, or of its result.
 *
 * @throws {ApiError} when the server refused the call; also what the call itself throws.
 *
 * @example
 * const user = await unwrap(
 *   client.GET("/v2/user/resolve/{client_user_id}", { params: { path: { client_user_id: "demo-runner-01" } } }),
 * );
 */
export async function unwrap<T>(call: Result<T> | Promise<Result<T>>): Promise<T> {
  const result = await call;
  if (result.ok) return result.data;
  const details = describeAnswer(result.request, result.response, result.error);
  throw new ApiError(`${details.method} ${details.path} was refused with ${details.status}.`, details);
}

/** What an error tells of an answer. The service publishes no name for a request's id: these two are in wide use. */
export function describeAnswer({ method, path }: CallName, response: Response, body: unknown): ApiErrorDetails {
  const { status, headers } = response;
  return {
    method,
    path,
    status,
    body,
    requestId: headers.get("x-request-id") ?? headers.get("request-id") ?? undefined,
  };
}
