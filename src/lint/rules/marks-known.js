// Only the marks that mean something here exist, each only on what it can say something about.
// @ts-check

import { nodes } from "./reading/nodes.js";

/** @type {import('./reading/rule.js').Rule<{ marks: Record<string, string[]> }>} */
export default function* (document, { marks }) {
  for (const { kind, value, path } of nodes(document)) {
    // Bundlers and readers drop what stands beside a reference, except in a schema.
    const dropped = kind !== "schema" && "$ref" in value;
    for (const key of Object.keys(value)) {
      if (!key.startsWith("x-")) continue;
      const places = marks[key];
      const problem =
        places === undefined
          ? `A mark is one of ${Object.keys(marks).join(", ")}; found ${key}. Correct its spelling, or remove it.`
          : !places.includes(kind)
            ? `${key} belongs on ${places.join(", ")}; found it on ${kind}. Move it to what it describes.`
            : dropped &&
              `${key} belongs on the ${kind} itself; found it beside a $ref, where it is ignored. Move it to the component.`;
      if (problem) yield { message: problem, path: [...path, key] };
    }
  }
}
