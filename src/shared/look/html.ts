// Writes HTML with everything escaped that is not HTML already: the one place that knows the template library.
import { html, type SafeHtml } from "@remix-run/html-template";

/** A piece of finished HTML; anything else that is put into a template is escaped. */
export type Html = SafeHtml;

/** Template tag: writes HTML, escaping strings and numbers that are put into it. Nothing is written for `undefined`. */
export { html };

/** Wraps HTML from a library that escapes its input. */
export function finished(text: string): Html {
  return html.raw`${text}`;
}
