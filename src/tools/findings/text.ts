// Writes the parts of a report: for people a heading, a finding with its labelled lines and what was skipped; for programs JSON.
import { styleText } from "node:util";
import { visible } from "./visible.ts";

export type Paint = (style: Parameters<typeof styleText>[0], text: string) => string;

/** Colours text only when `stream` is a terminal and `NO_COLOR` is not set. */
export function paintFor(stream: NodeJS.WriteStream): Paint {
  return (style, text) => styleText(style, text, { stream });
}

const marks = {
  violated: ["red", "✗"],
  differs: ["yellow", "≠"],
  passed: ["green", "✓"],
  skipped: ["dim", "–"],
} as const;

/** The line above what was found of one thing: how it fares, and its name. */
export function headingText(paint: Paint, mark: keyof typeof marks, name: string, more: string): string {
  const [style, sign] = marks[mark];
  return `${paint(style, sign)} ${paint("bold", name)}  ${more}\n`;
}

/**
 * A finding: its verdict, its check and its message, and below them a line for each label; a line without text is left out.
 *
 * @param lines A label, its text, and what stands dimmed behind it.
 */
export function findingText(
  paint: Paint,
  finding: { readonly verdict: string; readonly check: string; readonly message: string },
  style: "red" | "yellow",
  lines: readonly (readonly [label: string, text: string | undefined, more?: string])[],
): string {
  const { verdict, check, message } = finding;
  return [
    `    ${paint(style, verdict)}  ${check}  ${oneLine(message)}\n`,
    ...lines.flatMap(([label, text, more]) =>
      text === undefined
        ? []
        : `      ${paint("dim", label.padEnd(9))} ${oneLine(text)}${more === undefined ? "" : `  ${paint("dim", more)}`}\n`,
    ),
  ].join("");
}

/** A check, or all of them, that did not run. */
export function skippedText(paint: Paint, check: string, reason: string): string {
  return `    ${paint("dim", `skipped  ${check}: ${oneLine(reason)}`)}\n`;
}

/** An answer on one line: its status, its media type and the beginning of its body. */
export function answerText(
  answer: { readonly status: number; readonly contentType: string | undefined; readonly body: string } | undefined,
): string {
  if (answer === undefined) return "none";
  return [answer.status, answer.contentType, answer.body.slice(0, shownBody)].filter(Boolean).join("  ");
}

const shownBody = 300;

/** The text on one line of a terminal. */
function oneLine(text: string): string {
  return visible(text.replaceAll(/\s*\r?\n\s*/g, " "));
}

/** A report as JSON. */
export function jsonText(report: object): string {
  return `${visible(JSON.stringify(report, null, 2))}\n`;
}

/** The value as JSON, cut to a length. A value that is nested too deeply to be written is described. */
export function shortJson(value: unknown, length: number): string {
  try {
    const text = JSON.stringify(value) ?? "nothing";
    return text.length > length ? `${text.slice(0, length)}…` : text;
  } catch {
    return "something nested too deeply to be shown";
  }
}
