// What an assumption leaves open is something that a server could do differently where it stands.
// @ts-check

import { list } from "./reading/json.js";
import { nodes } from "./reading/nodes.js";

/** @type {import('./reading/rule.js').Rule<{ places: Record<string, string[]> }>} */
export default function* (document, { places }) {
  for (const { kind, value, path } of nodes(document)) {
    const words = Object.keys(places).filter((word) => places[word]?.includes(kind));
    // That a mark stands where none belongs is reported by marks-known
    if (words.length === 0) continue;
    const mark = value["x-assumption"];
    for (const [at, assumption] of [mark].flat().entries()) {
      for (const [index, word] of list(Object(assumption)["leaves_open"]).entries()) {
        const belongs = places[String(word)];
        if (belongs === undefined || belongs.includes(kind)) continue;
        yield {
          message: `leaves_open: ${word} belongs on ${belongs.join(", ")}; found it on ${kind}. Write what is open of a ${kind}: ${words.join(", ")}.`,
          path: [...path, "x-assumption", ...(Array.isArray(mark) ? [at] : []), "leaves_open", index],
        };
      }
    }
  }
}
