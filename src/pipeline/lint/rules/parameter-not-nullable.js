// A parameter is never null: a URL or a header cannot carry it.
// @ts-check

import { isObject } from "./reading/json.js";
import { nodes } from "./reading/nodes.js";
import { allowsNull } from "./reading/nullability.js";
import { target } from "./reading/references.js";

/** @type {import('./reading/rule.js').Rule} */
export default function* (document) {
  for (const { value: parameter, path } of nodes(document, "parameter")) {
    if (!isObject(parameter["schema"])) continue;
    const schema = { value: parameter["schema"], path: [...path, "schema"] };
    const items = target(document, schema)?.value["items"];
    const places = isObject(items) ? [schema, { value: items, path: [...schema.path, "items"] }] : [schema];
    for (const place of places) {
      if (!allowsNull(document, place)) continue;
      yield {
        message: `A parameter is never null, because a ${String(parameter["in"])} parameter cannot carry it; found a schema that allows null. Remove null: what may be null is a plain optional parameter.`,
        path: place.path,
      };
    }
  }
}
