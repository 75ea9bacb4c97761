// Documents as others write them: of OpenAPI 3.0 and 3.2, with invalid keywords, and nested without end.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { breakingCommand, type Report } from "../../src/breaking/index.ts";
import { runHere } from "../commands.ts";
import { depth } from "../run/depth.ts";
import { directoryWith, documentWith } from "./documents.ts";

let place: Awaited<ReturnType<typeof directoryWith>>;
beforeAll(async () => {
  place = await directoryWith({});
});
afterAll(() => place.remove());

/** Writes two documents, and compares them. */
async function breaking(base: unknown, revision: unknown, ...args: string[]) {
  place.write({ "base.yaml": base, "revision.yaml": revision });
  return runHere(breakingCommand, ["base.yaml", "revision.yaml", ...args], place.directory);
}

async function reportOf(base: unknown, revision: unknown): Promise<Report> {
  const { stdout, stderr } = await breaking(base, revision, "--format", "json");
  expect(stderr).toBe("");
  return JSON.parse(stdout) as Report;
}

/** A document of another version; its one schema is a component, too. */
function ofVersion(openapi: unknown, schema: unknown, others: object = {}): Record<string, unknown> {
  const reference = { $ref: "#/components/schemas/Thing" };
  return { ...documentWith(reference), openapi, components: { schemas: { Thing: schema, ...others } } };
}

const old = (schema: unknown, others?: object) => ofVersion("3.0.3", schema, others);
const pet = { Pet: { type: "object", properties: { name: { type: "string" } } } };
const refersToPet = { $ref: "#/components/schemas/Pet" };

describe("OpenAPI 3.0 is read as the 3.1 of the same meaning", () => {
  test.each<[what: string, old: object, now: object]>([
    ["nullable", { type: "string", nullable: true }, { type: ["string", "null"] }],
    ["not nullable", { type: "string", nullable: false }, { type: "string" }],
    ["a nullable enum", { type: "string", nullable: true, enum: ["a"] }, { enum: ["a", null] }],
    ["a nullable enum with null", { type: "string", nullable: true, enum: ["a", null] }, { enum: ["a", null] }],
    ["a nullable anyOf", { nullable: true, anyOf: [refersToPet] }, { anyOf: [refersToPet, { type: "null" }] }],
    ["a nullable oneOf", { nullable: true, oneOf: [refersToPet] }, { oneOf: [refersToPet, { type: "null" }] }],
    ["a nullable allOf", { nullable: true, allOf: [refersToPet] }, { anyOf: [refersToPet, { type: "null" }] }],
    ["what stands beside a reference", { ...refersToPet, nullable: true, required: ["name"] }, refersToPet],
    [
      "an exclusive limit",
      { type: "number", minimum: 5, exclusiveMinimum: true },
      { type: "number", exclusiveMinimum: 5 },
    ],
    [
      "an exclusive upper limit",
      { type: "number", maximum: 5, exclusiveMaximum: true },
      { type: "number", exclusiveMaximum: 5 },
    ],
    ["an inclusive limit", { type: "number", maximum: 5, exclusiveMaximum: false }, { type: "number", maximum: 5 }],
    [
      "an inclusive lower limit",
      { type: "number", minimum: 5, exclusiveMinimum: false },
      { type: "number", minimum: 5 },
    ],
    [
      "fields with the names of keywords",
      { properties: { nullable: { type: "boolean" } } },
      { properties: { nullable: { type: "boolean" } } },
    ],
  ])("%s", async (_, before, after) => {
    const { changes, notCompared } = await reportOf(old(before, pet), ofVersion("3.1.1", after, pet));
    expect({ changes, notCompared }).toEqual({ changes: [] });
    // In the other direction, too: what both documents share is not rewritten for the one of 3.1
    expect((await reportOf(ofVersion("3.1.1", after, pet), old(before, pet))).changes).toEqual([]);
  });

  test("a field that becomes nullable breaks who reads it, at the line of the field", async () => {
    const withName = (name: object) => old({ type: "object", properties: { name } }, pet);
    const { changes } = await reportOf(
      withName({ allOf: [refersToPet] }),
      withName({ nullable: true, allOf: [refersToPet] }),
    );
    expect(changes.map(({ level, rule }) => `${level} ${rule}`)).toContain("breaking schema/type");
  });

  test("operations beside the reference of a path are kept", async () => {
    const document = old({ type: "string" });
    const paths = document["paths"] as object;
    const operation = { responses: { "200": { description: "It." } } };
    const withAlias = (beside: object) => ({
      ...document,
      paths: { ...paths, "/alias": { $ref: "#/paths/~1things", ...beside } },
    });
    const [change] = (await reportOf(withAlias({ get: operation }), withAlias({}))).changes;
    expect(change).toMatchObject({ rule: "operation/removed", operation: "GET /alias" });
  });

  test("what is inside of a nullable allOf is shown where it is written", async () => {
    const inside = (maxLength: number) =>
      old({ nullable: true, allOf: [pet.Pet, { properties: { id: { type: "string", maxLength } } }] });
    const [change] = (await reportOf(inside(10), inside(5))).changes;
    expect(change).toMatchObject({ level: "breaking", rule: "schema/max-length" });
    const line = Number(change?.location.split(":")[1]);
    expect(place.lines("revision.yaml")[line - 1]).toContain("maxLength: 5");
  });

  test.each([
    ["3.0", "3.0"],
    ["3.1", "3.1"],
    ["3.2", "3.2"],
  ])("a version without a patch number: %s is read as OpenAPI %s", async (written, read) => {
    const { notCompared = [], changes } = await reportOf(
      ofVersion(Number(written), { type: "string" }),
      ofVersion(Number(written), { type: "string" }),
    );
    expect(changes).toEqual([]);
    expect(notCompared.map(({ message }) => message)).toEqual([
      expect.stringContaining(`It is read as OpenAPI ${read};`),
    ]);
  });
});

