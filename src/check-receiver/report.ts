// The report of `check-receiver`: by check what passed and what was found, written as text and as JUnit XML.
import { type AnswerExcerpt, answerText, junitXml, type Section, sectionsText } from "../shared/findings/index.ts";
import { counted } from "../shared/terminal/index.ts";
import type { Basis, ReceiverCheck } from "./expectations.ts";

/** A departure of a receiver from an expectation. */
export interface ReceiverFinding {
  /** The finding, as a sentence. */
  readonly message: string;
  /** The deliveries that show it, in words. */
  readonly deliveries: readonly string[];
  /** The first of them as a curl that repeats it, signature included; `curls` of the report says for how long. */
  readonly curl: string;
  /** Its answer; undefined without one, and where the effect of several deliveries is judged. */
  readonly answer: AnswerExcerpt | undefined;
}

/** One check. */
export interface ReceiverCheckReport {
  readonly check: ReceiverCheck;
  readonly group: string;
  /** The expectation. */
  readonly expected: string;
  /** The source of the expectation. */
  readonly basis: Basis;
  /** How many deliveries were as expected. */
  readonly passed: number;
  readonly finding: ReceiverFinding | undefined;
  /** Why the check did not run; undefined when it did. */
  readonly skipped: string | undefined;
}

/** The report of a run. */
export interface ReceiverReport {
  /** The version of the contract. */
  readonly contract: string;
  readonly url: string;
  readonly seed: number;
  /** For how long the curls are valid, as a sentence. */
  readonly curls: string;
  /** How many deliveries were sent. */
  readonly deliveries: number;
  readonly checks: readonly ReceiverCheckReport[];
}

/** How many findings of this verdict a report has. */
export function countFindings({ checks }: ReceiverReport, verdict: "violation" | "advice"): number {
  return checks.filter(({ basis, finding }) => finding !== undefined && chooseVerdict(basis) === verdict).length;
}

function chooseVerdict(basis: Basis): "violation" | "advice" {
  return basis === "advice" ? "advice" : "violation";
}

/** The report for people; coloured only when `stream` is a terminal and `NO_COLOR` is not set. */
export function writeTextReport(report: ReceiverReport, stream: NodeJS.WriteStream): string {
  const [violations, departures] = [countFindings(report, "violation"), countFindings(report, "advice")];
  const skipped = report.checks.filter((check) => check.skipped !== undefined).length;
  return [
    sectionsText(makeSections(report), stream),
    `\nChecked ${report.url} by contract ${report.contract}: ${counted(report.deliveries, "request")}, seed ${report.seed}.\n`,
    `${counted(violations, "violation")}, ${counted(departures, "departure")} from advice, ${skipped} skipped.\n`,
    violations + departures === 0 ? "" : `${report.curls}\n`,
  ].join("");
}

/**
 * The report as JUnit XML: a suite for each group, a case for each check.
 *
 * @param strict Whether a departure from advice is a failure; else it is written to the output of its case.
 */
export function writeJunitReport(report: ReceiverReport, strict: boolean): string {
  return junitXml(`check-receiver ${report.url}`, makeSections(report, report.curls), strict);
}

/** @param valid For how long the request of a finding is valid. */
function makeSections({ checks }: ReceiverReport, valid?: string): Section[] {
  return checks.map(({ check, group, passed, expected, basis, finding, skipped }) => {
    const found = finding && {
      check,
      verdict: chooseVerdict(basis),
      message: finding.message,
      lines: [
        ["expected", expected, basis],
        ["sent", finding.deliveries.join("; ")],
        ["request", finding.curl],
        ["answer", finding.answer && answerText(finding.answer)],
        ["valid", valid],
      ] as const,
    };
    return {
      title: check,
      more: `${passed} passed`,
      suite: group,
      classname: `check-receiver.${group}`,
      results: {
        passed: found === undefined && skipped === undefined ? { [check]: passed } : {},
        findings: found === undefined || skipped !== undefined ? [] : [found],
        skipped: skipped === undefined ? [] : [{ check, reason: skipped }],
      },
    };
  });
}
