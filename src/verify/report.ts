// The report of `verify`: collects by operation what passed, was found and was skipped, and writes it as text and as JUnit XML.
import type { ContractOperation } from "../shared/contract/index.ts";
import {
  type AnswerExcerpt,
  answerText,
  junitXml,
  type Results,
  type Section,
  sectionsText,
} from "../shared/findings/index.ts";
import { counted } from "../shared/terminal/index.ts";
import type { Deviation, Verdict } from "./verdicts/deviation.ts";

/** A deviation, with the request that shows it. */
export interface VerifyFinding extends Deviation {
  /** The request as curl; credentials stand as `$API_KEY` and `$MANAGEMENT_KEY`. */
  readonly curl: string;
  /** The response; undefined without one. */
  readonly answer: AnswerExcerpt | undefined;
  /** The seed of input that was generated: `--seed` and `--only` make it again. */
  readonly seed: number | undefined;
}

/** The report of one operation. */
interface OperationReport extends Results<VerifyFinding> {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly passed: Record<string, number>;
  readonly findings: VerifyFinding[];
  readonly skipped: { readonly check: string; readonly reason: string }[];
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
  /** The operations that the server does not have, by id: it may be under construction. */
  readonly absent: readonly string[];
  /** The others, and the events as an entry of their own, `events`. */
  readonly operations: readonly OperationReport[];
}

/** The findings of a verdict, over all operations. */
export function listFindings({ operations }: VerifyReport, verdict: Verdict): VerifyFinding[] {
  return operations.flatMap(({ findings }) => findings.filter((finding) => finding.verdict === verdict));
}

/** How many findings of each verdict there are. */
export function countFindings(report: VerifyReport): Record<Verdict, number> {
  const count = (verdict: Verdict) => listFindings(report, verdict).length;
  return { violation: count("violation"), difference: count("difference"), unexpected: count("unexpected") };
}

/** The result of one request. */
export interface RequestResult {
  readonly deviations: readonly Deviation[];
  /** The checks without a deviation. */
  readonly passed: readonly string[];
  /** Writes the request as curl, without keys. */
  readonly curl: () => string;
  /** The response; undefined without one. */
  readonly excerpt: AnswerExcerpt | undefined;
}

/** The subject of one heading in a report: an operation, or the events. */
export type Entry = Pick<ContractOperation, "id" | "path"> & { readonly method: string };

/** Collects the results of a run. */
export class Notes {
  /** Removes the keys from a text. */
  readonly redact: (text: string) => string;
  readonly #reports = new Map<string, OperationReport>();

  constructor(redact: (text: string) => string) {
    this.redact = redact;
  }

  /**
   * Keeps what a request showed.
   *
   * @param seed Of a request that was generated.
   */
  keep(entry: Entry, { passed, deviations, curl, excerpt: answer }: RequestResult, seed?: number): void {
    for (const check of passed) this.pass(entry, check);
    const { findings } = this.reportOf(entry);
    // Several requests with a deviation at one place are one finding; items of a list are one place
    const identify = ({ check, verdict, expected: { pointer, text } }: Deviation) =>
      [check, verdict, pointer, text].join(" ");
    for (const { message, ...deviation } of deviations) {
      const finding = { ...deviation, message: this.redact(message), answer, seed };
      if (findings.some((one) => identify(one) === identify(finding))) continue;
      findings.push({ ...finding, curl: curl() });
    }
  }

  pass(entry: Entry, check: string): void {
    const { passed } = this.reportOf(entry);
    passed[check] = (passed[check] ?? 0) + 1;
  }

  skip(entry: Entry, check: string, reason: string): void {
    const { skipped } = this.reportOf(entry);
    if (!skipped.some((one) => one.check === check && one.reason === reason)) skipped.push({ check, reason });
  }

  /** The report of an operation, as far as it is known now. */
  reportOf({ id, method, path }: Entry): OperationReport {
    const report = this.#reports.get(id) ?? {
      ...{ id, method: method.toUpperCase(), path },
      ...{ passed: {}, findings: [], skipped: [] },
    };
    this.#reports.set(id, report);
    return report;
  }
}

/**
 * The report for people; coloured only when `stream` is a terminal and `NO_COLOR` is not set.
 *
 * @param strict Is each finding a failure?
 */
export function writeTextReport(report: VerifyReport, stream: NodeJS.WriteStream, strict: boolean): string {
  const { operations, baseUrl, contract, requests, seed } = report;
  const { violation, difference, unexpected } = countFindings(report);
  const skipped = operations.reduce((sum, one) => sum + one.skipped.length, 0);
  const asked = operations.filter(({ path }) => path.startsWith("/"));
  const verified = asked.filter(({ passed, findings }) => Object.keys(passed).length + findings.length > 0).length;
  return [
    sectionsText(makeSections(report), stream),
    `\nVerified ${baseUrl} against contract ${contract}: ${verified} of ${counted(asked.length, "operation")}, ${counted(requests, "request")}, seed ${seed}.\n`,
    `${counted(violation, "violation")} of what is stated, ${counted(difference, "difference")} from what is assumed, ${unexpected} unexpected, ${skipped} skipped.\n`,
    strict || violation > 0 || difference + unexpected === 0 ? "" : mildness,
  ].join("");
}

const mildness =
  "The exit code is 0 since nothing stated is violated. Read the findings all the same, or pass --strict to exit with 1 for any.\n";

/**
 * The report as JUnit XML: a suite for each operation, a case for each check.
 *
 * @param strict Is each finding a failure? Otherwise only a violation is, and others are written to the output of their case.
 */
export function writeJunitReport(report: VerifyReport, strict: boolean): string {
  return junitXml(`verify ${report.baseUrl}`, makeSections(report), strict);
}

function makeSections({ operations, absent, depth }: VerifyReport): Section[] {
  const title = `not there: ${counted(absent.length, "operation")}`;
  const results = { passed: {}, findings: [], skipped: [] };
  const none = { title, more: absent.join(", "), suite: title, classname: title, results };
  const sections: Section[] = operations.map(({ id, method, path, passed, findings, skipped }) => ({
    title: `${method} ${path}`,
    more: `${id}  ${counted(Object.keys(passed).length, "check")}`,
    suite: `${method} ${path}`,
    classname: id,
    results: {
      passed,
      skipped,
      findings: findings.map(({ check, verdict, message, expected, assumption, curl, answer, seed }) => ({
        check,
        verdict,
        message,
        lines: [
          ["expected", expected.text, expected.pointer],
          ["assumed", assumption],
          ["request", curl],
          ["answer", answerText(answer)],
          ["again", seed === undefined ? undefined : `--only ${id} --seed ${seed} --depth ${depth}`],
        ],
      })),
    },
  }));
  return absent.length === 0 ? sections : [...sections, none];
}
