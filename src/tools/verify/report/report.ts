// The report of a run of `verify`: per operation passed checks, findings and skipped checks.

import type { Results } from "../../findings/index.ts";
import type { CheckName } from "../check-names.ts";
import type { Deviation, Verdict } from "../verdicts/deviation.ts";

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

/** The report of one operation. */
export interface OperationReport extends Results<CheckName, VerifyFinding> {
  readonly id: string;
  readonly method: string;
  readonly path: string;
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
