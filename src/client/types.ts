// The options of a client and of a call, and the results of calls.
//
// Each lookup names one route (`R[P] extends infer O extends Operation ? O : never`), so that the cost of
// type-checking a call does not grow with the number of operations in the contract.

/** A call as messages name it: its method, and its path as the contract writes it, without the values in it. */
export interface CallName {
  readonly method: string;
  readonly path: string;
}

/** A credential, or a function that gives it: called once for every attempt, so that a rotated key is picked up. */
export type Credential = string | (() => string | Promise<string>);

/** Something that happened in one attempt of a call. */
export type EventDetails =
  | { readonly type: "request" }
  | {
      readonly type: "response";
      readonly status: number;
      /** Time from the start of the attempt to the end of the body, in milliseconds. */
      readonly durationMs: number;
    }
  | {
      readonly type: "retry";
      /** How long the client waits before the next attempt, in milliseconds. */
      readonly delayMs: number;
      /** Why: a status, or the name of an error. */
      readonly reason: number | string;
    }
  | {
      readonly type: "error";
      /** The name of the error that ended the attempt; the call throws it unless a retry follows. */
      readonly error: string;
    };

/** Something that happened during a call, for logs and metrics. It never holds the credential. */
export type ClientEvent = CallName & {
  /** Counts from 1. */
  readonly attempt: number;
} & EventDetails;

/** The second argument of a `fetch` of your own, beside the URL. It may change the headers. */
export interface FetchInit {
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | ArrayBuffer | null;
  /** Aborts when the attempt is out of time, or with the call. */
  readonly signal: AbortSignal;
  readonly redirect: "manual";
}

/** Options that both clients take. */
export interface ConnectionOptions {
  /** Address of the service, such as `https://api.example.com`. */
  readonly baseUrl: string | URL;
  /** How long one attempt may take, in milliseconds, its body included. By default 90,000: the `timeout` of a refresh goes up to 60, in a unit that is not shown. */
  readonly timeoutMs?: number | undefined;
  /** How long all attempts of a call may take together, in milliseconds. No limit by default. */
  readonly deadlineMs?: number | undefined;
  /** How often a failed attempt is repeated at most. By default 2. Reads are; for a POST see `trustIdempotencyKeyHeader`. */
  readonly maxRetries?: number | undefined;
  /** Headers of every call. */
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined;
  /** Sends the requests in place of the global `fetch`, such as one that goes through a proxy. */
  readonly fetch?: ((url: string, init: FetchInit) => Promise<Response>) | undefined;
  /** Called with what happens. An error that it throws is ignored: a log must not break a call. */
  readonly onEvent?: ((event: ClientEvent) => void) | undefined;
}

/** The options of `createClient`. */
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

/** The options of `createManagementClient`. */
export interface ManagementClientOptions extends ConnectionOptions {
  /** The key of an organization. */
  readonly managementKey: Credential;
}

/** An operation, as openapi-typescript writes it. */
export interface Operation {
  parameters: { query?: unknown; header?: unknown; path?: unknown; cookie?: unknown };
  requestBody?: unknown;
  responses: unknown;
}

/** The operation behind a path of a route map. */
export type OperationOf<Routes, P extends keyof Routes> = Routes[P] extends infer O extends Operation ? O : never;

/** Options that every call takes. */
export interface CommonOptions {
  /** Headers of this call, on top of the client's own. */
  headers?: Readonly<Record<string, string | undefined>> | undefined;
  /** Ends the call at any point. */
  signal?: AbortSignal | undefined;
  /** How long one attempt may take, in milliseconds, its body included. */
  timeoutMs?: number | undefined;
  /** How often a failed attempt is repeated at most. */
  maxRetries?: number | undefined;
}

/** Headers of the contract are options with names of their own, where an operation has them. */
export interface HeaderOptions {
  /**
   * Sent as the header `Idempotency-Key`. That the service reads this header is assumed: the call is retried only if the client has
   * `trustIdempotencyKeyHeader`.
   */
  idempotencyKey?: string | undefined;
  /** A token that is scoped to the link flow. */
  linkToken?: string | undefined;
}

