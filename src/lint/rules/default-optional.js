// A parameter or field with a default may be left out, so it is never required.
// @ts-check

import { isObject, list, quoted } from "./reading/json.js";
import { nodes } from "./reading/nodes.js";
import { closure } from "./reading/references.js";

/** @type {import('./reading/rule.js').Rule} */
export default function* (document) {
  for (const { kind, value, path } of nodes(document, "parameter", "schema")) {
    /** @type {[name: unknown, schema: unknown, at: import('./reading/nodes.js').Path][]} */
    const required =
      kind === "parameter"
        ? value["required"] === true
          ? [[value["name"], value["schema"], [...path, "required"]]]
          : []
        : list(value["required"]).map((name, index) => [
            name,
            isObject(value["properties"]) ? value["properties"][String(name)] : undefined,
            [...path, "required", index],
          ]);
    for (const [name, schema, at] of required) {
      if (!isObject(schema) || !closure(document, { value: schema, path }).some((part) => "default" in part.value))
        continue;
      yield {
        message: `A parameter or field with a default is optional; found ${quoted(name)} required and with a default. Make it optional, or remove the default.`,
        path: at,
      };
    }
  }
}
