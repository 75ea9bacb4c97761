// The marks plugin of Redocly: the bundle has what a key or a list of known values stands for, and a wrong key is reported at its line.
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { checkFiles, type Files } from "./check-files.ts";

const status = { chose: "Status 200", because: "none is stated", could_be: "another 2xx", leaves_open: ["status"] };
const fields = {
  chose: "All fields",
  because: "they are listed",
  could_be: ["fewer", "more"],
  leaves_open: ["fields"],
};
const kind = { chose: "A text", because: "only a name is stated", could_be: "an object", leaves_open: ["type"] };

/** As the bundle has them, with their keys and the other answers in words. */
const [bundledStatus, bundledFields, bundledKind] = [
  { key: "success-status", ...status },
  { key: "all-fields", ...fields, could_be: "fewer or more" },
  { key: "text", ...kind },
];

const register = stringify({
  Everywhere: { "success-status": status, "all-fields": { ...fields, asked_with: "text" } },
  "Lab tests": { text: kind },
});
const index = `openapi: 3.1.1
info: { title: Sample, version: 1.0.0 }
paths:
  /v2/thing:
    get:
      responses:
        '200':
          description: The thing.
          x-assumption: success-status
          content:
            application/json:
              schema:
                $ref: schemas/Thing.yaml
                x-assumption: [all-fields, text]
`;
const thing = `type: object
x-assumption: all-fields
properties:
  name: { type: string, x-assumption: text }
`;
const sound = { "openapi.yaml": index, "assumptions.yaml": register, "schemas/Thing.yaml": thing };

async function check(files: Files, options: object = {}) {
  const decorators = {
    "marks/expand-assumptions": { severity: "error", ...options },
    "marks/write-known-values": "on",
  } as const;
  return checkFiles(files, "marks", ["assumption-keys"], decorators);
}

const findProblems = async (files: Files) =>
  (await check(files)).found.map(({ file, line, message }) => `${file}:${line} ${message}`);
const bundleOf = async (files: Files, options?: object) => (await check(files, options)).document;

