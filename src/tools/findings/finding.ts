// A finding: one problem in a file, with its place and its remedy.
import { paintFor } from "./text.ts";

/** One problem in a file. */
export interface Finding {
  /** Path of the file, relative to where the command runs. */
  readonly file: string;
  /** Line, counted from 1; absent when the finding is about the whole file. */
  readonly line?: number;
  /** Column, counted from 1. */
  readonly column?: number;
  /** JSON pointer into the file, such as `#/properties/user_id`. */
  readonly pointer?: string;
  /** Name of the rule that found it. */
  readonly rule: string;
  /** What was expected, what was found and what to do. */
  readonly message: string;
}

/** Files are wrong; `findings` say where and what to do. */
export class FindingsError extends Error {
  override readonly name: string = "FindingsError";
  readonly findings: readonly Finding[];

  constructor(findings: readonly Finding[]) {
    super(findings.map((finding) => `${finding.file}:${finding.line ?? 1}: ${finding.message}`).join("\n"));
    this.findings = findings;
  }
}

/** Orders findings by file, then line, then column, then rule. */
function compareFindings(a: Finding, b: Finding): number {
  return (
    a.file.localeCompare(b.file) ||
    (a.line ?? 0) - (b.line ?? 0) ||
    (a.column ?? 0) - (b.column ?? 0) ||
    a.rule.localeCompare(b.rule)
  );
}

/**
 * Writes findings as text, one block each: place, rule and pointer on the first line, the message below.
 * Coloured only when `stream` is a terminal and `NO_COLOR` is not set.
 */
export function formatFindings(findings: readonly Finding[], stream: NodeJS.WriteStream): string {
  const paint = paintFor(stream);
  return [...findings]
    .sort(compareFindings)
    .map((finding) => {
      const place = [finding.file, finding.line, finding.line === undefined ? undefined : finding.column]
        .filter((part) => part !== undefined)
        .join(":");
      const pointer = finding.pointer === undefined ? "" : `  ${paint("dim", finding.pointer)}`;
      return `${paint("bold", place)}  ${paint("red", finding.rule)}${pointer}\n  ${finding.message}\n`;
    })
    .join("");
}
