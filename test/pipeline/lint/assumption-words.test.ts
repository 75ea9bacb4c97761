// The words of `leaves_open` are the same wherever they are listed: for machines, for lint and for people.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { openWords, projectDirectory } from "../../../src/tools/contract/index.ts";

interface Options {
  readonly places: Readonly<Record<string, readonly string[]>>;
  readonly schema: {
    readonly properties: { readonly leaves_open: { readonly items: { readonly oneOf: readonly { const: string }[] } } };
  };
}

const read = (...path: string[]) => readFile(join(projectDirectory, ...path), "utf8");

test("each word has a line in the README, an entry in the schema, and places where it may stand", async () => {
  const { rules } = parse(await read(".spectral.yaml")) as {
    readonly rules: { readonly "assumption-form": { readonly then: { readonly functionOptions: Options } } };
  };
  const { places, schema } = rules["assumption-form"].then.functionOptions;
  const section = /^## Assumptions$(.*?)^## /ms.exec(await read("openapi", "README.md"))?.[1] ?? "";
  expect(Object.keys(places)).toEqual(openWords);
  expect(schema.properties.leaves_open.items.oneOf.map((one) => one.const)).toEqual(openWords);
  expect([...section.matchAll(/^\| `(\w+)` \|.*[^|\s].*\|.*\. \|$/gm)].map(([, word]) => word)).toEqual(openWords);
});
