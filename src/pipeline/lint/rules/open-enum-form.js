// An open enum lists known values of its own plain type, and nothing beside it closes it.
// @ts-check

import { list, quoted } from "./reading/json.js";
import { nodes } from "./reading/nodes.js";

/** @type {Record<string, (value: unknown) => boolean>} */
const isOfType = {
  string: (value) => typeof value === "string" && value !== "",
  integer: Number.isInteger,
};

/** @type {import('./reading/rule.js').Rule} */
export default function* (document) {
  for (const { value: schema, path } of nodes(document, "schema")) {
    if (!("x-extensible-enum" in schema)) continue;
    const type = String(schema["type"]);
    const known = schema["x-extensible-enum"];
    const at = [...path, "x-extensible-enum"];

    if (!Array.isArray(known) || known.length === 0) {
      yield {
        message: `x-extensible-enum is a list of at least one known value; found ${quoted(known)}. List the values that the service names, or where it names none write a plain string with x-not-shown.`,
        path: at,
      };
    }
    for (const [index, value] of list(known).entries()) {
      if (list(known).indexOf(value) < index) {
        yield {
          message: `A known value is listed once; found ${quoted(value)} again. Remove it.`,
          path: [...at, index],
        };
      } else if (isOfType[type] !== undefined && !isOfType[type](value)) {
        yield {
          message: `A known value is of the schema's type, ${type}; found ${quoted(value)}. Correct the value, or quote it.`,
          path: [...at, index],
        };
      }
    }
    if (isOfType[type] === undefined || Array.isArray(schema["type"])) {
      yield {
        message: `An open enum stands on a schema of type string or integer; found type ${quoted(schema["type"])}. Put the enum on the plain schema, and null beside it in anyOf.`,
        path,
      };
    }
    for (const keyword of ["$ref", "enum", "const", "pattern", "allOf", "anyOf", "oneOf"]) {
      if (!(keyword in schema)) continue;
      yield {
        message: `Nothing beside x-extensible-enum may refuse a value; found ${keyword}. Remove it, or move the open enum to a schema of its own.`,
        path: [...path, keyword],
      };
    }
  }
}
