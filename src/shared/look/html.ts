// Writes HTML with everything escaped that is not HTML already: the one place that knows the template library.
import { html as escapeInto, type SafeHtml } from "@remix-run/html-template";

/** A piece of finished HTML; anything else that is put into a template is escaped. */
export type Html = SafeHtml;

type Part = Html | string | number | null | undefined | Part[];

/** Template tag: writes HTML, escaping strings and numbers that are put into it. Nothing is written for `null` and `undefined`. */
export const html: (strings: TemplateStringsArray, ...parts: readonly Part[]) => Html = escapeInto;

/** Wraps HTML from a library that escapes its input. */
export function finished(text: string): Html {
  return escapeInto.raw`${text}`;
}
