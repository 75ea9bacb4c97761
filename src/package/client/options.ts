// What a client is made with.

/** A credential, or a function that gives it: called once for every attempt, so that a rotated key is picked up. */
export type Credential = string | (() => string | Promise<string>);

/** Something that happened during a call, for logs and metrics. It never holds the credential. */
export type ClientEvent =
  | { readonly type: "request"; readonly method: string; readonly path: string; readonly attempt: number }
  | {
      readonly type: "response";
      readonly method: string;
      readonly path: string;
      readonly attempt: number;
      readonly status: number;
      /** Time from the start of the attempt to the end of the body, in milliseconds. */
      readonly durationMs: number;
    }
  | {
      readonly type: "retry";
      readonly method: string;
      readonly path: string;
      /** The attempt that failed, counted from 1. */
      readonly attempt: number;
      /** How long the client waits before the next one, in milliseconds. */
      readonly delayMs: number;
      /** Why: a status, or the name of an error. */
      readonly reason: number | string;
    }
  | {
      readonly type: "error";
      readonly method: string;
      readonly path: string;
      readonly attempt: number;
      /** The name of the error that ended the attempt; the call throws it unless a retry follows. */
      readonly error: string;
    };

/** Options that both clients take. */
export interface ConnectionOptions {
  /** Address of the service, such as `https://api.example.com`. */
  readonly baseUrl: string;
  /** How long one attempt may take, in milliseconds, its body included. By default 90,000: a refresh alone may take 60 seconds. */
  readonly timeoutMs?: number | undefined;
  /** How long all attempts of a call may take together, in milliseconds. By default there is no such limit. */
  readonly deadlineMs?: number | undefined;
  /** How often a failed attempt is repeated at most. By default 2. Reads are; for a POST see `trustIdempotencyKeyHeader`. */
  readonly maxRetries?: number | undefined;
  /** Headers of every call. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Sends the request in place of the global `fetch`. It is called with a `Request`, which carries the signal. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
  /** Told what happens. What it throws is ignored: a log must not break a call. */
  readonly onEvent?: ((event: ClientEvent) => void) | undefined;
}

/** What `createClient` takes. */
export interface ClientOptions extends ConnectionOptions {
  /** The key of a team. */
  readonly apiKey: Credential;
  /**
   * Trust that the service reads the header `Idempotency-Key`, and retry a POST that carries an `idempotencyKey`.
   * By default no POST is retried: the service states neither the name of the header nor how long a key is remembered,
   * and a header that is not read prevents no duplicate. Set it once the service has confirmed both to you.
   */
  readonly trustIdempotencyKeyHeader?: boolean | undefined;
}

/** What `createManagementClient` takes. */
export interface ManagementClientOptions extends ConnectionOptions {
  /** The key of an organization. */
  readonly managementKey: Credential;
}
