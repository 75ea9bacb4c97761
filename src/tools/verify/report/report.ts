// The report of a run of `verify`: per operation passed checks, findings and skipped checks.
import type { CheckName } from "../check-names.ts";

/** A violation contradicts what the service states; a difference departs from an assumption of the contract. */
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
  /** For a difference: the assumption, in the contract's words. */
  readonly assumption: string | undefined;
}

/** The part of a response that a report shows. */
export interface AnswerExcerpt {
  readonly status: number;
  readonly contentType: string | undefined;
  /** The first part of the body. */
  readonly body: string;
}

/** A deviation, with the request that shows it. */
export interface VerifyFinding extends Deviation {
  /** The request as curl; credentials stand as `$API_KEY` and `$MANAGEMENT_KEY`. */
  readonly curl: string;
  /** The response; undefined without one. */
  readonly answer: AnswerExcerpt | undefined;
  /** Whether the input was generated: then `--seed` and `--only` make it again. */
  readonly seed: number | undefined;
}

/** A check that could not run, or only in part. */
export interface Skipped {
  readonly check: CheckName | "all";
  readonly reason: string;
}

/** The report of one operation. */
export interface OperationReport {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** How many times each check passed. */
  readonly passed: Readonly<Partial<Record<CheckName, number>>>;
  readonly findings: readonly VerifyFinding[];
  readonly skipped: readonly Skipped[];
}

/** The report of a run. */
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
