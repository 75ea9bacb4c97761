// The result of a call: one type per documented status, and one for every other.
import type { CallName } from "./call.ts";
import type { Operation } from "./call-types.ts";

type Success = 200 | 201 | 202 | 203 | 204 | 205 | 206 | 207 | 208 | 226;

/** Every registered status of a refusal, and those that proxies in wide use add; redirects are errors of their own. */
type Failure =
  | 400
  | 401
  | 402
  | 403
  | 404
  | 405
  | 406
  | 407
  | 408
  | 409
  | 410
  | 411
  | 412
  | 413
  | 414
  | 415
  | 416
  | 417
  | 418
  | 421
  | 422
  | 423
  | 424
  | 425
  | 426
  | 428
  | 429
  | 431
  | 451
  | 499
  | 500
  | 501
  | 502
  | 503
  | 504
  | 505
  | 506
  | 507
  | 508
  | 510
  | 511
  | 520
  | 521
  | 522
  | 523
  | 524
  | 525
  | 526
  | 529
  | 530;

type BodyOf<R> = R extends { content: infer C } ? C[keyof C] : undefined;

/** A status without documentation. An editor completes plain literals only, so the documented statuses stand alone in its list. */
type Undocumented<S extends number> = S & Pick<number, "toString">;

/** The documented success body of an operation. */
export type DataOf<O extends Operation> = BodyOf<O["responses"][keyof O["responses"] & Success]>;

/**
 * The server did what was asked.
 *
 * `status` is the documented one as a rule. Another success has the same data: most success statuses are
 * assumptions of the contract, and an order that was placed must not look refused for being a 201.
 */
export interface SuccessResult<T, S extends number = Success> {
  readonly ok: true;
  readonly status: S;
  readonly data: T;
  readonly response: Response;
  readonly request: CallName;
}

/** The server refused, with a status that the contract documents for this operation. */
export interface FailureResult<S extends number, T> {
  readonly ok: false;
  readonly status: S;
  readonly error: T;
  readonly response: Response;
  readonly request: CallName;
}

/** The server answered with a status that the contract does not document for this operation. */
export interface UndocumentedResult<S extends number> {
  readonly ok: false;
  readonly status: S;
  /** The body: parsed when it was JSON, text when it was not, absent when there was none. */
  readonly error: unknown;
  readonly response: Response;
  readonly request: CallName;
}

/** What a call of an operation comes back with; `ok` and `status` distinguish the cases. */
export type ResultOf<O extends Operation> =
  | SuccessResult<DataOf<O>, (keyof O["responses"] & Success) | Undocumented<Exclude<Success, keyof O["responses"]>>>
  | { [S in keyof O["responses"] & Failure]: FailureResult<S, BodyOf<O["responses"][S]>> }[keyof O["responses"] &
      Failure]
  | UndocumentedResult<Undocumented<Exclude<Failure, keyof O["responses"]>>>;
