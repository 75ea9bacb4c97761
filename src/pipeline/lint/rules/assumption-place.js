// What an assumption leaves open is something that a server could do differently where it stands, and an alternative departs in nothing else.
// @ts-check

import { list } from "./reading/json.js";
import { nodes } from "./reading/nodes.js";

/**
 * @typedef {{ words: string[], places: string[] }} Form
 * @type {import('./reading/rule.js').Rule<{ places: Record<string, string[]>, alternatives: Record<string, Form> }>}
 */
export default function* (document, { places, alternatives: forms }) {
  for (const { kind, value, path } of nodes(document)) {
    const words = Object.keys(places).filter((word) => places[word]?.includes(kind));
    // That a mark stands where none belongs is reported by marks-known
    if (words.length === 0) continue;
    const mark = value["x-assumption"];
    for (const [at, assumption] of [mark].flat().entries()) {
      const { alternatives = {}, leaves_open: open } = Object(assumption);
      const here = [...path, "x-assumption", ...(Array.isArray(mark) ? [at] : [])];
      for (const [name, alternative] of Object.entries(alternatives)) {
        const form = Object.keys(Object(alternative))[0] ?? "";
        const { words: departsIn = [], places: on = [] } = forms[form] ?? {};
        const isOpen = list(open).some((word) => departsIn.includes(String(word)));
        if (isOpen && on.includes(kind)) continue;
        const problem = isOpen
          ? `is applied to ${on.join(" or ")}; found it on ${kind}`
          : `departs in ${departsIn.join(" or ")}, which leaves_open does not have`;
        yield {
          message: `alternatives: \`${form}\` of "${name}" ${problem}. Choose one that departs in what is left open here.`,
          path: [...here, "alternatives", name],
        };
      }
      for (const [index, word] of list(open).entries()) {
        const belongs = places[String(word)];
        if (belongs === undefined || belongs.includes(kind)) continue;
        yield {
          message: `leaves_open: ${word} belongs on ${belongs.join(", ")}; found it on ${kind}. Write what is open of a ${kind}: ${words.join(", ")}.`,
          path: [...here, "leaves_open", index],
        };
      }
    }
  }
}
