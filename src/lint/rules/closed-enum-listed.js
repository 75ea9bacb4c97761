// A closed enum or a constant stands only where `.spectral.yaml` allows it, with a reason.
// @ts-check

import { quoted } from "./reading/json.js";
import { nodes } from "./reading/nodes.js";

/** @typedef {import('./reading/nodes.js').Node} Node */

/**
 * One allowed place: the component of that name, or wherever a parameter or a property of that name stands.
 * @typedef {{ keyword: 'enum' | 'const', schema?: string, parameter?: string, property?: string, reason: string }} Allowed
 */

/** @type {import('./reading/rule.js').Rule<{ allowed: Allowed[] }>} */
export default function* (document, { allowed }) {
  for (const node of nodes(document, "schema")) {
    for (const keyword of /** @type {const} */ (["enum", "const"])) {
      if (!(keyword in node.value)) continue;
      if (allowed.some((place) => place.keyword === keyword && stands(node, place))) continue;
      yield {
        message: `${keyword} promises that no value will ever be added, so it is allowed only at the places listed under closed-enum-listed in .spectral.yaml; found ${quoted(node.value[keyword])}. Write x-extensible-enum, or add the place to the list with its reason.`,
        path: [...node.path, keyword],
      };
    }
  }
}

/**
 * Tells a schema that is an allowed place, or the items of one.
 * @param {Node} node
 * @param {Allowed} place
 * @returns {boolean}
 */
function stands(node, place) {
  const { parent } = node;
  if (parent === undefined) return false;
  if (node.slot === "items") return stands(parent, place);
  if (parent.kind === "components") return node.key === place.schema;
  if (parent.kind === "parameter") return parent.value["name"] === place.parameter;
  return node.slot === "properties" && node.key === place.property;
}
