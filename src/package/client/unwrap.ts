// Turns a result into its data, for those who prefer an exception to a branch.
import { ApiError, type ApiErrorDetails } from "./errors.ts";
import type { CallName } from "./types.ts";

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
  throw new ApiError(
    `${request.method} ${request.path} was refused with ${status}.`,
    describeAnswer(request, response, error),
  );
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
