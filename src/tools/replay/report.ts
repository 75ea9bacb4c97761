// The report of a run of `replay`: per operation how many exchanges are the same, what differs, and what could not be compared.

import type { Unused } from "../recording/index.ts";
import { type JUnitCase, junitXml, type Paint, paintFor, skippedText } from "../report/index.ts";
import { counted } from "../terminal/index.ts";

/** Something that several exchanges of one operation show. */
interface Shown {
  /** How many exchanges show it. */
  times: number;
  /** The first of them, by their numbers in the recording. */
  readonly exchanges: number[];
}

/** In what the answers of two servers differ. */
export interface ReplayDifference extends Shown {
  readonly place: string;
  readonly recorded: string;
  readonly found: string;
}

export interface ReplayReason extends Shown {
  readonly reason: string;
}

/** The report of one operation. */
export interface ReplayEntry {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  same: number;
  different: number;
  notComparable: number;
  readonly differences: ReplayDifference[];
  readonly reasons: ReplayReason[];
}

export interface ReplayReport {
  /** The version of the contract: `info.version`. */
  readonly contract: string;
  readonly baseUrl: string;
  readonly recording: string;
  readonly same: number;
  readonly different: number;
  readonly notComparable: number;
  /** What of the recording could not be used. */
  readonly unused: readonly Unused[];
  readonly operations: readonly ReplayEntry[];
}

/** How many exchanges a report names for one finding. */
const mostNamed = 5;

/** How many findings an operation has; a text shows the first ones. What comes beyond is in the counts only. */
const mostFindings = 1000;
const mostShown = 20;

/** Adds an exchange to those that show the same, or notes it as the first one. */
export function note<One extends Shown>(list: One[], found: Omit<One, keyof Shown>, exchange: number): void {
  const entries = Object.entries(found);
  const known = list.find((one) => entries.every(([name, value]) => Reflect.get(one, name) === value));
  if (known === undefined && list.length >= mostFindings) return;
  if (known === undefined) list.push({ ...found, times: 1, exchanges: [exchange] } as unknown as One);
  else {
    known.times += 1;
    if (known.exchanges.length < mostNamed) known.exchanges.push(exchange);
  }
}

/** The report as text; coloured only when `stream` is a terminal and `NO_COLOR` is not set. */
export function textReport(report: ReplayReport, stream: NodeJS.WriteStream): string {
  const paint = paintFor(stream);
  const { contract, baseUrl, recording, same, different, notComparable, unused } = report;
  return [
    ...report.operations.map((entry) => entryText(entry, paint)),
    ...unused.map(({ reason, times, first }) => {
      return skippedText(
        paint,
        counted(times, "line"),
        `each ${reason} (${times > 1 ? "such as " : ""}line ${first[0]})`,
      );
    }),
    `\nReplayed ${recording} against ${baseUrl} by contract ${contract}.\n`,
    `${same} same, ${different} different, ${notComparable} not comparable.\n`,
  ].join("");
}

function entryText({ id, method, path, same, differences, reasons }: ReplayEntry, paint: Paint): string {
  const mark = differences.length > 0 ? paint("red", "✗") : same === 0 ? paint("dim", "–") : paint("green", "✓");
  return [
    `${mark} ${paint("bold", `${method} ${path}`)}  ${id}  ${paint("dim", `${same} same`)}\n`,
    ...shown(differences, paint, (one) => `  ${paint("red", "different")}  ${sentenceOf(one)}\n`),
    ...shown(reasons, paint, (one) => skippedText(paint, counted(one.times, "exchange"), one.reason)),
  ].join("");
}

function shown<One extends Shown>(list: readonly One[], paint: Paint, textOf: (one: One) => string): string[] {
  const left = list.length - mostShown;
  const more = left > 0 ? [`  ${paint("dim", `… ${left} more: see --format json`)}\n`] : [];
  return [...list.slice(0, mostShown).map(textOf), ...more];
}

function sentenceOf({ place, recorded, found, times, exchanges }: ReplayDifference): string {
  const more = times > exchanges.length ? ` and ${times - exchanges.length} more` : "";
  return `${nameOf(place)}: ${recorded} in the recording, ${found} here (${times === 1 ? "exchange" : "exchanges"} ${exchanges.join(", ")}${more})`;
}

function nameOf(place: string): string {
  if (place === "status") return "status";
  return place === "type" ? "media type" : place === "#" ? "body" : `body ${place}`;
}

/** The report as JUnit XML: a case for each operation, each difference and each reason. */
export function junitReport(report: ReplayReport): string {
  const suites = report.operations.map(({ id, method, path, same, differences, reasons }) => {
    const classname = `${method} ${path}`;
    const cases: JUnitCase[] = [
      ...(same > 0 ? [{ classname, name: counted(same, "same answer") }] : []),
      ...differences.map((one): JUnitCase => {
        const text = sentenceOf(one);
        return {
          classname,
          name: nameOf(one.place),
          outcome: { kind: "failure", type: "different", message: text, text },
        };
      }),
      ...reasons.map(({ reason, times }): JUnitCase => {
        return { classname, name: counted(times, "exchange"), outcome: { kind: "skipped", message: reason } };
      }),
    ];
    return { name: id, cases };
  });
  return junitXml("replay", suites);
}
