// A beta operation says so twice: in the mark that tools read, and in its description.
// @ts-check

import { quoted, text } from "./reading/json.js";
import { nodes } from "./reading/nodes.js";

/** @type {import('./reading/rule.js').Rule} */
export default function* (document) {
  for (const { value: operation, path } of nodes(document, "operation")) {
    const marked = "x-stability-level" in operation;
    const said = /\bbeta\b/i.test(text(operation["description"]));
    if (marked && operation["x-stability-level"] !== "beta") {
      yield {
        message: `The only stability level is beta; found ${quoted(operation["x-stability-level"])}. Write beta, or remove the mark.`,
        path: [...path, "x-stability-level"],
      };
    }
    if (marked && !said) {
      yield {
        message:
          'The description of a beta operation says "beta" or "closed beta"; found neither. Add the words, or remove x-stability-level.',
        path: [...path, "x-stability-level"],
      };
    }
    if (!marked && said) {
      yield {
        message:
          'An operation whose description says "beta" is marked; found no x-stability-level. Add `x-stability-level: beta`.',
        path: [...path, "description"],
      };
    }
  }
}
