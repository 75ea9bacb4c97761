// Writes the parts of a report for people: a finding with its labelled lines, what was skipped.
import { styleText } from "node:util";
import { visible } from "./visible.ts";

export type Paint = (style: Parameters<typeof styleText>[0], text: string) => string;

/** Colours text only when `stream` is a terminal and `NO_COLOR` is not set. */
export function paintFor(stream: NodeJS.WriteStream): Paint {
  return (style, text) => styleText(style, text, { stream });
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
