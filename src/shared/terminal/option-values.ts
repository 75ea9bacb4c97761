// Reads the values of options: numbers, and the format of a report.
import { Failure } from "./failure.ts";

/**
 * Reads a number from an option.
 *
 * @throws {Failure} when it is none between these.
 */
export function parseNumber(
  text: string,
  option: string,
  { least, most }: { readonly least: number; readonly most: number },
): number {
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new Failure(
    `--${option} takes a number from ${least} to ${most}, found "${text}".`,
    "Correct it, or leave it out for the default.",
  );
}

/**
 * Reads a whole number from an option.
 *
 * @throws {Failure} when it is none between these.
 */
export function parseWhole(text: string, option: string, least = 0, most = 2 ** 31 - 1): number {
  const value = parseNumber(text, option, { least, most });
  if (Number.isInteger(value)) return value;
  throw new Failure(`--${option} takes a whole number, found "${text}".`, "Write it without a fraction.");
}

/**
 * Reads the option `--format`.
 *
 * @throws {Failure} when it is none of these formats.
 */
export function parseFormat<const Format extends string>(text: string, ...formats: readonly Format[]): Format {
  const format = formats.find((one) => one === text);
  if (format !== undefined) return format;
  throw new Failure(`--format takes ${formats.join(", ")}, found "${text}".`, "Choose one of them.");
}
