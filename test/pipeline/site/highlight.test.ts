// The code of pages is coloured when the site is built, in each language that pages have.
import { expect, test } from "vitest";
import { parseLanguage } from "../../../src/pipeline/site/page.ts";
import { highlight } from "../../../src/pipeline/site/parts/highlight.ts";

test.each([
  ["json", '{"a": true}'],
  ["sh", "if true; then echo 'a'; fi"],
  ["ts", "const a = 1;"],
  ["python", "def a(): pass"],
  ["go", "func a() {}"],
  ["java", "class A {}"],
])("code in %s is coloured", (word, text) => {
  expect(String(highlight(text, parseLanguage(word)))).toContain('<span class="');
});
