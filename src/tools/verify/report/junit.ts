// Writes a report of `verify` as JUnit XML: a suite for each operation, a case for each check.
import { type JUnitCase, junitXml } from "../../report/index.ts";
import type { OperationReport, VerifyFinding, VerifyReport } from "./report.ts";

/**
 * The report as JUnit XML.
 *
 * @param strict Whether a difference is a failure; else it is written to the output of its case.
 */
export function junitReport({ baseUrl, operations }: VerifyReport, strict: boolean): string {
  const suites = operations.map((operation) => ({
    name: `${operation.method} ${operation.path}`,
    cases: casesOf(operation, strict),
  }));
  return junitXml(`verify ${baseUrl}`, suites);
}

function casesOf({ id: classname, passed, findings, skipped }: OperationReport, strict: boolean): JUnitCase[] {
  const others: readonly string[] = [...findings, ...skipped].map(({ check }) => check);
  return [
    ...Object.keys(passed)
      .filter((name) => !others.includes(name))
      .map((name) => ({ classname, name })),
    ...findings.map((finding) => ({ classname, name: finding.check, outcome: outcome(finding, strict) })),
    ...skipped.map(({ check, reason }): JUnitCase => {
      return { classname, name: check, outcome: { kind: "skipped", message: reason } };
    }),
  ];
}

function outcome(
  { verdict, message, expected, assumption, curl, answer, seed }: VerifyFinding,
  strict: boolean,
): NonNullable<JUnitCase["outcome"]> {
  const text = [
    `expected: ${expected.text} ${expected.pointer}`,
    ...(assumption === undefined ? [] : [`assumed: ${assumption}`]),
    `request: ${curl}`,
    `answer: ${answer === undefined ? "none" : `${answer.status} ${answer.contentType ?? ""} ${answer.body}`}`,
    ...(seed === undefined ? [] : [`seed: ${seed}`]),
  ].join("\n");
  return strict || verdict === "violation"
    ? { kind: "failure", type: verdict, message, text }
    : { kind: "output", text: `${verdict}: ${message}\n${text}` };
}
