// Reads the values of options: numbers, choices and files of JSON.
import { readFile } from "node:fs/promises";
import type { ParseError } from "jsonc-parser";
import { Failure } from "./failure.ts";

/** The numbers that an option takes. */
interface NumberRange {
  readonly least: number;
  readonly most: number;
  readonly isWhole?: boolean;
}

/** Returns the number of an option of a function. @throws {Failure} when it is none of the range. */
export function checkNumber(value: number, name: string, range: NumberRange, found = `${value}`): number {
  const { least, most, isWhole = false } = range;
  const isOne = isWhole ? Number.isInteger(value) : Number.isFinite(value);
  if (isOne && value >= least && value <= most) return value;
  throw new Failure(
    `${name} takes a ${isWhole ? "whole " : ""}number from ${least} to ${most}, found "${found}".`,
    "Correct it, or leave it out for the default.",
  );
}

/**
 * Reads a number from an option.
 *
 * @throws {Failure} when it is none between these, or is to be whole and is not.
 */
export function parseNumber(text: string, option: string, range: NumberRange): number {
  const value = (range.isWhole ? /^\d+$/ : /^\d+(\.\d+)?$/).test(text) ? Number(text) : Number.NaN;
  return checkNumber(value, `--${option}`, range, text);
}

/** Reads a whole number from an option. @throws {Failure} when it is none between these. */
export function parseWhole(text: string, option: string, least = 0, most = 2 ** 31 - 1): number {
  return parseNumber(text, option, { least, most, isWhole: true });
}

/** Reads a port from an option; 0 picks a free one. @throws {Failure} when it is none. */
export function parsePort(text: string, option: string): number {
  return parseWhole(text, option, 0, 65_535);
}

/** Reads one of some choices from an option. @throws {Failure} when it is none of them. */
export function parseChoice<const Choice extends string>(
  text: string,
  option: string,
  ...choices: readonly Choice[]
): Choice {
  const choice = choices.find((one) => one === text);
  if (choice !== undefined) return choice;
  throw new Failure(`--${option} takes ${choices.join(" or ")}, found "${text}".`, "Choose one of them.");
}

/**
 * Reads the file of JSON that an option names.
 *
 * @param remedy What to pass in place of one that cannot be read.
 * @throws {Failure} when it cannot be read or is not JSON, with the line.
 */
export async function readJsonFile(file: string, option: string, remedy: string): Promise<unknown> {
  const text = await readFile(file, "utf8").catch((cause: Error) => {
    throw new Failure(`--${option} ${file} cannot be read: ${cause.message}.`, remedy, { cause });
  });
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    // V8 names the place of some errors only
    const { parse } = await import("jsonc-parser");
    const errors: ParseError[] = [];
    parse(text, errors, { disallowComments: true });
    const line = text.slice(0, errors[0]?.offset ?? 0).split("\n").length;
    // The message may quote several lines of the file
    const reason = (cause as Error).message.replaceAll(/\s+/g, " ").replace(/ in JSON at position .*/, "");
    throw new Failure(`--${option} ${file} is not JSON: line ${line}: ${reason}.`, "Correct it at that place.", {
      cause,
    });
  }
}
