// An assumption leaves open only words that make sense where it stands, and an alternative departs in these alone.
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
    const mark = value["x-assumption"];
    for (const [at, assumption] of [mark].flat().entries()) {
      const { alternatives = {}, leaves_open } = Object(assumption);
      const open = list(leaves_open).map(String);
      // That a mark stands where none belongs is reported by marks-known, an unknown word or form by assumption-form
      if (words.length === 0 || open.some((word) => !(word in places))) continue;
      const here = [...path, "x-assumption", ...(Array.isArray(mark) ? [at] : [])];
      for (const [name, alternative] of Object.entries(alternatives)) {
        const [form = ""] = Object.keys(Object(alternative));
        const { words: departsIn = open, places: on = [kind] } = forms[form] ?? {};
        if (open.some((word) => departsIn.includes(word)) && on.includes(kind)) continue;
        yield {
          message: `alternatives: \`${form}\` departs in ${departsIn.join(" or ")} of a ${on.join(" or ")}; found "${name}" on a ${kind} that leaves open ${open.join(", ")}. Choose one that departs in what is left open here.`,
          path: [...here, "alternatives", name],
        };
      }
      for (const [index, word] of open.entries()) {
        if (words.includes(word)) continue;
        yield {
          message: `leaves_open: ${word} belongs on ${places[word]?.join(", ")}; found it on ${kind}. Write what is open of a ${kind}: ${words.join(", ")}.`,
          path: [...here, "leaves_open", index],
        };
      }
    }
  }
}
