// The vocabulary plugin of Redocly: what has no row is reported at its line, and the table has no row that nothing needs.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { generatedDirectory, vocabulary } from "../../src/shared/contract/index.ts";
import { checkFiles } from "./check-files.ts";
import { readWords } from "./read-words.ts";

/** Lints a document in two files; the lines that are reported, each with the keyword. */
async function findUnknown(schema: string, operation = ""): Promise<string[]> {
  const index = `openapi: 3.1.1
info: { title: Sample, version: 1.0.0 }
paths:
  /things:
    get:
      ${operation}
      responses:
        '200':
          description: The thing.
          content: { application/json: { schema: { $ref: Thing.yaml } } }
`;
  const files = { "openapi.yaml": index, "Other.yaml": "type: string\n", "Thing.yaml": schema };
  return (await checkFiles(files, "vocabulary", ["known"])).found.map(({ line, message }) => `${line} ${message}`);
}

test.each<[what: string, schema: string, found: string[]]>([
  ["what the contract uses", "type: object\nproperties:\n  a: { type: [string, 'null'], maxLength: 5 }\n", []],
  [
    "a keyword without a row",
    "type: array\ncontains: { type: string }\n",
    ["2 `contains` is not in the vocabulary: add its row"],
  ],
  [
    "a keyword inside of one without a row",
    "type: object\npatternProperties:\n  a: { minContains: 1 }\n",
    ["2 `patternProperties` is not in", "3 `minContains` is not in"],
  ],
  ["a value without a row", "type: integer\nformat: int64\n", ["2 This value of `format` is not in the vocabulary"]],
  ["no alternative at all", "anyOf: []\n", ["1 This value of `anyOf` is not in the vocabulary"]],
  ["an object as a constant", "const: { a: 1 }\n", ["1 This value of `const` is not in the vocabulary"]],
  [
    "a keyword beside a reference",
    "type: object\nproperties:\n  a:\n    $ref: Other.yaml\n    readOnly: true\n",
    ["5 `readOnly` is not in the vocabulary"],
  ],
])("%s", async (_, schema, found) => {
  expect(await findUnknown(schema)).toEqual(found.map((text) => expect.stringContaining(text)));
});

test.each([
  ["callbacks: {}", "6 `callbacks` is not in"],
  ["parameters: [{ name: a, in: cookie, schema: {} }]", "6 This value of `in` is not in"],
  ["parameters: [{ name: a, in: query, explode: true, schema: {} }]", "6 `explode` is not in"],
])("a form without a row: %s", async (operation, found) => {
  expect(await findUnknown("type: string\n", operation)).toEqual([expect.stringContaining(found)]);
});

test("the generated documents are inside, and need each row but a few", async () => {
  const names = ["openapi.json", "control-openapi.json"];
  const read = names.map(async (name) => readWords(JSON.parse(await readFile(join(generatedDirectory, name), "utf8"))));
  const documents = await Promise.all(read);
  expect(documents.flatMap(({ outside }) => [...outside])).toEqual([]);
  const needed = new Set(documents.flatMap(({ words }) => [...words]));
  // A note may stand on any object
  const notes = Object.keys(vocabulary.PathItem).filter(
    (keyword) => vocabulary.PathItem[keyword]?.compare !== "together",
  );
  const rows = Object.entries(vocabulary).flatMap(([form, keywords]) =>
    Object.keys(keywords).flatMap((keyword) => (notes.includes(keyword) ? [] : [`${form} ${keyword}`])),
  );
  expect(rows.filter((row) => !needed.has(row))).toEqual([
    "Info contact",
    "Info termsOfService",
    "Operation servers",
    "Schema minLength",
    "Schema minProperties",
    "Schema $ref",
  ]);
});
