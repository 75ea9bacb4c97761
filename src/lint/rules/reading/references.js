// Follows `$ref` inside the bundle, where every reference is local.
// @ts-check

import { isObject, list } from "./json.js";

/** @typedef {import('./json.js').JsonObject} JsonObject */
/** @typedef {import('./nodes.js').Path} Path */
/** @typedef {{ value: JsonObject, path: Path }} Place */

/**
 * An object and everything that holds beside it: through `$ref` and the `allOf` of a schema. The end of a chain of references is the last.
 * @param {unknown} document
 * @param {Place} place
 * @returns {Place[]}
 */
export function closure(document, place) {
  /** @type {Place[]} */
  const found = [];
  const waiting = [place];
  for (let current = waiting.shift(); current !== undefined; current = waiting.shift()) {
    const { value, path } = current;
    if (found.some((other) => other.value === value)) continue;
    found.push(current);
    const referenced = next(document, value["$ref"]);
    if (referenced !== undefined) waiting.push(referenced);
    for (const [index, part] of list(value["allOf"]).entries()) {
      if (isObject(part)) waiting.push({ value: part, path: [...path, "allOf", index] });
    }
  }
  return found;
}

/**
 * @param {unknown} document
 * @param {unknown} reference
 * @returns {Place | undefined}
 */
function next(document, reference) {
  if (typeof reference !== "string" || !reference.startsWith("#/")) return undefined;
  const path = reference
    .slice(2)
    .split("/")
    .map((segment) => decodeURIComponent(segment).replaceAll("~1", "/").replaceAll("~0", "~"));
  /** @type {unknown} */
  let value = document;
  for (const segment of path) value = isObject(value) ? value[segment] : undefined;
  return isObject(value) ? { value, path } : undefined;
}
