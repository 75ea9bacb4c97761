// The events that an operation causes are webhooks that exist.
// @ts-check

import { list, quoted } from "./reading/json.js";
import { nodes } from "./reading/nodes.js";

/** @type {import('./reading/rule.js').Rule} */
export default function* (document) {
  const webhooks = Object.keys(Object(Object(document).webhooks));
  for (const { value, path } of nodes(document, "operation")) {
    const names = value["x-events"];
    if (names === undefined) continue;
    if (list(names).length > 0 && list(names).every((name) => webhooks.includes(String(name)))) continue;
    const message = `x-events lists keys of webhooks; found ${quoted(names)}. Write some of ${webhooks.join(", ")}.`;
    yield { message, path: [...path, "x-events"] };
  }
}
