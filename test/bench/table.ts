// Writes what was measured as a table for people.
import { styleText } from "node:util";
import type { SyntheticContract } from "./synthetic.ts";

/** What was measured of one step on one contract. */
export interface Measurement {
  /** The median of its runs. */
  readonly seconds: number;
  /** Absent when it ran well; else why there is no time. */
  readonly fault?: "late" | "failed";
}

/** One size of the contract. */
export interface Size {
  /** How many times the operations of this contract it has. */
  readonly times: number;
  readonly contract: SyntheticContract;
}

/** A row of measurements, one for each size; absent where none was made. */
export interface Row {
  readonly title: string;
  readonly measurements: readonly (Measurement | undefined)[];
}

/** Growth beyond that of the contract which is no mere noise of one run. */
const tolerance = 1.2;

/** How long a step may take on a contract of one size, going by another, without growing faster than the contract. */
export function mostSeconds(before: Size, measurement: Measurement | undefined, size: Size): number {
  return (secondsOf(measurement) ?? Number.POSITIVE_INFINITY) * (size.times / before.times) * tolerance;
}

/** Writes the table. Coloured only when `stream` is a terminal and `NO_COLOR` is not set. */
export function formatTable(sizes: readonly Size[], rows: readonly Row[], stream: NodeJS.WriteStream): string {
  const pairs = sizes.slice(1).map((_, index) => [index, index + 1] as const);
  const ratioNames = pairs.map(([from, to]) => `${sizes[to]?.times}x : ${sizes[from]?.times}x`);
  const counts = (title: string, count: (contract: SyntheticContract) => number) => [
    title,
    ...sizes.map(({ contract }) => String(count(contract))),
    ...pairs.map(([from, to]) => ratio(countOf(sizes[from], count), countOf(sizes[to], count))),
  ];
  const lines = [
    ["", ...sizes.map(({ times }) => `${times}x`), ...ratioNames],
    counts("operations and events", ({ operations, events }) => operations + events),
    counts("files", ({ files }) => files),
    ...rows.map(({ title, measurements }) => [
      title,
      ...measurements.map(textOf),
      ...pairs.map(([from, to]) => ratio(secondsOf(measurements[from]), secondsOf(measurements[to]))),
    ]),
  ];
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? [];
  const text = lines.map((line) =>
    line
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("  "),
  );
  const [heading = "", ...body] = text;
  return `${[styleText("bold", heading, { stream }), ...body].join("\n")}\n`;
}

/** Says which rows grow faster than the contract does, between which sizes. */
export function fasterThanTheContract(sizes: readonly Size[], rows: readonly Row[]): string[] {
  return rows.flatMap(({ title, measurements }) =>
    sizes.slice(1).flatMap((size, index) => {
      const before = sizes[index];
      const [from, to] = [secondsOf(measurements[index]), secondsOf(measurements[index + 1])];
      if (before === undefined || from === undefined || to === undefined) return [];
      if (to <= mostSeconds(before, measurements[index], size)) return [];
      return [`${title}: ${ratio(from, to)} times as long for ${ratio(before.times, size.times)} times the operations`];
    }),
  );
}

function textOf(measurement: Measurement | undefined): string {
  if (measurement === undefined) return "-";
  if (measurement.fault === "failed") return "failed";
  return `${measurement.fault === "late" ? "> " : ""}${measurement.seconds.toFixed(2)}`;
}

function secondsOf(measurement: Measurement | undefined): number | undefined {
  return measurement?.fault === undefined ? measurement?.seconds : undefined;
}

function countOf(size: Size | undefined, count: (contract: SyntheticContract) => number): number | undefined {
  return size && count(size.contract);
}

function ratio(from: number | undefined, to: number | undefined): string {
  return from === undefined || to === undefined ? "-" : (to / from).toFixed(1);
}
