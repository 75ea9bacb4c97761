// A plugin of Redocly: a document uses only what the vocabulary has, since the gate and the reference know nothing else. And no
// schema leads back to itself without end.
// @ts-check

import leven from "leven";
import { findRow, isForm, limits, vocabulary } from "../shared/contract/vocabulary.ts";
import { isObject, list } from "./rules/reading/json.js";

/**
 * The part of a visitor's context in Redocly that this plugin uses.
 * @typedef {{ source: { absoluteRef: string }, key(): Location, child(steps: (string | number)[]): Location }} Location
 * @typedef {object} Context
 * @property {{ name: string }} type
 * @property {Location} location
 * @property {(reference: object, from: string) => { node?: unknown, location?: Location }} resolve
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
        ? `${suggest(keyword, Object.keys(vocabulary[type.name]))}\`${keyword}\` is not in the vocabulary: correct it, write it another way, or add its row to \`${type.name}\` in src/shared/contract/vocabulary.ts. ${link}`
        : keyword in limits && keyword !== "format"
          ? `\`${keyword}\` cannot have this value: correct it. See openapi/README.md#schemas.`
          : `This value of \`${keyword}\` is not in the vocabulary: write another one, or add it to the row of \`${keyword}\` in src/shared/contract/vocabulary.ts. ${link}`;
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

/**
 * Reports a schema that leads back to itself with no field or item between, and takes that out: whatever checks a value
 * would follow it without end, the rules on examples among them.
 * @type {(schema: Record<string, unknown>, context: Context) => void}
 */
function cutEndless(schema, { location, resolve, report }) {
  /** @type {(node: unknown, file: string, seen?: Set<unknown>) => boolean} */
  const leadsBack = (node, file, seen = new Set()) => {
    if (node === schema) return true;
    if (!isObject(node) || seen.has(node)) return false;
    seen.add(node);
    const target = typeof node["$ref"] === "string" ? resolve(node, file) : {};
    return (
      leadsBack(target.node, target.location?.source.absoluteRef ?? file, seen) ||
      compositions.some((keyword) => list(node[keyword]).some((branch) => leadsBack(branch, file, seen)))
    );
  };
  for (const keyword of compositions) {
    const branches = list(schema[keyword]);
    for (const [index, branch] of branches.entries()) {
      if (!leadsBack(branch, location.source.absoluteRef)) continue;
      const message = `\`${keyword}\` leads back to this schema without a field or an item between. Remove this part, or move it to a field. See openapi/README.md#schemas.`;
      report({ message, location: location.child([keyword, index]) });
      branches[index] = { description: message };
    }
  }
}

const compositions = ["allOf", "anyOf", "oneOf"];

export default function vocabularyPlugin() {
  return {
    id: "vocabulary",
    // Before all rules
    preprocessors: { oas3: { "finite-schemas": () => ({ Schema: { enter: cutEndless } }) } },
    // A reference may have keywords beside it
    rules: { oas3: { known: () => ({ any: { enter: checkObject }, ref: { enter: checkObject } }) } },
  };
}
