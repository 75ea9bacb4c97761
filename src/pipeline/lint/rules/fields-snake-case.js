// Fields and parameters are snake_case; headers are spelled as the service spells them.
// @ts-check

import { quoted } from "./reading/json.js";
import { nodes } from "./reading/nodes.js";

const snakeCase = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;

/** @type {import('./reading/rule.js').Rule} */
export default function* (document) {
  for (const { kind, slot, key, value, path } of nodes(document, "schema", "parameter")) {
    const name = kind === "parameter" ? value["name"] : slot === "properties" ? key : undefined;
    if (typeof name !== "string" || value["in"] === "header" || snakeCase.test(name)) continue;
    yield {
      message: `A ${kind === "parameter" ? "parameter" : "field"} is named in snake_case; found ${quoted(name)}. Rename it.`,
      path: kind === "parameter" ? [...path, "name"] : path,
    };
  }
}
