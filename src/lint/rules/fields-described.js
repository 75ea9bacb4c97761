// Every property, parameter and header has a description: its own, or that of the component it refers to.
// @ts-check

import { quoted, text } from "./reading/json.js";
import { nodes } from "./reading/nodes.js";
import { target } from "./reading/references.js";

/** @type {import('./reading/rule.js').Rule} */
export default function* (document) {
  for (const node of nodes(document, "schema", "parameter", "header")) {
    if (node.kind === "schema" ? node.slot !== "properties" : "$ref" in node.value) continue;
    if (text(node.value["description"] ?? target(document, node)?.value["description"]) !== "") continue;
    const what = node.kind === "schema" ? "property" : node.kind;
    yield {
      message: `A ${what} has a description; found none on ${quoted(node.value["name"] ?? node.key)}. Say what it means, with its unit where the service states one.`,
      path: node.path,
    };
  }
}
