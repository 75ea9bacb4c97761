// A parameter or field with a default may be left out, so it is never required.
// @ts-check

import { list, quoted } from "./reading/json.js";
import { nodes } from "./reading/nodes.js";
import { closure } from "./reading/references.js";

/** @type {import('./reading/rule.js').Rule} */
export default function* (document) {
  for (const { key, slot, parent, ...schema } of nodes(document, "schema")) {
    const required = parent?.value["required"];
    const isField = slot === "properties" && list(required).includes(key);
    if (parent === undefined || !(isField || (parent.kind === "parameter" && required === true))) continue;
    if (!closure(document, schema).some((part) => "default" in part.value)) continue;
    yield {
      message: `A parameter or field with a default is optional; found ${quoted(isField ? key : parent.value["name"])} required and with a default. Make it optional, or remove the default.`,
      path: [...parent.path, "required", ...(isField ? [list(required).indexOf(key)] : [])],
    };
  }
}
