// Writes the report of a check of a receiver as text and as JUnit XML.
import {
  answerText,
  findingText,
  headingText,
  junitXml,
  type Paint,
  paintFor,
  skippedText,
} from "../findings/index.ts";
import { counted } from "../terminal/index.ts";
import type { ReceiverCheckReport, ReceiverReport } from "./report.ts";

/** The report for people; coloured only when `stream` is a terminal and `NO_COLOR` is not set. */
export function textReport(report: ReceiverReport, stream: NodeJS.WriteStream): string {
  const paint = paintFor(stream);
  const [violations, departures] = [findingsOf(report, "violation"), findingsOf(report, "advice")];
  const skipped = report.checks.filter((check) => check.skipped !== undefined).length;
  return [
    ...report.checks.map((check) => checkText(check, paint)),
    `\nChecked ${report.url} by contract ${report.contract}: ${counted(report.deliveries, "request")}, seed ${report.seed}.\n`,
    `${counted(violations, "violation")}, ${counted(departures, "departure")} from advice, ${skipped} skipped.\n`,
    violations + departures === 0 ? "" : `${report.curls}\n`,
  ].join("");
}

function checkText({ check, passed, expected, basis, finding, skipped }: ReceiverCheckReport, paint: Paint): string {
  const mark = finding ? "violated" : skipped === undefined ? "passed" : "skipped";
  const heading = headingText(paint, mark, check, paint("dim", `${passed} passed`));
  if (skipped !== undefined) return heading + skippedText(paint, check, skipped);
  if (finding === undefined) return heading;
  const verdict = verdictOf(basis);
  return (
    heading +
    findingText(paint, { verdict, check, message: finding.message }, verdict === "advice" ? "yellow" : "red", [
      ["expected", expected, basis],
      ["sent", finding.deliveries.join("; ")],
      ["request", finding.curl],
      ["answer", finding.answer && answerText(finding.answer)],
    ])
  );
}

/**
 * The report as JUnit XML: a suite for each group, a case for each check.
 *
 * @param strict Whether a departure from advice is a failure; else it is written to the output of its case.
 */
export function junitReport({ url, checks, curls }: ReceiverReport, strict: boolean): string {
  const suites = [...Map.groupBy(checks, ({ group }) => group)].map(([name, all]) => ({
    name,
    classname: `check-receiver.${name}`,
    results: all.map((one) => resultsOf(one, curls)),
  }));
  return junitXml(`check-receiver ${url}`, suites, strict);
}

function resultsOf({ check, passed, expected, basis, finding, skipped }: ReceiverCheckReport, curls: string) {
  if (skipped !== undefined) return { passed: {}, findings: [], skipped: [{ check, reason: skipped }] };
  if (finding === undefined) return { passed: { [check]: passed }, findings: [], skipped: [] };
  const text = [
    `expected: ${expected} (${basis})`,
    `sent: ${finding.deliveries.join("; ")}`,
    `request: ${finding.curl}`,
    ...(finding.answer === undefined ? [] : [`answer: ${answerText(finding.answer)}`]),
    curls,
  ].join("\n");
  return { passed: {}, findings: [{ check, verdict: verdictOf(basis), message: finding.message, text }], skipped: [] };
}

/** How many findings of this verdict a report has. */
export function findingsOf({ checks }: ReceiverReport, verdict: ReturnType<typeof verdictOf>): number {
  return checks.filter(({ basis, finding }) => finding !== undefined && verdictOf(basis) === verdict).length;
}

function verdictOf(basis: string): "violation" | "advice" {
  return basis === "advice" ? "advice" : "violation";
}
