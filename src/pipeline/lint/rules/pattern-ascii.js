// A pattern is printable ASCII: a raw letter beyond that can end a mock server that reports it in a header.
// @ts-check

import { isObject, quoted } from "./reading/json.js";
import { nodes } from "./reading/nodes.js";

/** @type {import('./reading/rule.js').Rule} */
export default function* (document) {
  for (const { value: schema, path } of nodes(document, "schema", "condition")) {
    const named = isObject(schema["patternProperties"]) ? Object.keys(schema["patternProperties"]) : [];
    const patterns = [
      { pattern: schema["pattern"], at: [...path, "pattern"] },
      ...named.map((pattern) => ({ pattern, at: [...path, "patternProperties", pattern] })),
    ];
    for (const { pattern, at } of patterns) {
      const other = typeof pattern === "string" ? pattern.match(/[^\x20-\x7e]/)?.[0] : undefined;
      if (other === undefined) continue;
      const escaped = `\\u${other.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
      yield {
        message: `A pattern is written in ASCII; found ${quoted(other)}. Write ${escaped}, in single quotes so that YAML keeps the escape.`,
        path: at,
      };
    }
  }
}
