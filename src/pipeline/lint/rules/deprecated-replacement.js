// What is deprecated says in words what to use instead.
// @ts-check

import { quoted, text } from "./reading/json.js";
import { nodes } from "./reading/nodes.js";
import { description } from "./reading/references.js";

/** @type {import('./reading/rule.js').Rule} */
export default function* (document) {
  for (const node of nodes(document, "operation", "parameter", "header", "schema")) {
    const { value, path } = node;
    const words = text(description(document, node));
    if (value["deprecated"] === true) {
      if (/\bdeprecated\b/i.test(words) && /\b(use|read|instead|replaces?|replaced)\b/i.test(words)) continue;
      yield {
        message: `The description of a deprecated part says "Deprecated: use ... instead"; found ${quoted(words)}. Name the replacement, or say that nothing replaces it.`,
        path: [...path, "deprecated"],
      };
    } else if (/^deprecated\b/i.test(text(value["description"]))) {
      yield {
        message:
          'A part whose description says "deprecated" is marked; found no `deprecated: true`. Add it, so that tools show it.',
        path: [...path, "description"],
      };
    }
  }
}
