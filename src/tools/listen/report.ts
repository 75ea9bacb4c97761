// The report of `listen`, as text, JSON and JUnit: what was seen, what never occurred, what broke the contract.
import type { Verdict } from "../contract/index.ts";
import { casesOf, findingOutcome, findingText, jsonText, junitXml, paintFor, skippedText } from "../report/index.ts";
import { counted } from "../terminal/index.ts";
import type { ListenFinding, ListenResult } from "./notes.ts";

/** The report of a run. */
export interface ListenReport extends ListenResult {
  /** The version of the contract: `info.version`. */
  readonly contract: string;
  /** Where events were received. */
  readonly url: string;
  /** Where they were forwarded to, without the query; undefined when they were answered here. */
  readonly forward: string | undefined;
  readonly deliveries: number;
  /** How many deliveries were answered with 2xx. */
  readonly acknowledged: number;
  /** How often each status was answered to the sender. */
  readonly answers: Readonly<Record<string, number>>;
}

/** The findings of a verdict. */
export function findingsOf({ findings }: ListenReport, verdict: Verdict): ListenFinding[] {
  return findings.filter((finding) => finding.verdict === verdict);
}

/** The report as JSON: `ListenReport` with the number of violations and of differences before it. */
export function jsonReport(report: ListenReport): string {
  const violations = findingsOf(report, "violation").length;
  const differences = findingsOf(report, "difference").length;
  return jsonText({ violations, differences, ...report });
}

/** The report as text; coloured only when `stream` is a terminal and `NO_COLOR` is not set. */
export function textReport(report: ListenReport, stream: NodeJS.WriteStream): string {
  const paint = paintFor(stream);
  const { seen, undescribed, never, findings, skipped, answers, forward } = report;
  const table = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts).map(([name, count]) => `    ${String(count).padStart(6)}  ${name}\n`);
  const part = (title: string, lines: readonly string[]) => (lines.length === 0 ? [] : [`${title}\n`, ...lines]);
  const answered = Object.entries(answers).map(([status, count]) => `${status} (${counted(count, "time")})`);
  return [
    ...part("Seen", table(seen)),
    ...part("Seen, and not described by the contract", table(undescribed)),
    ...part(
      "Never occurred",
      never.map((name) => `            ${name}\n`),
    ),
    ...part(
      "Found",
      findings.map((finding) =>
        findingText(paint, finding, finding.verdict === "violation" ? "red" : "yellow", [
          ["expected", finding.expected.text, finding.expected.pointer],
          ["assumed", finding.assumption],
          ["event", finding.event && [finding.event.type, finding.event.id, finding.event.content].join("  ")],
          ["times", finding.times > 1 ? String(finding.times) : undefined],
        ]),
      ),
    ),
    ...part(
      "Not checked",
      skipped.map(({ check, reason }) => skippedText(paint, check, reason)),
    ),
    "\n",
    `Received ${counted(report.deliveries, "delivery", "deliveries")} of ${counted(report.events, "event")} at ${report.url} and checked them against contract ${report.contract}.\n`,
    `${report.repeated} brought an event again, ${report.unsigned} had a signature that does not fit.\n`,
    `${forward === undefined ? "Answered" : `Forwarded to ${forward}, and answered`} ${answered.join(", ") || "nothing"}.\n`,
    `${counted(findingsOf(report, "violation").length, "violation")} of what is stated, ${counted(findingsOf(report, "difference").length, "difference")} from what is assumed, ${skipped.length} skipped.\n`,
  ].join("");
}

/**
 * The report as JUnit XML: one suite, with a case for each check.
 *
 * @param strict Whether a difference is a failure; else it is written to the output of its case.
 */
export function junitReport(report: ListenReport, strict: boolean): string {
  const cases = casesOf("events", report, (finding) => outcomeOf(finding, strict));
  return junitXml(`listen ${report.url}`, [{ name: "events", cases }]);
}

function outcomeOf(finding: ListenFinding, strict: boolean) {
  const { expected, assumption, event, times } = finding;
  const text = [
    `expected: ${expected.text} ${expected.pointer}`,
    ...(assumption === undefined ? [] : [`assumed: ${assumption}`]),
    ...(event === undefined ? [] : [`event: ${event.type} ${event.id ?? ""} ${event.content}`]),
    `times: ${times}`,
  ].join("\n");
  return findingOutcome(finding, text, strict);
}
