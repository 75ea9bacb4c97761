// `x-assumption` says what was chosen, why, and what else it could be.
// @ts-check

import { quoted, text } from "./reading/json.js";
import { nodes } from "./reading/nodes.js";

const shortest = 8;

/** @type {import('./reading/rule.js').Rule} */
export default function* (document) {
  for (const { value, path } of nodes(document)) {
    if (!("x-assumption" in value)) continue;
    const assumption = text(value["x-assumption"]);
    const missing = [
      assumption.split(/\s+/).length < shortest && "what was chosen",
      !/\bbecause\b/i.test(assumption) && 'why ("because ...")',
      !/\b(could|may|might)\b/i.test(assumption) && 'what else it could be ("it could ...")',
    ].filter((part) => part !== false);
    if (missing.length === 0) continue;
    yield {
      message: `x-assumption is a string that says what was chosen, why, and what else it could be; found ${quoted(value["x-assumption"])}. Add ${missing.join(", ")}.`,
      path: [...path, "x-assumption"],
    };
  }
}
