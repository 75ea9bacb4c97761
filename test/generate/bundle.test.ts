// The bundle of a contract: keys and known values are spelled out in it, and a broken contract has none. The words of refusals are Redocly's.
import { readFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { bundle, soundBundle } from "../../src/generate/index.ts";
import { generatedDirectory } from "../../src/shared/contract/index.ts";
import { FileProblemsError } from "../../src/shared/findings/index.ts";
import { type Edits, writeSmallContract } from "../lint/small-contract.ts";

test("is what `redocly bundle` has written", async () => {
  const written = parse(await readFile(join(generatedDirectory, "openapi.yaml"), "utf8")) as object;
  expect(await soundBundle()).toEqual(written);
});

test("a file that nothing refers to yet is no fault, and that of lint", async () => {
  const root = writeSmallContract({ files: { "v2/schemas/New.yaml": "type: object\n" } });
  expect((await soundBundle(root)).openapi).toBe("3.1.1");
});

test("has each entry of the register in the place of its key, of several keys a list, and an unknown key as it is", async () => {
  const name = { "v2/schemas/Thing.yaml": { "x-assumption: text": "x-assumption: none" } };
  const document = await bundle(writeSmallContract({ edits: name }));
  const status = { chose: "Status 200", because: "none is stated", could_be: "another 2xx", leaves_open: ["status"] };
  const fields = { chose: "All fields", could_be: "fewer or more", leaves_open: ["fields"] };
  const marks = [{ key: "all-fields", ...fields }, { key: "text" }];
  const content = { "application/json": { schema: { "x-assumption": marks } } };
  expect(document).toMatchObject({
    paths: {
      "/v2/thing/{thing_id}": {
        get: { responses: { 200: { "x-assumption": { key: "success-status", ...status }, content } } },
      },
    },
    components: { schemas: { Thing: { "x-assumption": fields, properties: { name: { "x-assumption": "none" } } } } },
  });
});

describe("known values", () => {
  /** A schema of the bundle with these fields, as text, so that the order of its fields counts. */
  async function readSchema(schema: object): Promise<string> {
    const document = await bundle(writeSmallContract({ files: { "shared/schemas/Note.yaml": stringify(schema) } }));
    return JSON.stringify(document.components.schemas["Note"]);
  }

  test("stand behind their list, and at the end of the description", async () => {
    const marks = { "x-extensible-enum": ["on", "off"], "x-not-shown": ["More."] };
    expect(await readSchema({ type: "string", description: "A state.", ...marks })).toBe(
      '{"type":"string","description":"A state. Known values: `on`, `off`.","x-extensible-enum":["on","off"],"examples":["on","off"],"x-not-shown":["More."]}',
    );
    expect(await readSchema({ "x-extensible-enum": [1], description: "A level." })).toContain(
      "A level. Known value: `1`.",
    );
  });

  test("are not repeated where the source has them: in a description that names all, and in examples", async () => {
    const schema = { description: "`on` starts.", "x-extensible-enum": ["on"], examples: ["on", "new"] };
    expect(await readSchema(schema)).toBe(JSON.stringify(schema));
  });

  test("of a long list stand in lines of less than 100 characters, in a paragraph of its own", async () => {
    const values = Array.from({ length: 40 }, (_, at) => `value_number_${at}`);
    const { description } = JSON.parse(await readSchema({ description: "A kind.", "x-extensible-enum": values }));
    const [text, gap, ...lines] = (description as string).split("\n");
    expect([text, gap]).toEqual(["A kind.", ""]);
    expect(lines.join(" ")).toBe(`Known values: ${values.map((value) => `\`${value}\``).join(", ")}.`);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(100);
    expect(Math.min(...lines.slice(0, -1).map((line) => line.length))).toBeGreaterThan(75);
  });
});

describe("a broken contract is refused with its file, whatever way it is broken", () => {
  const same = { "v3/schemas/Thing.yaml": "type: object\n" };
  const refer = { "v3/schemas/ThingList.yaml": { "properties:": "properties:\n  thing: { $ref: ./Thing.yaml }" } };

  test.each<[what: string, edits: Edits, found: RegExp]>([
    [
      "no file",
      { files: { "openapi.yaml": null } },
      /^Found no contract at .*openapi\.yaml\. Pass its root document with --root FILE\.$/,
    ],
    [
      "an empty index",
      { files: { "openapi.yaml": "" } },
      /openapi\.yaml cannot be bundled: .* Undo or correct the last change\.$/,
    ],
    [
      "a version of OpenAPI that there is not",
      { files: { "openapi.yaml": "openapi: 4.0.0\n" } },
      /cannot be bundled: Unsupported OpenAPI version/,
    ],
    [
      "a schema that refers to itself",
      { files: { "shared/schemas/Note.yaml": "$ref: ./Note.yaml\n" } },
      /cannot be bundled: Self-referencing/,
    ],
    [
      "a schema that refers to itself, beside a file that takes long to read",
      {
        files: { "shared/schemas/Note.yaml": "$ref: ./Note.yaml\n" },
        edits: { "v2/paths/get-thing.yaml": { "get:": `${"# A long comment\n".repeat(500_000)}get:` } },
      },
      /cannot be bundled: Self-referencing/,
    ],
    [
      "YAML that cannot be read",
      { edits: { "v2/schemas/Thing.yaml": { "description: A": "\tdescription: A" } } },
      /^v2\/schemas\/Thing\.yaml:\d+ bundler .*tab characters/,
    ],
    [
      "a reference to nothing",
      { edits: { "v2/paths/get-thing.yaml": { "Thing.yaml": "Gone.yaml" } } },
      /^v2\/paths\/get-thing\.yaml:16 bundler .*no such file/,
    ],
    [
      "two schemas of one name",
      { files: same, edits: refer },
      /^v3\/schemas\/ThingList\.yaml:4 bundler .*referenced with the same name/,
    ],
    [
      "a schema that is a part of itself",
      { edits: { "v3/schemas/ThingList.yaml": { "properties:": "allOf: [{ $ref: ./ThingList.yaml }]\nproperties:" } } },
      /^v3\/schemas\/ThingList\.yaml:3 vocabulary\/finite-schemas .*leads back to this schema/,
    ],
    [
      "an unknown type",
      { edits: { "shared/schemas/Note.yaml": { string: "strin" } } },
      /^shared\/schemas\/Note\.yaml:1 struct /m,
    ],
  ])("%s", async (_, edits, found) => {
    const root = writeSmallContract(edits);
    const error: unknown = await soundBundle(root).catch((error: unknown) => error);
    if (!(error instanceof FileProblemsError))
      return expect(`${String(Object(error).message)} ${Object(error).remedy}`).toMatch(found);
    const lines = error.problems.map(({ file, line, rule, message }) => `${file}:${line} ${rule} ${message}`);
    expect(lines.join("\n").replaceAll(`${relative(process.cwd(), dirname(root))}/`, "")).toMatch(found);
  });
});
