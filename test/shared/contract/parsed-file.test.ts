// The places in JSON, which has a parser of its own, are those that the parser of YAML finds in the same text.
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseFile } from "../../../src/shared/contract/parsed-file.ts";

/** Every path in a value, and one that leads nowhere. */
function listPaths(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  const entries = Object.entries(typeof value === "object" && value !== null ? value : {});
  return [path, [...path, "nowhere"], ...entries.flatMap(([key, item]) => listPaths(item, [...path, key]))];
}

test("every part of a JSON text", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 2, "\t"), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      // To the parser of YAML this key merges
      fc.pre(!text.includes("<<"));
      const [json, yaml] = ["a.json", "a.yaml"].map((name) => parseFile(text, name));
      for (const path of listPaths(JSON.parse(text))) expect(json?.place(path)).toEqual(yaml?.place(path));
    }),
  );
});