describe("the rule", () => {
  test("finds nothing in a contract whose keys and entries belong together", async () => {
    expect(await findProblems(sound)).toEqual([]);
  });

  test.each<[what: string, files: Files]>([
    ["without a register", { "openapi.yaml": index.replaceAll(/ *x-assumption: .*\n/g, "") }],
    ["that has its entries expanded, beside a register", { ...sound, "openapi.yaml": stringify({ openapi: "3.1.1" }) }],
  ])("is silent on a document %s", async (_, files) => {
    expect(await findProblems({ ...files, "schemas/Thing.yaml": "type: object\n" })).toEqual([]);
  });

  test.each<[what: string, files: Files, found: string]>([
    [
      "an unknown key",
      {
        "openapi.yaml": index.replace("success-status", "sucess-status"),
        "assumptions.yaml": register.replace(/^ {2}success(?:.|\n)*?(?=^ {2}all)/m, ""),
      },
      'openapi.yaml:9 assumptions.yaml has no "sucess-status"',
    ],
    [
      "an unknown key in a list, beside a reference",
      {
        "openapi.yaml": index.replace(
          "[all-fields, text]",
          "\n                  - all-fields\n                  - none",
        ),
      },
      'openapi.yaml:16 assumptions.yaml has no "none"',
    ],
    [
      "an unknown key in another file",
      { "schemas/Thing.yaml": thing.replace("x-assumption: all-fields", "x-assumption: all") },
      'schemas/Thing.yaml:2 assumptions.yaml has no "all"',
    ],
    [
      "an unused key",
      { "assumptions.yaml": `${register}  unused: ${JSON.stringify({ ...kind, chose: "A number" })}\n` },
      'assumptions.yaml:24 No place names "unused"',
    ],
    [
      "an entry that is asked with none",
      { "assumptions.yaml": register.replace("asked_with: text", "asked_with: status") },
      'assumptions.yaml:8 "all-fields" is asked with "status", which is no question',
    ],
    [
      "an entry that says what another says",
      {
        "assumptions.yaml": `${register}  again: ${JSON.stringify(kind)}\n`,
        "schemas/Thing.yaml": thing.replace("text }", "again }"),
      },
      'assumptions.yaml:24 "again" repeats "text" of the topic Lab tests',
    ],
    [
      "a key in two topics",
      { "assumptions.yaml": `${register}Users: { text: ${JSON.stringify({ ...kind, chose: "A number" })} }\n` },
      'assumptions.yaml:24 "text" repeats "text" of the topic Lab tests',
    ],
  ])("finds %s at its line", async (_, files, found) => {
    const problems = await findProblems({ ...sound, ...files });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(found);
    expect(problems[0]).toMatch(/See openapi\/README\.md#assumptions\.$/);
  });

  test("finds every key where there is no register", async () => {
    const { "assumptions.yaml": _, ...files } = sound;
    expect(await findProblems(files)).toHaveLength(5);
  });
});

describe("the bundle", () => {
  const expanded = {
    paths: { "/v2/thing": { get: { responses: { "200": { "x-assumption": bundledStatus } } } } },
    components: {
      schemas: { Thing: { "x-assumption": bundledFields, properties: { name: { "x-assumption": bundledKind } } } },
    },
  };

  test("has each entry in the place of its key, and of several keys a list", async () => {
    const made = await bundleOf(sound);
    expect(made).toMatchObject(expanded);
    const schema = { $ref: "#/components/schemas/Thing", "x-assumption": [bundledFields, bundledKind] };
    expect(JSON.stringify(made)).toContain(JSON.stringify({ schema }).slice(1, -1));
  });

  test("takes the register from elsewhere, and leaves what is not a known key as it is", async () => {
    const made = await bundleOf(
      {
        ...sound,
        "assumptions.yaml": "{}",
        "more/all.yaml": register,
        "schemas/Thing.yaml": thing.replace("text }", "none }"),
      },
      { register: "more/all.yaml" },
    );
    const { properties: _, ...schema } = expanded.components.schemas.Thing;
    expect(made).toMatchObject({
      components: { schemas: { Thing: { ...schema, properties: { name: { "x-assumption": "none" } } } } },
    });
  });

  /** A schema of the bundle with these fields, as text, so that the order of its fields counts. */
  async function schemaOf(schema: object): Promise<string> {
    const made = await bundleOf({ ...sound, "schemas/Thing.yaml": stringify(schema) });
    return JSON.stringify((made as { components: { schemas: { Thing: object } } }).components.schemas.Thing);
  }

  test("has known values behind their list, and at the end of the description", async () => {
    const schema = {
      type: "string",
      description: "A state.",
      "x-extensible-enum": ["on", "off"],
      "x-not-shown": ["More."],
    };
    expect(await schemaOf(schema)).toBe(
      '{"type":"string","description":"A state. Known values: `on`, `off`.","x-extensible-enum":["on","off"],"examples":["on","off"],"x-not-shown":["More."]}',
    );
    expect(await schemaOf({ "x-extensible-enum": [1], description: "A level." })).toContain(
      "A level. Known value: `1`.",
    );
  });

  test("keeps what the source says itself: a description that names all values, and examples", async () => {
    const schema = {
      type: "string",
      description: "`on` starts.",
      "x-extensible-enum": ["on"],
      examples: ["on", "new"],
    };
    expect(await schemaOf(schema)).toBe(JSON.stringify(schema));
  });

  test("has a long list in lines of less than 100 characters, in a paragraph of its own", async () => {
    const values = Array.from({ length: 40 }, (_, at) => `value_number_${at}`);
    const made = JSON.parse(await schemaOf({ type: "string", description: "A kind.", "x-extensible-enum": values }));
    const [text, gap, ...lines] = made.description.split("\n");
    expect([text, gap]).toEqual(["A kind.", ""]);
    expect(lines.join(" ")).toBe(`Known values: ${values.map((value) => `\`${value}\``).join(", ")}.`);
    expect(Math.max(...lines.map((line: string) => line.length))).toBeLessThan(100);
    expect(Math.min(...lines.slice(0, -1).map((line: string) => line.length))).toBeGreaterThan(75);
  });
});
