// A problem in a file, with its place and its remedy.
import { paintFor } from "./report-text.ts";

/** One problem in a file. */
export interface FileProblem {
  /** Path of the file, relative to where the command runs. */
  readonly file: string;
  /** Line, counted from 1; absent when the problem is about the whole file. */
  readonly line?: number;
  /** Column, counted from 1. */
  readonly column?: number;
  /** JSON pointer into the file, such as `#/properties/user_id`. */
  readonly pointer?: string;
  /** Name of the rule that found it. */
  readonly rule: string;
  /** The expectation, the finding and the remedy, as sentences. */
  readonly message: string;
}

/** Files are wrong; `problems` say where and what to do. */
export class FileProblemsError extends Error {
  override readonly name: string = "FileProblemsError";
  readonly problems: readonly FileProblem[];

  constructor(problems: readonly FileProblem[]) {
    super(problems.map((problem) => `${problem.file}:${problem.line ?? 1}: ${problem.message}`).join("\n"));
    this.problems = problems;
  }
}

/** Orders problems by file, then line, then column, then rule. */
function compareProblems(a: FileProblem, b: FileProblem): number {
  return (
    a.file.localeCompare(b.file) ||
    (a.line ?? 0) - (b.line ?? 0) ||
    (a.column ?? 0) - (b.column ?? 0) ||
    a.rule.localeCompare(b.rule)
  );
}

/**
 * Writes problems as text, one block each: place, rule and pointer on the first line, the message below.
 * Coloured only when `stream` is a terminal and `NO_COLOR` is not set.
 */
export function formatFileProblems(problems: readonly FileProblem[], stream: NodeJS.WriteStream): string {
  const paint = paintFor(stream);
  return [...problems]
    .sort(compareProblems)
    .map((problem) => {
      const place = [problem.file, problem.line, problem.line === undefined ? undefined : problem.column]
        .filter((part) => part !== undefined)
        .join(":");
      const pointer = problem.pointer === undefined ? "" : `  ${paint("dim", problem.pointer)}`;
      return `${paint("bold", place)}  ${paint("red", problem.rule)}${pointer}\n  ${problem.message}\n`;
    })
    .join("");
}
