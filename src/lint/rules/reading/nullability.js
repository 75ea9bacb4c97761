// Finds out if a schema lets null through.
// @ts-check

import { isObject, list } from "./json.js";
import { target } from "./references.js";

/**
 * @param {unknown} document
 * @param {import('./references.js').Place} place
 * @param {ReadonlySet<unknown>} [above] the schemas that led here, since branches may go round in a circle
 * @returns {boolean}
 */
export function allowsNull(document, place, above = new Set()) {
  const found = target(document, place);
  if (found === undefined || above.has(found.value)) return false;
  const { value, path } = found;
  return (
    [value["type"]].flat().includes("null") ||
    [...list(value["anyOf"]), ...list(value["oneOf"])].some(
      (branch) => isObject(branch) && allowsNull(document, { value: branch, path }, new Set([...above, value])),
    )
  );
}
