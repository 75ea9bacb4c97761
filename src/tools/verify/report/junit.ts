// Writes a report of `verify` as JUnit XML, which CI systems show: a suite for each operation, a case for each check.
import type { OperationReport, VerifyFinding, VerifyReport } from "./report.ts";
import { visible } from "./visible.ts";

/**
 * The report as JUnit XML.
 *
 * @param strict Whether a difference is a failure; else it is written to the output of its case.
 */
export function junitReport(report: VerifyReport, strict: boolean): string {
  const suites = report.operations.map((operation) => suite(operation, strict));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="verify ${escaped(report.baseUrl)}">\n${suites.join("")}</testsuites>\n`;
}

function suite({ id, method, path, passed, findings, skipped }: OperationReport, strict: boolean): string {
  const found = new Set(findings.map(({ check }) => check));
  const skippedChecks = new Set(skipped.map(({ check }) => check));
  const cases = [
    ...Object.keys(passed)
      .filter((check) => ![...found, ...skippedChecks].some((one) => one === check))
      .map((check) => testCase(id, check, "")),
    ...findings.map((finding) => testCase(id, finding.check, outcome(finding, strict))),
    ...skipped.map(({ check, reason }) => testCase(id, check, `<skipped message="${escaped(reason)}"/>`)),
  ];
  const failures = findings.filter(({ verdict }) => strict || verdict === "violation").length;
  const counts = `tests="${cases.length}" failures="${failures}" skipped="${skipped.length}"`;
  return `  <testsuite name="${escaped(`${method} ${path}`)}" ${counts}>\n${cases.join("")}  </testsuite>\n`;
}

function testCase(operation: string, check: string, content: string): string {
  return `    <testcase classname="${escaped(operation)}" name="${escaped(check)}">${content}</testcase>\n`;
}

function outcome(
  { verdict, message, expected, assumption, curl, answer, seed }: VerifyFinding,
  strict: boolean,
): string {
  const text = [
    `expected: ${expected.text} ${expected.pointer}`,
    ...(assumption === undefined ? [] : [`assumed: ${assumption}`]),
    `request: ${curl}`,
    `answer: ${answer === undefined ? "none" : `${answer.status} ${answer.contentType ?? ""} ${answer.body}`}`,
    ...(seed === undefined ? [] : [`seed: ${seed}`]),
  ].join("\n");
  return strict || verdict === "violation"
    ? `<failure type="${verdict}" message="${escaped(message)}">${escaped(text)}</failure>`
    : `<system-out>${escaped(`${verdict}: ${message}\n${text}`)}</system-out>`;
}

/** XML 1.0 has no way to write most control characters. */
function escaped(text: string): string {
  return visible(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
