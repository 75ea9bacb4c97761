// The code of pages is coloured once, however many pages show it and however often the site is built.
import { expect, test } from "vitest";
import { languageOf } from "../../../src/pipeline/site/page.ts";
import { highlighted } from "../../../src/pipeline/site/parts/highlight.ts";

test.each([
  ["json", '{"a": true}'],
  ["sh", "if true; then echo 'a'; fi"],
  ["ts", "const a = 1;"],
  ["python", "def a(): pass"],
  ["go", "func a() {}"],
  ["java", "class A {}"],
])("code in %s is coloured", (word, text) => {
  expect(String(highlighted(text, languageOf(word)))).toContain('<span class="');
});

test("the same text is coloured once for each language", () => {
  const text = "const fabricated = 1;";
  const [first, again, other] = [highlighted(text, "ts"), highlighted(text, "ts"), highlighted(text, "sh")];
  expect(String(first)).toContain('<span class="keyword">const</span>');
  expect(again).toBe(first);
  expect(String(other)).not.toBe(String(first));
});
