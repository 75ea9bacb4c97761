// Null stands where a component is used, and is written one way for each kind of value.
// @ts-check

import { isObject, list } from "./reading/json.js";
import { nodes } from "./reading/nodes.js";

const plain = ["string", "integer", "number", "boolean"];

/** @type {import('./reading/rule.js').Rule} */
export default function* (document) {
  for (const { value: schema, path, parent } of nodes(document, "schema")) {
    // A component that it refers to is reported itself
    const alternatives = [schema, ...list(schema["anyOf"]), ...list(schema["oneOf"])].filter(isObject);
    if (parent?.kind === "components" && alternatives.some(({ type }) => [type].flat().includes("null"))) {
      yield {
        message:
          "A component itself is never null; found one that allows null. Remove null, and write `anyOf: [{$ref: ...}, {type: 'null'}]` where it is used.",
        path,
      };
      continue;
    }
    if (list(schema["oneOf"]).some(isNull)) {
      yield {
        message: "A nullable schema is written with anyOf; found oneOf. Write anyOf.",
        path: [...path, "oneOf"],
      };
    }
    const branches = list(schema["anyOf"]);
    if (branches.length === 2 && branches.some(isNull) && branches.some(isPlain)) {
      yield {
        message:
          "A plain value that may be null is `type: [<type>, 'null']`; found anyOf. Write both types in one list.",
        path: [...path, "anyOf"],
      };
    }
  }
}

/**
 * @param {unknown} branch
 * @returns {boolean}
 */
function isNull(branch) {
  return isObject(branch) && branch["type"] === "null";
}

/**
 * Tells a branch that is a plain value: an open enum is not, since it needs a schema of one type.
 * @param {unknown} branch
 * @returns {boolean}
 */
function isPlain(branch) {
  return isObject(branch) && plain.includes(String(branch["type"])) && !("x-extensible-enum" in branch);
}
