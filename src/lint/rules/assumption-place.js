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
    // That a mark stands where none belongs is reported by marks-known
    if (words.length === 0) continue;
    const mark = value["x-assumption"];
    for (const [at, assumption] of [mark].flat().entries()) {
      const { alternatives = {}, leaves_open: open } = Object(assumption);
      const here = [...path, "x-assumption", ...(Array.isArray(mark) ? [at] : [])];
      for (const [name, alternative] of Object.entries(alternatives)) {
        const [form = ""] = Object.keys(Object(alternative));
        const { words: departsIn, places: on } = forms[form] ?? {};
        // An unknown form and an unknown word are reported by assumption-form
        if (departsIn === undefined || on === undefined || list(open).some((word) => !(String(word) in places)))
          continue;
        if (list(open).some((word) => departsIn.includes(String(word))) && on.includes(kind)) continue;
        yield {
          message: `alternatives: \`${form}\` departs in ${departsIn.join(" or ")} of a ${on.join(" or ")}; found "${name}" on a ${kind} that leaves open ${list(open).join(", ")}. Choose one that departs in what is left open here.`,
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
