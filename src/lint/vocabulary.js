// A plugin of Redocly: a document uses only what the vocabulary has, since the gate and the reference know nothing else.
// @ts-check

import leven from "leven";
import { findRow, isForm, vocabulary } from "../shared/contract/vocabulary.ts";

/**
 * The part of a visitor's context in Redocly that this plugin uses.
 * @typedef {{ key(): Location, child(steps: string[]): Location }} Location
 * @typedef {object} Context
 * @property {{ name: string }} type
 * @property {Location} location
 * @property {(problem: { message: string, location?: Location }) => void} report
 */

const link = "See CONTRIBUTING.md#extend-the-vocabulary.";

/** @type {(node: unknown, context: Context) => void} */
function checkObject(node, { type, location, report }) {
  if (!isForm(type.name) || typeof node !== "object" || node === null) return;
  for (const [keyword, value] of Object.entries(node)) {
    // Redocly follows references, and reports those that lead nowhere
    if (keyword === "$ref" || findRow(type.name, keyword, value) !== undefined) continue;
    const row = vocabulary[type.name][keyword];
    const message =
      row === undefined
        ? `${suggest(keyword, Object.keys(vocabulary[type.name]))}\`${keyword}\` is not in the vocabulary: add its row to \`${type.name}\` in src/shared/contract/vocabulary.ts, or write it another way. ${link}`
        : `This value of \`${keyword}\` is not in the vocabulary: add it to the row of \`${keyword}\` in src/shared/contract/vocabulary.ts, or write another one. ${link}`;
    report({ message, location: location.child([keyword]).key() });
  }
}

/** @type {(keyword: string, known: readonly string[]) => string} */
function suggest(keyword, known) {
  /** @type {(name: string) => number} */
  const measure = (name) => leven(name.toLowerCase(), keyword.toLowerCase());
  const [nearest = ""] = known.toSorted((a, b) => measure(a) - measure(b));
  return measure(nearest) > 2 ? "" : `Did you mean \`${nearest}\`? `;
}

export default function vocabularyPlugin() {
  return {
    id: "vocabulary",
    // A reference may have keywords beside it
    rules: { oas3: { known: () => ({ any: { enter: checkObject }, ref: { enter: checkObject } }) } },
  };
}
