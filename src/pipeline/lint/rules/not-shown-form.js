// `x-not-shown` is a list that says, entry by entry, what the service does not publish.
// @ts-check

import { list, quoted, text } from "./reading/json.js";
import { nodes } from "./reading/nodes.js";

/** @type {import('./reading/rule.js').Rule} */
export default function* (document) {
  for (const { value, path } of nodes(document)) {
    if (!("x-not-shown" in value)) continue;
    const entries = value["x-not-shown"];
    const at = [...path, "x-not-shown"];
    if (!Array.isArray(entries) || entries.length === 0) {
      yield {
        message: `x-not-shown is a list of at least one string; found ${quoted(entries)}. Name what is not published, one entry each, or remove the mark.`,
        path: at,
      };
    }
    for (const [index, entry] of list(entries).entries()) {
      if (text(entry) !== "") continue;
      yield {
        message: `An entry of x-not-shown is a string; found ${quoted(entry)}. Name what is not published (quote a string that contains a colon).`,
        path: [...at, index],
      };
    }
  }
}
