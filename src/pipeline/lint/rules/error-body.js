// Every error response has a JSON body with a schema, so that clients get a typed error.
// @ts-check

import { isObject } from "./reading/json.js";
import { nodes } from "./reading/nodes.js";
import { target } from "./reading/references.js";

/** @type {import('./reading/rule.js').Rule} */
export default function* (document) {
  for (const node of nodes(document, "response")) {
    if (node.slot !== "*" || !/^([45]|default$)/.test(node.key)) continue;
    const response = target(document, node);
    if (response === undefined) continue;
    const content = isObject(response.value["content"]) ? response.value["content"] : {};
    const json = Object.entries(content).find(([type]) => /[/+]json$/.test(type))?.[1];
    if (isObject(json) && isObject(json["schema"])) continue;
    yield {
      message:
        "An error response has an application/json body with a schema; found none. Add one; use shared/schemas/ErrorBody.yaml unless more is known.",
      path: response.path,
    };
  }
}
