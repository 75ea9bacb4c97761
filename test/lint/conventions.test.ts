// The tables of openapi/README.md: marks, the words of `leaves_open` and the demo cast are the same for machines, for lint and for people.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { projectDirectory } from "../../src/shared/contract/index.ts";
import { openWords } from "../run/open-words.ts";

interface FormOptions {
  readonly schema: {
    readonly $defs: {
      readonly assumption: {
        readonly properties: { readonly leaves_open: { readonly items: { readonly enum: readonly string[] } } };
      };
    };
  };
}

interface Ruleset {
  readonly rules: {
    readonly "assumption-form": { readonly then: { readonly functionOptions: FormOptions } };
    readonly "assumption-place": {
      readonly then: { readonly functionOptions: { readonly places: Readonly<Record<string, readonly string[]>> } };
    };
    readonly "relations-form": {
      readonly then: { readonly functionOptions: { readonly preconditions: readonly string[] } };
    };
    readonly "marks-known": {
      readonly then: { readonly functionOptions: { readonly marks: Readonly<Record<string, readonly string[]>> } };
    };
  };
}

const read = (...path: string[]) => readFile(join(projectDirectory, ...path), "utf8");

test("each word has a line in the README, an entry in the schema, and places where it may stand", async () => {
  const { rules } = parse(await read(".spectral.yaml")) as Ruleset;
  const { places } = rules["assumption-place"].then.functionOptions;
  const { schema } = rules["assumption-form"].then.functionOptions;
  const section = /^## Assumptions$(.*?)^## /ms.exec(await read("openapi", "README.md"))?.[1] ?? "";
  expect(Object.keys(places)).toEqual(openWords);
  expect(schema.$defs.assumption.properties.leaves_open.items.enum).toEqual(openWords);
  expect([...section.matchAll(/^\| `(\w+)` \|.*[^|\s].*\|.*\. \|$/gm)].map(([, word]) => word)).toEqual(openWords);
});

/** The words of the README for the places of a mark, and those of lint. The rules of a parameter hold for a header. */
const kinds: readonly (readonly [words: RegExp, kind: string])[] = [
  [/\boperation\b|\bevent\b/, "operation"],
  [/\bparameter\b/, "parameter"],
  [/\bresponse\b/, "response"],
  [/\bschema\b|\bobject\b|\bfield\b|\bproperty\b/, "schema"],
  [/\bsecurity scheme\b/, "securityScheme"],
];

function kindsIn(text: string): string[] {
  return kinds.flatMap(([words, kind]) => (words.test(text) || text === "anything" ? [kind] : []));
}

const withoutHeaders = (places: readonly string[]) => places.filter((place) => place !== "header").toSorted();

test("each word may stand where the README says, in its column or after `On` in its text", async () => {
  const { rules } = parse(await read(".spectral.yaml")) as Ruleset;
  const section = /^## Assumptions$(.*?)^## /ms.exec(await read("openapi", "README.md"))?.[1] ?? "";
  const { places } = rules["assumption-place"].then.functionOptions;
  const told = Array.from(
    section.matchAll(/^\| `(?!leaves_open)(\w+)` \| (.+?) \| (.+) \|$/gm),
    ([, word = "", on = "", text = ""]) => {
      const more = Array.from(text.matchAll(/\bOn (an? [\w ]+?):/g), ([, where = ""]) => kindsIn(where)).flat();
      return [word, [...new Set([...kindsIn(on), ...more])].toSorted()];
    },
  );
  expect(told).toEqual(Object.entries(places).map(([word, where]) => [word, withoutHeaders(where)]));
});

test("each mark may stand where the README says", async () => {
  const { rules } = parse(await read(".spectral.yaml")) as Ruleset;
  const section = /^## Marks$(.*?)^## /ms.exec(await read("openapi", "README.md"))?.[1] ?? "";
  let above: string[] = [];
  const told = Array.from(
    section.matchAll(/^\| `(x-[\w-]+)(?:: \w+)?` \| .+? \| (.+) \|$/gm),
    ([, mark = "", on = ""]) => {
      above = on === "the same" ? above : kindsIn(on).toSorted();
      return [mark, above] as const;
    },
  );
  const { marks } = rules["marks-known"].then.functionOptions;
  expect(Object.fromEntries(told)).toEqual(
    Object.fromEntries(Object.entries(marks).map(([mark, where]) => [mark, withoutHeaders(where)])),
  );
  for (const where of Object.values(marks)) expect(where.includes("header")).toBe(where.includes("parameter"));
});

test("what has to be so beforehand is named in the README, and nothing else", async () => {
  const { rules } = parse(await read(".spectral.yaml")) as Ruleset;
  const section = /^`x-preconditions` lists (.*?)\. `x-events`/ms.exec(await read("openapi", "README.md"))?.[1] ?? "";
  const told = Array.from(section.matchAll(/`([\w-]+)` \(/g), ([, name]) => name);
  expect(told).toEqual(rules["relations-form"].then.functionOptions.preconditions);
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
