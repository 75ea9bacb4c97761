// The types of a call: what a route takes and what it returns, looked up in the generated route maps.
//
// Each lookup names one route (`R[P] extends infer O extends Operation ? O : never`), so that the cost of
// type-checking a call does not grow with the number of operations in the contract.

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
  headers?: Readonly<Record<string, string>> | undefined;
  /** Ends the call at any point. */
  signal?: AbortSignal | undefined;
  /** How long one attempt may take, in milliseconds, its body included. */
  timeoutMs?: number | undefined;
  /** How often a failed attempt is repeated at most. */
  maxRetries?: number | undefined;
}

/** Everything that a call of this operation takes. */
export type CallOptions<O extends Operation> = CommonOptions &
  ParamsOption<O["parameters"]> &
  BodyOption<O> &
  HeaderOptions<NonNullable<O["parameters"]["header"]>>;

/** The arguments after the path: the options may be left out when nothing in them is required. */
export type CallArguments<O extends Operation> =
  Record<never, never> extends CallOptions<O> ? [options?: CallOptions<O>] : [options: CallOptions<O>];

/**
 * `params` is optional when nothing in it is required.
 *
 * The question is asked of all parameters: asked of a `Pick`, it would be answered before the operation is known.
 */
type ParamsOption<P extends Operation["parameters"]> =
  Record<never, never> extends P ? { params?: Pick<P, "path" | "query"> } : { params: Pick<P, "path" | "query"> };

type BodyOption<O extends Operation> = O extends { requestBody: { content: infer C } }
  ? { body: C[keyof C] }
  : O extends { requestBody?: { content: infer C } }
    ? { body?: C[keyof C] }
    : unknown;

/** Headers of the contract are options with names of their own. */
type HeaderOptions<H> = [H] extends [undefined]
  ? unknown // no header at all: `keyof never` would be every name
  : ("Idempotency-Key" extends keyof H
      ? {
          /**
           * Sent as the header `Idempotency-Key`, whose name is an assumption: that it prevents duplicates is not stated.
           * The call is not retried for it, unless the client has `trustIdempotencyKeyHeader`.
           */
          idempotencyKey?: string | undefined;
        }
      : unknown) &
      ("x-service-link-token" extends keyof H
        ? {
            /** A token that is scoped to the link flow. */
            linkToken?: string | undefined;
          }
        : unknown);
