// A way in which what a server sent departs from the contract.
import type { Finding } from "../../shared/findings/index.ts";

/** A violation contradicts what the service states; a difference departs from an assumption of the contract. */
export type Verdict = "violation" | "difference";

/** What the contract says, and where in the bundle. */
export interface Expectation {
  /** What was expected, as a sentence. */
  readonly text: string;
  /** JSON pointer into the bundle, such as `#/paths/~1v2~1user~1/post/responses/200`. */
  readonly pointer: string;
  /** The assumption that leaves it open, in the contract's words: what departs from it differs then. */
  readonly assumption?: string | undefined;
}

/** One way in which an answer or an event departs from the contract. */
export interface Deviation extends Finding {
  readonly verdict: Verdict;
  readonly expected: Omit<Expectation, "assumption">;
  /** For a difference: the assumption, in the contract's words. */
  readonly assumption: string | undefined;
}

/** Makes a deviation: a difference when an assumption excuses it, otherwise a violation. */
export function makeDeviation(check: string, message: string, { assumption, ...expected }: Expectation): Deviation {
  return { check, verdict: assumption === undefined ? "violation" : "difference", message, expected, assumption };
}
