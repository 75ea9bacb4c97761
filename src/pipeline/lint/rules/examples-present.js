// Every body has named examples, which the mock answers with and the tests use.
// @ts-check

import { isObject } from "./reading/json.js";
import { nodes } from "./reading/nodes.js";

/** @type {import('./reading/rule.js').Rule} */
export default function* (document) {
  for (const { value: mediaType, path } of nodes(document, "mediaType")) {
    if ("example" in mediaType) {
      yield {
        message: "Examples of a body are named, under `examples`; found `example`. Move it to a file of its own.",
        path: [...path, "example"],
      };
    } else if (!isObject(mediaType["examples"]) || Object.keys(mediaType["examples"]).length === 0) {
      yield {
        message: "A body has at least one named example; found none. Add `examples` with a $ref to an example file.",
        path,
      };
    }
  }
}
