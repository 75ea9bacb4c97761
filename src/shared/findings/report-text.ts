// Writes the parts of a report: on one line for people, as JSON for programs.
import { styleText } from "node:util";
import { visible } from "./visible.ts";

/** The styles in use. With Node's own type the published declarations would import a module of Node. */
type Style = "bold" | "dim" | "green" | "red" | "yellow";

export type Paint = (style: Style, text: string) => string;

/** Colours text only when `stream` is a terminal and `NO_COLOR` is not set. */
export function paintFor(stream: NodeJS.WriteStream): Paint {
  return (style, text) => styleText(style, text, { stream });
}

/** The part of a response that a report shows. */
export interface AnswerExcerpt {
  readonly status: number;
  readonly contentType: string | undefined;
  /** The first part of the body. */
  readonly body: string;
}

/** An answer on one line: its status, its media type and the beginning of its body. */
export function answerText(answer: AnswerExcerpt | undefined): string {
  if (answer === undefined) return "none";
  return [answer.status, answer.contentType, answer.body.slice(0, shownBody)].filter(Boolean).join("  ");
}

const shownBody = 300;

/** The text on one line of a terminal. */
export function oneLine(text: string): string {
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