interface HeaderNames {
  "Idempotency-Key": "idempotencyKey";
  "x-service-link-token": "linkToken";
}

/** Everything that a call of this operation takes. */
export type CallOptions<O extends Operation> = CommonOptions &
  ParamsOption<O["parameters"]> &
  BodyOption<O> &
  // No header at all is `undefined`; `keyof never` would be every name
  ([O["parameters"]["header"]] extends [undefined]
    ? unknown
    : Pick<HeaderOptions, HeaderNames[keyof NonNullable<O["parameters"]["header"]> & keyof HeaderNames]>);

/** The arguments after the path: the options may be left out when nothing in them is required. */
export type CallArguments<O extends Operation> =
  Record<never, never> extends CallOptions<O> ? [options?: CallOptions<O>] : [options: CallOptions<O>];

/**
 * `params` is optional when nothing in it is required.
 *
 * The question is asked of all parameters: asked of a `Pick`, it would be answered before the operation is known.
 */
type ParamsOption<P extends Operation["parameters"]> =
  Record<never, never> extends P
    ? { params?: Pick<P, "path" | "query"> | undefined }
    : { params: Pick<P, "path" | "query"> };

type BodyOption<O extends Operation> = O extends { requestBody: { content: infer C } }
  ? { body: C[keyof C] }
  : O extends { requestBody?: { content: infer C } }
    ? { body?: C[keyof C] | undefined }
    : unknown;

type Success = 200 | 201 | 202 | 203 | 204 | 205 | 206 | 207 | 208 | 226;

/**
 * Every registered status of a refusal, those that proxies in wide use add, and the answer to an `If-None-Match` of the
 * caller's own; redirects are errors of their own.
 */
const failures = [
  304, 400, 401, 402, 403, 404, 405, 406, 407, 408, 409, 410, 411, 412, 413, 414, 415, 416, 417, 418, 421, 422, 423,
  424, 425, 426, 428, 429, 431, 451, 499, 500, 501, 502, 503, 504, 505, 506, 507, 508, 510, 511, 520, 521, 522, 523,
  524, 525, 526, 529, 530,
] as const;
type Failure = (typeof failures)[number];

type BodyOf<R> = R extends { content: infer C } ? C[keyof C] : undefined;

/** A status without documentation. An editor completes plain literals only, so the documented statuses stand alone in its list. */
type Undocumented<S extends number> = S & Pick<number, "toString">;

/** The documented success body of an operation. */
type DataOf<O extends Operation> = BodyOf<O["responses"][keyof O["responses"] & Success]>;

interface Answered<S extends number> {
  readonly status: S;
  /** Its body has been read: `data` or `error` holds it. */
  readonly response: Response;
  readonly request: CallName;
}

/**
 * The server did what was asked.
 *
 * `status` is the documented one as a rule. Another success has the same data: most success statuses are
 * assumptions of the contract, and an order that was placed must not look refused for being a 201.
 */
export interface SuccessResult<T, S extends number = Success> extends Answered<S> {
  readonly ok: true;
  readonly data: T;
  readonly error?: undefined;
}

/** The server refused, with a status that the contract documents for this operation. */
export interface FailureResult<S extends number, T> extends Answered<S> {
  readonly ok: false;
  readonly data?: undefined;
  readonly error: T;
}

/**
 * The server answered with a status that the contract does not document for this operation. Its `error` is the body:
 * parsed when it was JSON, text when it was not, absent when there was none.
 */
export interface UndocumentedResult<S extends number> extends FailureResult<S, unknown> {}

/** The result of a call, whatever its statuses. */
export type AnyResult<T> = SuccessResult<T, number> | UndocumentedResult<number>;

/** The result of a call of an operation; `ok` and `status` distinguish the cases. */
export type ResultOf<O extends Operation> =
  | SuccessResult<DataOf<O>, (keyof O["responses"] & Success) | Undocumented<Exclude<Success, keyof O["responses"]>>>
  | { [S in keyof O["responses"] & Failure]: FailureResult<S, BodyOf<O["responses"][S]>> }[keyof O["responses"] &
      Failure]
  | UndocumentedResult<Undocumented<Exclude<Failure, keyof O["responses"]>>>;
