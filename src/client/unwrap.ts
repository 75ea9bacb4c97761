// Turns a result into its data, for those who prefer an exception to a branch.
import { ApiError } from "./errors.ts";
import type { AnyResult } from "./types.ts";

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
export async function unwrap<T>(call: AnyResult<T> | Promise<AnyResult<T>>): Promise<T> {
  const { ok, status, request, response, data, error } = await call;
  if (ok) return data;
  throw new ApiError(`refused with ${status}.`, request, response, error);
}
