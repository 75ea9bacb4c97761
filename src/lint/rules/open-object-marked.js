// An open object says so and names what is not shown; none is closed, and none is open by accident.
// @ts-check

import { nodes } from "./reading/nodes.js";

/** Keywords that describe data without limiting it. */
const annotations = new Set(["title", "description", "deprecated", "default", "examples"]);

/** Keywords by which an object without `properties` still says what is in it. */
const saysWhatIsIn = ["properties", "additionalProperties", "$ref", "allOf", "anyOf", "oneOf"];

/** @type {import('./reading/rule.js').Rule} */
export default function* (document) {
  for (const { value: schema, path } of nodes(document, "schema")) {
    const marked = "x-not-shown" in schema;
    if (schema["additionalProperties"] === false) {
      yield {
        message: "An object accepts fields that a newer service adds; found additionalProperties: false. Remove it.",
        path: [...path, "additionalProperties"],
      };
    } else if (schema["additionalProperties"] === true && !marked) {
      yield {
        message:
          "An open object says what is not shown; found additionalProperties: true without x-not-shown. Add x-not-shown, or remove additionalProperties if all fields are shown.",
        path: [...path, "additionalProperties"],
      };
    }
    if (schema["type"] === "array" && !("items" in schema)) {
      yield {
        message: "An array describes its items; found no items. Add them, as an open schema if they are not shown.",
        path,
      };
    }
    if ([schema["type"]].flat().includes("object") && !saysWhatIsIn.some((keyword) => keyword in schema)) {
      yield {
        message:
          "An object describes its fields; found neither properties nor additionalProperties. Write `additionalProperties: true` with x-not-shown, or a value schema for a map.",
        path,
      };
    }
    if (!marked && Object.keys(schema).every((key) => key.startsWith("x-") || annotations.has(key))) {
      yield {
        message:
          "A schema that allows anything says what is not shown; found neither a type nor x-not-shown. Add the type, or x-not-shown.",
        path,
      };
    }
  }
}
