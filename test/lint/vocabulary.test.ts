// The vocabulary has no row that nothing needs. What has no row is reported: `redocly.test.ts`.
import { join } from "node:path";
import { createConfig, lint, type Plugin } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import { generatedDirectory, vocabulary } from "../../src/shared/contract/index.ts";

/** Rows that a contract is likely to need next. */
const unused = ["Info contact", "Info termsOfService", "Operation servers", "Schema minLength", "Schema minProperties"];

test("the generated documents need each row but a few", async () => {
  const needed = new Set<string>();
  const note = (node: unknown, { type }: { readonly type: { readonly name: string } }) => {
    for (const keyword of Object.keys(Object(node))) needed.add(`${type.name} ${keyword}`);
  };
  const plugin: Plugin = {
    id: "words",
    rules: { oas3: { note: () => ({ any: { enter: note }, ref: { enter: note } }) } },
  };
  const config = await createConfig({ plugins: [plugin], rules: { "words/note": "error" } });
  for (const name of ["openapi.json", "control-openapi.json"])
    await lint({ ref: join(generatedDirectory, name), config });
  // A note may stand on any object
  const notes = Object.keys(vocabulary.PathItem).filter((word) => vocabulary.PathItem[word]?.compare !== "together");
  const rows = Object.entries(vocabulary).flatMap(([form, keywords]) =>
    Object.keys(keywords).flatMap((keyword) => (notes.includes(keyword) ? [] : [`${form} ${keyword}`])),
  );
  // The first use of a listed row is no fault
  const found = rows.filter((row) => !needed.has(row) && !unused.includes(row));
  expect(found, "no document needs them: delete these rows of the vocabulary, or list them here").toEqual([]);
});
