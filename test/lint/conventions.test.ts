// The tables of openapi/README.md: the words of `leaves_open` and the demo cast are the same for machines, for lint and for people.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { field, openWords, projectDirectory } from "../../src/shared/contract/index.ts";

const read = (...path: string[]) => readFile(join(projectDirectory, ...path), "utf8");

test("each word has a line in the README, an entry in the schema, and places where it may stand", async () => {
  const { rules } = parse(await read(".spectral.yaml"));
  const options = (rule: string) => field(rules, rule, "then", "functionOptions");
  const assumption = field(options("assumption-form"), "schema", "$defs", "assumption", "properties");
  const section = /^## Assumptions$(.*?)^## /ms.exec(await read("openapi", "README.md"))?.[1] ?? "";
  expect(Object.keys(Object(field(options("assumption-place"), "places")))).toEqual(openWords);
  expect(field(assumption, "leaves_open", "items", "enum")).toEqual(openWords);
  expect([...section.matchAll(/^\| `(\w+)` \|.*[^|\s].*\|.*\. \|$/gm)].map(([, word]) => word)).toEqual(openWords);
});

test("each value of the demo cast stands in the contract, the sandbox or verify, and each id in an example is of the cast", async () => {
  const section = /^## The demo cast$(.*?)^## /ms.exec(await read("openapi", "README.md"))?.[1] ?? "";
  const cells = Array.from(section.matchAll(/^\| (?!Who)(.+) \|$/gm), ([, row = ""]) => row.split(" | ").at(-1) ?? "");
  const contract = await read("generated", "openapi.json");
  const { components } = JSON.parse(contract) as { components: { examples: object } };
  // Ids that no example has are in the sandbox, or in verify
  const others = await Promise.all(
    ["verify", "sandbox"].map(async (tool) => {
      const files = await readdir(join(projectDirectory, "src", tool), { recursive: true });
      return Promise.all(files.filter((file) => file.endsWith(".ts")).map((file) => read("src", tool, file)));
    }),
  );
  const known = [contract, ...others.flat()].join("\n");
  const told = Array.from(cells.join("\n").matchAll(/`([^`]+)`/g), ([, value = ""]) => value);
  const uuid = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;
  expect(told.filter((value) => !/_id$|^org_id$/.test(value) && !known.includes(value))).toEqual([]);
  const strange = [...new Set(JSON.stringify(components.examples).match(uuid))].filter((id) => !told.includes(id));
  const remedy =
    "is in an example and not in the demo cast: use an id of openapi/README.md#the-demo-cast, or add it there";
  expect(strange.map((id) => `${id} ${remedy}.`)).toEqual([]);
});