test("OpenAPI 3.2 is compared as far as it is 3.1; the rest is listed", async () => {
  const document = ofVersion("3.2.0", { type: "string" });
  const operation = {
    responses: { "200": { summary: "It", description: "It.", content: { "application/jsonl": { itemSchema: {} } } } },
  };
  const newer = {
    ...document,
    servers: [{ url: "/", name: "here" }],
    tags: [{ name: "a", summary: "A", parent: "b", kind: "nav" }],
    paths: { ...(document["paths"] as object), "/found": { get: operation, query: operation } },
  };
  const { notCompared = [] } = await reportOf(document, newer);
  expect(notCompared.map(({ pointer, message }) => `${pointer} ${message}`)).toEqual([
    "#/paths/~1found/query `query` is new in OpenAPI 3.2.",
    "#/servers/0/name `name` is new in OpenAPI 3.2.",
    "#/tags/0/summary `summary` is new in OpenAPI 3.2.",
    "#/tags/0/parent `parent` is new in OpenAPI 3.2.",
    "#/tags/0/kind `kind` is new in OpenAPI 3.2.",
    "#/paths/~1found/get/responses/200/summary `summary` is new in OpenAPI 3.2.",
    "#/paths/~1found/get/responses/200/content/application~1jsonl/itemSchema `itemSchema` is new in OpenAPI 3.2.",
  ]);
});

test("of OpenAPI 3.2 each other new field is listed, too", async () => {
  const schema = { type: "object", properties: { kind: {} }, discriminator: { propertyName: "kind" } };
  const document = ofVersion("3.2.0", schema);
  const parameters = [{ name: "all", in: "querystring", content: { "text/plain": {} } }];
  const encoded = { schema: {}, itemEncoding: {}, prefixEncoding: [] };
  const operation = {
    parameters,
    responses: { "200": { description: "It.", content: { "multipart/mixed": encoded } } },
  };
  const scheme = { type: "oauth2", flows: {}, deprecated: true, oauth2MetadataUrl: "https://example.com" };
  const newer: Record<string, unknown> = {
    ...ofVersion("3.2.0", { ...schema, discriminator: { propertyName: "kind", defaultMapping: "Thing" } }),
    $self: "https://example.com/openapi.yaml",
    paths: {
      ...(document["paths"] as object),
      "/found": { get: operation, additionalOperations: { COPY: { responses: {} } } },
    },
  };
  const components = { ...(newer["components"] as object), securitySchemes: { OAuth: scheme } };
  const { notCompared = [] } = await reportOf(document, { ...newer, components });
  const fields = ["$self", "additionalOperations", "defaultMapping", "deprecated", "in", "itemEncoding"];
  expect(notCompared.map(({ message }) => message).toSorted()).toEqual(
    [...fields, "oauth2MetadataUrl", "prefixEncoding"].map((field) => `\`${field}\` is new in OpenAPI 3.2.`),
  );
});

