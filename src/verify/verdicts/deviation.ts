// A departure of a server from the contract: a violation, a difference, or something unexpected.
import type { Finding } from "../../shared/findings/index.ts";

/**
 * A violation contradicts what the service states. A difference departs from an assumption of the contract. What is unexpected departs from
 * what nothing states, and every consumer would expect.
 */
export type Verdict = "violation" | "difference" | "unexpected";

/** An expectation, and where it stands in the bundle. */
export interface Expectation {
  /** The expectation, as a sentence. */
  readonly text: string;
  /** JSON pointer into the bundle, such as `#/paths/~1v2~1user~1/post/responses/200`. */
  readonly pointer: string;
  /** The assumption that leaves it open, in the contract's words: what departs from it differs then. */
  readonly assumption?: string | undefined;
  /** Does nothing state it? */
  readonly isUnstated?: boolean;
}

/** One way in which an answer or an event departs from the contract. */
export interface Deviation extends Finding {
  readonly verdict: Verdict;
  readonly expected: Omit<Expectation, "assumption" | "isUnstated">;
  /** For a difference: the assumption, in the contract's words. */
  readonly assumption: string | undefined;
}

/** Makes a deviation: a difference when an assumption excuses it, otherwise a violation, unless nothing states what is expected. */
export function makeDeviation(check: string, message: string, expectation: Expectation): Deviation {
  const { text, pointer, assumption, isUnstated = false } = expectation;
  const otherwise = isUnstated ? "unexpected" : "violation";
  const verdict = assumption === undefined ? otherwise : "difference";
  return { check, verdict, message, expected: { text, pointer }, assumption };
}
