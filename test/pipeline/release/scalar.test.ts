// A value is replaced in its place: comments, quotes and everything around it stay.
import { expect, test } from "vitest";
import { textsAt, withTexts } from "../../../src/pipeline/release/scalar.ts";

test.each<[before: string, after: string]>([
  ["info:\n  version: 0.1.0 # why\n  x: [a,   b]\n", "info:\n  version: 12.0.0 # why\n  x: [a,   b]\n"],
  ["info: { version: '0.1.0' }\n", "info: { version: '12.0.0' }\n"],
  ['{"info":{"version":"0.1.0"}}', '{"info":{"version":"12.0.0"}}'],
  ["# 0.1.0\ninfo:\n  # 0.1.0\n  version: '0.1.0'\n", "# 0.1.0\ninfo:\n  # 0.1.0\n  version: '12.0.0'\n"],
])("%j", (before, after) => {
  expect(withTexts(before, [["info", "version"]], "12.0.0")).toBe(after);
});

test("several at once, in whatever order", () => {
  const lock = '{ "version": "0.1.0", "packages": { "": { "version": "0.1.0" }, "a": { "version": "0.1.0" } } }';
  const places = [["version"], ["packages", "", "version"]];
  const after = '{ "version": "12.0.0", "packages": { "": { "version": "12.0.0" }, "a": { "version": "0.1.0" } } }';
  expect(withTexts(lock, places, "12.0.0")).toBe(after);
  expect(withTexts(lock, places.toReversed(), "12.0.0")).toBe(after);
});

test("what is no text is not replaced", () => {
  expect(() => withTexts("version: 1.0\n", [["version"]], "1.0.0")).toThrow("There is no text at version.");
  expect(textsAt("version: 1.0\n", [["version"], ["a", "b"]])).toEqual([undefined, undefined]);
});