describe("an invalid keyword", () => {
  const withAge = (age: object, name: object = { type: "string" }) =>
    documentWith({ type: "object", properties: { age, name } });

  test.each<[what: string, invalid: object, valid: object]>([
    ["a limit of OpenAPI 3.0", { minimum: 1, exclusiveMinimum: true }, { minimum: 1, exclusiveMinimum: 5 }],
    ["a type of another language", { type: "int" }, { type: "integer" }],
    ["a pattern that is none", { type: "string", pattern: "(" }, { type: "string", pattern: "^a" }],
    ["a list of a wrong item", { required: [1] }, { required: ["a"] }],
  ])("is reported with its place and not compared, in either document: %s", async (_, invalid, valid) => {
    for (const pair of [
      [invalid, valid],
      [valid, invalid],
      [invalid, invalid],
    ] as const) {
      const report = await reportOf(withAge(pair[0]), withAge(pair[1], { type: "string", maxLength: 5 }));
      expect(report.changes.map(({ rule }) => rule)).toEqual(["schema/max-length", "schema/max-length"]);
      expect(report.notCompared?.length).toBeGreaterThan(0);
      for (const { message, location } of report.notCompared ?? []) {
        expect(message).toContain("must be");
        expect(location).toMatch(/^(base|revision)\.yaml:\d+:\d+$/);
      }
    }
  });

  test("of a parameter hides no other parameter", async () => {
    const withParameters = (...parameters: object[]) => {
      const { paths, ...document } = documentWith({}) as { paths: { "/things": { post: object } } };
      return { ...document, paths: { "/things": { post: { ...paths["/things"].post, parameters } } } };
    };
    const odd = { name: "odd", in: "query", schema: { type: "int" } };
    const size = (maximum: number) => ({ name: "size", in: "query", schema: { type: "integer", maximum } });
    const { changes } = await reportOf(
      withParameters(odd, size(9)),
      withParameters(size(5), { ...odd, schema: { type: "string" } }),
    );
    expect(changes.map(({ rule, level }) => `${level} ${rule}`)).toEqual(["breaking schema/maximum"]);
  });

  test("is refused with --strict-documents, and anywhere where a path or an operation should be", async () => {
    const strict = await breaking(withAge({ type: "int" }), withAge({}), "--strict-documents");
    expect(strict).toMatchObject({ code: 2, stdout: "" });
    expect(strict.stderr).toMatch(/base\.yaml:\d+:\d+ .*\n.*`type` must be a type of JSON.*, found "int"\. Correct it/);
    for (const part of [
      { paths: "here" },
      { paths: { here: "here" } },
      { paths: { "/things": { here: "here", get: "here" } } },
      { webhooks: { it: { post: "here" } } },
      { components: { schemas: "here" } },
    ]) {
      const { code, stderr } = await breaking({ ...withAge({}), ...part }, withAge({}));
      expect(code, JSON.stringify(part)).toBe(2);
      expect(stderr).toMatch(/`(paths|here|get|post|schemas)` must be a map, found "here"\. Correct it\./);
    }
  });
});

describe("is refused in a sentence", () => {
  const nested = (depth: number) => `${'{"type":"array","items":'.repeat(depth)}{}${"}".repeat(depth)}`;
  const deep = JSON.stringify(documentWith("SCHEMA")).replaceAll('"SCHEMA"', nested(3000));
  test.each<[what: string, document: unknown, expected: RegExp]>([
    [
      "a reference to itself",
      ofVersion("3.1.1", { $ref: "#/components/schemas/Thing" }),
      /base\.yaml:\d+:\d+ .*\n.*leads back to itself\. Write/,
    ],
    [
      "references in a circle",
      ofVersion("3.0.3", refersToPet, { Pet: { $ref: "#/components/schemas/Thing" } }),
      /leads back to itself/,
    ],
    ["3,000 levels of schemas", deep, /base\.yaml is nested too deep: expected at most 500 levels\. Move/],
    [
      "Swagger 2.0",
      { swagger: "2.0", paths: {} },
      /is OpenAPI 2\.0; only 3\.0, 3\.1 and 3\.2 can be compared\. Convert it/,
    ],
    ["a version to come", { openapi: "4.0.0", paths: {} }, /is OpenAPI 4\.0\.0; only 3\.0/],
  ])("%s", async (_, document, expected) => {
    const { code, stdout, stderr } = await breaking(document, documentWith({}));
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(expected);
    expect(stderr).not.toContain("call stack");
  });

  const length = depth(800, 3000);
  test(`schemas that refer to one another in a row of ${length}`, async () => {
    const row = Object.fromEntries(
      Array.from({ length }, (_, index) => [
        `S${index}`,
        { properties: { a: { $ref: `#/components/schemas/S${index + 1}` } } },
      ]),
    );
    const document = JSON.stringify(
      ofVersion("3.1.1", { $ref: "#/components/schemas/S0" }, { ...row, [`S${length}`]: {} }),
    );
    const { stderr } = await breaking(document, document.replace(`"S${length}":{}`, `"S${length}":{"type":"string"}`));
    expect(stderr).not.toContain("call stack");
  });
});
