// The code of pages is coloured once, however many pages show it and however often the site is built.
import { expect, test } from "vitest";
import { highlighted } from "../../../src/pipeline/site/parts/highlight.ts";

test("the same text is coloured once for each language", () => {
  const text = "const fabricated = 1;";
  const [first, again, other] = [highlighted(text, "ts"), highlighted(text, "ts"), highlighted(text, "sh")];
  expect(String(first)).toContain('<span class="keyword">const</span>');
  expect(again).toBe(first);
  expect(String(other)).not.toBe(String(first));
});
