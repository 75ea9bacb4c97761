// An array in a query is a repeated key, which is what the defaults of `style` and `explode` say.
// @ts-check

import { isObject, quoted } from "./reading/json.js";
import { nodes } from "./reading/nodes.js";
import { target } from "./reading/references.js";

/** @type {import('./reading/rule.js').Rule} */
export default function* (document) {
  for (const { value: parameter, path } of nodes(document, "parameter")) {
    if (parameter["in"] !== "query" || !isObject(parameter["schema"])) continue;
    if (target(document, { value: parameter["schema"], path })?.value["type"] !== "array") continue;
    for (const keyword of ["style", "explode"]) {
      if (!(keyword in parameter)) continue;
      yield {
        message: `An array in a query is repeated (labs=a&labs=b), which is the default; found ${keyword}: ${quoted(parameter[keyword])}. Remove ${keyword}.`,
        path: [...path, keyword],
      };
    }
  }
}
