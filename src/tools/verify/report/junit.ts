// Writes a report of `verify` as JUnit XML: a suite for each operation, a case for each check.
import { casesOf, findingOutcome, junitXml } from "../../report/index.ts";
import type { VerifyFinding, VerifyReport } from "./report.ts";

/**
 * The report as JUnit XML.
 *
 * @param strict Whether a difference is a failure; else it is written to the output of its case.
 */
export function junitReport({ baseUrl, operations }: VerifyReport, strict: boolean): string {
  const suites = operations.map((operation) => ({
    name: `${operation.method} ${operation.path}`,
    cases: casesOf(operation.id, operation, (finding) => outcomeOf(finding, strict)),
  }));
  return junitXml(`verify ${baseUrl}`, suites);
}

function outcomeOf(finding: VerifyFinding, strict: boolean) {
  const { expected, assumption, curl, answer, seed } = finding;
  const text = [
    `expected: ${expected.text} ${expected.pointer}`,
    ...(assumption === undefined ? [] : [`assumed: ${assumption}`]),
    `request: ${curl}`,
    `answer: ${answer === undefined ? "none" : `${answer.status} ${answer.contentType ?? ""} ${answer.body}`}`,
    ...(seed === undefined ? [] : [`seed: ${seed}`]),
  ].join("\n");
  return findingOutcome(finding, text, strict);
}
