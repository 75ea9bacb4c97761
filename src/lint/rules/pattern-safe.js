// No text makes a pattern take longer than its length explains: validators run it on what strangers send.
// @ts-check

import { isSafePattern } from "redos-detector";
import { quoted } from "./reading/json.js";
import { nodes } from "./reading/nodes.js";

/** @type {import('./reading/rule.js').Rule} */
export default function* (document) {
  for (const { value, path } of nodes(document, "schema")) {
    const { pattern } = value;
    if (typeof pattern !== "string" || !isRegExp(pattern) || isSafePattern(pattern, { unicode: true }).safe) continue;
    yield {
      message: `A pattern takes time in proportion to the text; found ${quoted(pattern)}, in which several parts can match the same text. Let each repeated part begin with a character that no other can match.`,
      path: [...path, "pattern"],
    };
  }
}

/** A pattern that is not a regular expression is reported by schema-compiles. @param {string} pattern */
function isRegExp(pattern) {
  try {
    new RegExp(pattern, "u");
    return true;
  } catch {
    return false;
  }
}
