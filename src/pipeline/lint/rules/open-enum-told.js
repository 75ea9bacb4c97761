// The known values of an open enum also stand where tools that pass over our mark look: in examples and in the description.
// @ts-check

import { isDeepStrictEqual } from "node:util";
import { list, quoted, text } from "./reading/json.js";
import { nodes } from "./reading/nodes.js";

/** @type {import('./reading/rule.js').Rule} */
export default function* (document) {
  for (const { value: schema, path } of nodes(document, "schema")) {
    // What is no list of values is the matter of open-enum-form
    const known = [...new Set(list(schema["x-extensible-enum"]))];
    if (known.length === 0) continue;

    const examples = schema["examples"];
    if (!isDeepStrictEqual(examples, schema["x-extensible-enum"])) {
      yield {
        message: `The examples of an open enum are its known values; found ${quoted(examples)}. Write \`x-extensible-enum: &known\` before the list and \`examples: *known\` below it.`,
        path: examples === undefined ? path : [...path, "examples"],
      };
    }
    const description = text(schema["description"]);
    const unsaid = known.filter((value) => !description.includes(`\`${value}\``));
    if (unsaid.length > 0) {
      yield {
        message: `The description of an open enum names each known value in backticks; found none of ${unsaid.join(", ")}. Write the missing ones at its end, after "Known values:".`,
        path: description === "" ? path : [...path, "description"],
      };
    }
  }
}
