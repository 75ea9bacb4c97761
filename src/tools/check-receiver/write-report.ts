// Writes the report of a check of a receiver as text and as JUnit XML.
import {
  answerText,
  findingOutcome,
  findingText,
  type JUnitCase,
  junitXml,
  type Paint,
  paintFor,
  skippedText,
} from "../report/index.ts";
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
  const mark = finding ? paint("red", "✗") : skipped === undefined ? paint("green", "✓") : paint("dim", "–");
  const heading = `${mark} ${paint("bold", check)}  ${paint("dim", `${passed} passed`)}\n`;
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
  const groups = [...new Set(checks.map(({ group }) => group))];
  const suites = groups.map((name) => ({
    name,
    cases: checks.filter(({ group }) => group === name).map((check) => caseOf(check, curls, strict)),
  }));
  return junitXml(`check-receiver ${url}`, suites);
}

function caseOf(
  { check: name, group, expected, basis, finding, skipped }: ReceiverCheckReport,
  curls: string,
  strict: boolean,
): JUnitCase {
  const classname = `check-receiver.${group}`;
  if (skipped !== undefined) return { classname, name, outcome: { kind: "skipped", message: skipped } };
  if (finding === undefined) return { classname, name };
  const text = [
    `expected: ${expected} (${basis})`,
    `sent: ${finding.deliveries.join("; ")}`,
    `request: ${finding.curl}`,
    ...(finding.answer === undefined ? [] : [`answer: ${answerText(finding.answer)}`]),
    curls,
  ].join("\n");
  return {
    classname,
    name,
    outcome: findingOutcome({ verdict: verdictOf(basis), message: finding.message }, text, strict),
  };
}

/** How many findings of this verdict a report has. */
export function findingsOf({ checks }: ReceiverReport, verdict: ReturnType<typeof verdictOf>): number {
  return checks.filter(({ basis, finding }) => finding !== undefined && verdictOf(basis) === verdict).length;
}

function verdictOf(basis: string): "violation" | "advice" {
  return basis === "advice" ? "advice" : "violation";
}
