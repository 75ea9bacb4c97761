// The formats of a report: which one is asked for, how JSON is written, and the exit code.
import { exitCode, Failure } from "../terminal/index.ts";
import { visible } from "./visible.ts";

const formats = ["text", "json", "junit"] as const;

/**
 * Reads the option `--format`.
 *
 * @throws {Failure} when there is no such format.
 */
export function formatOf(text: string): (typeof formats)[number] {
  const format = formats.find((one) => one === text);
  if (format !== undefined) return format;
  throw new Failure(`--format takes ${formats.join(", ")}, found "${text}".`, "Choose one of them.");
}

/** A report as JSON. */
export function jsonText(report: object): string {
  return `${visible(JSON.stringify(report, null, 2))}\n`;
}

/** The exit code of a report: a violation fails, and with `strict` any other finding, too. */
export function exitCodeOf(violations: number, others: number, strict: boolean): number {
  return violations + (strict ? others : 0) > 0 ? exitCode.findings : exitCode.well;
}
