// The report of a check of a receiver: per check what passed, what was found, and who states what was expected.
import type { Basis, ReceiverCheck } from "./expectations.ts";

/** What a receiver does otherwise than is expected. */
export interface ReceiverFinding {
  /** What was found, as a sentence. */
  readonly message: string;
  /** The deliveries that show it, in words. */
  readonly deliveries: readonly string[];
  /** The first of them as a curl that repeats it, signature included; `curls` of the report says for how long. */
  readonly curl: string;
  /** Its answer; undefined without one, and where the effect of several deliveries is judged. */
  readonly answer:
    | { readonly status: number; readonly contentType: string | undefined; readonly body: string }
    | undefined;
}

/** One check. */
export interface ReceiverCheckReport {
  readonly check: ReceiverCheck;
  readonly group: string;
  /** What is expected. */
  readonly expected: string;
  /** Who says so. */
  readonly basis: Basis;
  /** How many deliveries were as expected. */
  readonly passed: number;
  readonly finding: ReceiverFinding | undefined;
  /** Why the check did not run; undefined when it did. */
  readonly skipped: string | undefined;
}

/** The report of a run. */
export interface ReceiverReport {
  /** The version of the contract. */
  readonly contract: string;
  readonly url: string;
  readonly seed: number;
  /** For how long the curls are valid, as a sentence. */
  readonly curls: string;
  /** How many deliveries were sent. */
  readonly deliveries: number;
  readonly checks: readonly ReceiverCheckReport[];
}
