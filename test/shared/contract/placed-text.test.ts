// The places in JSON, which a reader of its own finds, are those that the parser of YAML finds in the same text.
import fc from "fast-check";
import { expect, test } from "vitest";
import { PlacedJson, PlacedText } from "../../../src/shared/contract/placed-text.ts";

/** Every path in a value, and one that leads nowhere. */
function listPaths(value: unknown, path: readonly string[] = []): string[][] {
  const inside = Object.entries(typeof value === "object" && value !== null ? value : {});
  return [[...path], [...path, "nowhere"], ...inside.flatMap(([key, inner]) => listPaths(inner, [...path, key]))];
}

test("each part of a JSON text is found where the parser of YAML finds it", () => {
  // A key that merges is one to YAML alone
  const value = fc.jsonValue({ maxDepth: 4 }).filter((one) => !JSON.stringify(one).includes('"<<"'));
  const property = fc.property(value, fc.constantFrom(undefined, 2), (one, indent) => {
    const text = JSON.stringify(one, null, indent);
    const [json, yaml] = [new PlacedJson(text), new PlacedText(text)];
    const paths = listPaths(JSON.parse(text));
    expect(paths.map((path) => json.place(path))).toEqual(paths.map((path) => yaml.place(path)));
  });
  fc.assert(property, { numRuns: 200 });
});
