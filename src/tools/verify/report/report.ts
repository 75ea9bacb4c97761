// What a run of `verify` found: per operation what passed, what was found and what was skipped.
import type { CheckName } from "../checks.ts";

/** A violation contradicts something stated; a difference departs from something the contract had to assume. */
export type Verdict = "violation" | "difference";

/** What the contract says, and where in the bundle. */
export interface Expectation {
  /** What was expected, as a sentence. */
  readonly text: string;
  /** JSON pointer into the bundle, such as `#/paths/~1v2~1user~1/post/responses/200`. */
  readonly pointer: string;
}

/** One way in which an answer departs from the contract. */
export interface Deviation {
  readonly check: CheckName;
  readonly verdict: Verdict;
  /** What was found, as a sentence. */
  readonly message: string;
  readonly expected: Expectation;
  /** For a difference: the assumption it departs from, in the contract's words. */
  readonly assumption: string | undefined;
}

/** The answer as far as a report shows it. */
export interface AnswerExcerpt {
  readonly status: number;
  readonly contentType: string | undefined;
  /** The first part of the body. */
  readonly body: string;
}

/** One thing in which the server departs from the contract. */
export interface VerifyFinding extends Deviation {
  /** The request as curl; credentials stand as `$API_KEY` and `$MANAGEMENT_KEY`. */
  readonly curl: string;
  /** The answer; undefined when none came. */
  readonly answer: AnswerExcerpt | undefined;
  /** Whether the input was generated: then `--seed` and `--only` make it again. */
  readonly seed: number | undefined;
}

/** A check that could not be made, or not wholly. */
export interface Skipped {
  readonly check: CheckName | "all";
  readonly reason: string;
}

/** What was found of one operation. */
export interface OperationReport {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** How many times each check passed. */
  readonly passed: Readonly<Partial<Record<CheckName, number>>>;
  readonly findings: readonly VerifyFinding[];
  readonly skipped: readonly Skipped[];
}

/** What a run found. */
export interface VerifyReport {
  /** The version of the contract: `info.version`. */
  readonly contract: string;
  readonly baseUrl: string;
  readonly seed: number;
  readonly depth: number;
  /** How many requests were sent. */
  readonly requests: number;
  /** The operations, and the events as an entry of their own, `events`. */
  readonly operations: readonly OperationReport[];
}

/** The findings of a verdict, over all operations. */
export function findingsOf({ operations }: VerifyReport, verdict: Verdict): VerifyFinding[] {
  return operations.flatMap(({ findings }) => findings.filter((finding) => finding.verdict === verdict));
}
