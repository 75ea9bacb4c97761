// Turns a result into its data, for those who prefer an exception to a branch.
import { nameOf } from "./attempt.ts";
import { type CallName, requestIdOf } from "./call.ts";
import { ApiError } from "./errors.ts";

/** A result of any call, as far as `unwrap` looks at it. */
type AnyResult<T> = { readonly status: number; readonly response: Response; readonly request: CallName } & (
  | { readonly ok: true; readonly data: T }
  | { readonly ok: false; readonly error: unknown }
);

/**
 * Waits for a call and returns its data.
 *
 * @throws {ApiError} when the server refused the call; also what the call itself throws.
 *
 * @example
 * const user = await unwrap(
 *   client.GET("/v2/user/resolve/{client_user_id}", { params: { path: { client_user_id: "demo-runner-01" } } }),
 * );
 */
export async function unwrap<T>(call: Promise<AnyResult<T>>): Promise<T> {
  const result = await call;
  if (result.ok) return result.data;
  const { status, error, request, response } = result;
  throw new ApiError(`${nameOf(request)} was refused with ${status}.`, {
    status,
    body: error,
    requestId: requestIdOf(response),
    ...request,
  });
}
