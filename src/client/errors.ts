// The errors that a call throws. None holds the credential, and no message quotes what the server sent.
import type { CallName } from "./types.ts";

/** The base of every error of this package: one `instanceof` for all of them. */
export class ClientError extends Error {}

/** The call itself is wrong, and nothing was sent: an empty path parameter, a header with a line break. */
export class InvalidRequestError extends ClientError {
  override readonly name = "InvalidRequestError";
}

/** No answer arrived: the connection failed, or broke before the body was complete. `cause` says how. */
export class NetworkError extends ClientError {
  override readonly name = "NetworkError";
  /** The code of the failure, such as `ECONNREFUSED`; undefined where `fetch` gives none, as in browsers. */
  readonly code: string | undefined;

  constructor(message: string, cause: unknown) {
    super(message, { cause });
    // Node's fetch wraps the error that has the code
    this.code = [Object(cause).code, Object(cause).cause?.code].find((code) => typeof code === "string");
  }
}

/** An attempt took longer than `timeoutMs`, or all attempts together longer than `deadlineMs`: the message says which. */
export class TimeoutError extends ClientError {
  override readonly name = "TimeoutError";
}

/** The call was ended by its `signal`; `cause` is the signal's reason. */
export class AbortedError extends ClientError {
  override readonly name = "AbortedError";
}

/** The server answered with a redirect, which is never followed: it could carry the credential elsewhere. */
export class RedirectError extends ClientError {
  override readonly name = "RedirectError";
  declare readonly status: number;
  /** Where the server pointed; absent in browsers, which do not report it. The message names its origin only. */
  declare readonly location: string | undefined;

  constructor(call: string, { headers, redirected, status, url }: Response, requestUrl: string) {
    const location = headers.get("location") ?? (redirected ? url : undefined);
    // The message names the origin alone: the rest may contain what was sent. An address such as `mailto:` has none.
    const origin = location && URL.canParse(location, requestUrl) ? new URL(location, requestUrl).origin : "null";
    const target = origin === "null" ? "" : ` to ${origin}`;
    super(
      `${call} was redirected${target}. A redirect is not followed, since the credential would go along: correct baseUrl.`,
    );
    Object.assign(this, { status, location });
  }
}

/** The server refused the call. Thrown by `unwrap`. */
export class ApiError extends ClientError implements CallName {
  override readonly name: string = "ApiError";
  declare readonly method: string;
  declare readonly path: string;
  declare readonly status: number;
  /** The body: parsed when it was JSON, text when it was not, absent when there was none. */
  declare readonly body: unknown;
  /** The id that the server gave the request, under one of the two names in wide use: the service publishes none. */
  declare readonly requestId: string | undefined;

  constructor(outcome: string, { method, path }: CallName, { status, headers }: Response, body: unknown) {
    super(`${method} ${path} was ${outcome}`);
    const requestId = headers.get("x-request-id") ?? headers.get("request-id") ?? undefined;
    Object.assign(this, { method, path, status, body, requestId });
  }
}

/**
 * The body cannot be what the contract says: it is empty, is not JSON, is not the documented object or list, or is too
 * large. Usually a proxy answered in place of the service.
 */
export class BodyError extends ApiError {
  override readonly name = "BodyError";

  constructor(fault: string, request: CallName, response: Response, body: unknown) {
    const warning =
      response.ok && request.method !== "GET" ? " The server took the call: do not repeat it blindly." : "";
    super(
      `answered ${response.status} ${fault}, which is not what the contract says.${warning}`,
      request,
      response,
      body,
    );
  }
}
