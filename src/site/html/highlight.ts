// Colours code when the site is built, so that a reader's browser need not.
import { createRequire } from "node:module";
import { finished, type Html, html } from "../../shared/look/index.ts";

/** The part of highlight.js that is used. Its own types would bring those of browsers into the whole project. */
interface Highlighter {
  getLanguage(name: string): unknown;
  configure(options: { readonly classPrefix: string }): void;
  highlight(text: string, options: { readonly language: string }): { readonly value: string };
}

const require = createRequire(import.meta.url);
const highlighter = require("highlight.js/lib/common") as Highlighter;
highlighter.configure({ classPrefix: "" });

/** Writes code as HTML, its parts in spans with a class each. */
export function highlight(text: string, language: string): Html {
  if (!highlighter.getLanguage(language)) return html`${text}`;
  const { value } = highlighter.highlight(text, { language });
  // Brackets and commas keep the colour of the text: a span for each would double the page
  return finished(value.replaceAll(/<span class="punctuation">([^<]*)<\/span>/g, "$1"));
}
