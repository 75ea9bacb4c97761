// Writes a report of `verify` as JUnit XML: a suite for each operation, a case for each check.
import { junitXml } from "../../findings/index.ts";
import type { VerifyFinding, VerifyReport } from "./report.ts";

/**
 * The report as JUnit XML.
 *
 * @param strict Whether a difference is a failure; else it is written to the output of its case.
 */
export function junitReport({ baseUrl, operations }: VerifyReport, strict: boolean): string {
  const suites = operations.map(({ id, method, path, passed, findings, skipped }) => ({
    name: `${method} ${path}`,
    classname: id,
    results: [{ passed, skipped, findings: findings.map((finding) => ({ ...finding, text: textOf(finding) })) }],
  }));
  return junitXml(`verify ${baseUrl}`, suites, strict);
}

function textOf({ expected, assumption, curl, answer, seed }: VerifyFinding): string {
  return [
    `expected: ${expected.text} ${expected.pointer}`,
    ...(assumption === undefined ? [] : [`assumed: ${assumption}`]),
    `request: ${curl}`,
    `answer: ${answer === undefined ? "none" : `${answer.status} ${answer.contentType ?? ""} ${answer.body}`}`,
    ...(seed === undefined ? [] : [`seed: ${seed}`]),
  ].join("\n");
}
