// How tiny contracts are written as TypeScript: what this contract does not have yet, and what cannot be written.
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { writeEventValidators } from "../../src/generate/event-validators.ts";
import { writeEvents } from "../../src/generate/events.ts";
import { writeExamples } from "../../src/generate/examples.ts";
import { writeTypes } from "../../src/generate/openapi-typescript.ts";
import { writeCallTables, writeKnownValues, writeSchemas } from "../../src/generate/tables.ts";
import { UnwritableError } from "../../src/generate/writing.ts";
import { type Contract, type OpenApiDocument, readContract } from "../../src/shared/contract/index.ts";

type Json = Readonly<Record<string, unknown>>;

interface Tiny {
  readonly schemas?: Json;
  readonly paths?: Json;
  readonly webhooks?: Json;
}

function contractOf({ schemas = {}, paths = {}, webhooks = {} }: Tiny): Promise<Contract> {
  const document = { openapi: "3.1.0", info: {}, servers: [], tags: [], paths, webhooks, components: { schemas } };
  return readContract(document as unknown as OpenApiDocument);
}

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** A GET at `/a` whose answer of each status has this schema and these examples. */
const answering = (responses: Json, more: Json = {}) => ({
  "/a": { get: { operationId: "getA", security: [{ TeamApiKey: [] }], responses, ...more } },
});

const answer = (schema: Json, values: Json) => ({
  description: "An answer.",
  content: {
    "application/json": {
      schema,
      examples: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }])),
    },
  },
});

const event = (id: string, schema: Json) => ({
  post: {
    operationId: id,
    requestBody: { required: true, content: { "application/json": { schema } } },
    responses: {},
  },
});

describe("an example", () => {
  const point = { type: "object", properties: { x: { type: "number" } } };

  const written = async (schema: Json, value: unknown, schemas: Json = {}) =>
    writeExamples(await contractOf({ schemas, paths: answering({ 200: answer(schema, { "the-example": value }) }) }));

  test("of an inline schema has the type of its place", async () => {
    expect(await written({ type: "array", items: point }, [])).toContain(
      'import type { operations } from "./types.ts";\n\nexport const theExample: operations["getA"]["responses"][200]["content"]["application/json"] = [];\n',
    );
  });

  test("of a request that may be left out has the type of the request that is there", async () => {
    const requestBody = { content: answer(point, { "a-request": {} }).content };
    const contract = await contractOf({ paths: answering({}, { requestBody }) });
    expect(writeExamples(contract)).toContain(
      'aRequest: NonNullable<operations["getA"]["requestBody"]>["content"]["application/json"]',
    );
  });

  test("of two schemas is of both, and is written once", async () => {
    const values = { shared: { x: 1 } };
    const responses = {
      200: answer(reference("A"), values),
      201: answer(reference("B"), values),
      202: answer(reference("A"), values),
    };
    const text = writeExamples(await contractOf({ schemas: { A: point, B: point }, paths: answering(responses) }));
    expect(text.match(/export const/g)).toHaveLength(1);
    expect(text).toContain('export const shared: components["schemas"]["A"] & components["schemas"]["B"] = {');
  });

  test("may have fields that only a newer service knows, at any depth", async () => {
    const text = await written(
      { type: "object", properties: { at: reference("Point") } },
      { at: { x: 1, y: { z: 2 } }, n: 3 },
      { Point: point },
    );
    expect(text).toContain("{ at: { x: 1, ...{ y: { z: 2 } } }, ...{ n: 3 } };");
  });

  test.each<[string, Json]>([
    ["an open object", { ...point, additionalProperties: true }],
    ["a map", { type: "object", additionalProperties: {} }],
    ["an object of which nothing is known", { type: "object" }],
    ["anything at all", {}],
    ["an object with an open part", { allOf: [point, { type: "object", additionalProperties: true }] }],
  ])("of %s has its fields as they are", async (_, schema) => {
    const text = await written(schema, { "a-b": 1, n: { m: 2 } });
    expect(text).toContain('{ "a-b": 1, n: { m: 2 } };');
  });

  test("with a field that is called __proto__ keeps it", async () => {
    expect(await written({}, JSON.parse('{"__proto__": 1}'))).toContain('["__proto__"]: 1');
  });

  test("has a Blob for a file, wherever it stands", async () => {
    const file = { type: "string", format: "binary" };
    const schema = { allOf: [{ properties: { files: { type: "array", items: reference("File") } } }] };
    expect(await written(schema, { files: ["a", "b"] }, { File: file })).toContain('/* @__PURE__ */ new Blob(["b"])');
  });

  test("gives the file of a form the media type that its name says, else the first that is taken", async () => {
    const schema = { type: "object", properties: { file: { type: "string", format: "binary" } } };
    const written = async (file: string) => {
      const encoding = { file: { contentType: "application/pdf, image/png" } };
      const [media] = Object.values(answer(schema, { "an-upload": { file } }).content);
      const requestBody = { content: { "multipart/form-data": { ...media, encoding } } };
      return writeExamples(await contractOf({ paths: answering({}, { requestBody }) }));
    };
    expect(await written("bytes of a.png")).toContain('new Blob(["bytes of a.png"], { type: "image/png" })');
    expect(await written("bytes")).toContain('new Blob(["bytes"], { type: "application/pdf" })');
  });

  test.each(["default", "await", "components", "1-2", "eval", "static"])("cannot be called %s", async (name) => {
    const contract = await contractOf({ paths: answering({ 200: answer({}, { [name]: 1 }) }) });
    const error = refusal(() => writeExamples(contract));
    expect(error.path).toEqual(["components", "examples", name]);
    expect(error.message).toMatch(/Give it another name/);
  });

  test.each(["type", "from", "of", "async", "get"])("can be called %s", async (name) => {
    const contract = await contractOf({ paths: answering({ 200: answer({}, { [name]: 1 }) }) });
    expect(writeExamples(contract)).toContain(`export const ${name}:`);
  });

  test("cannot have the name of another, once it is written", async () => {
    const contract = await contractOf({ paths: answering({ 200: answer({}, { "a-b": 1, aB: 2 }) }) });
    expect(refusal(() => writeExamples(contract)).message).toMatch(/^aB would be declared as `aB`, like a-b\./);
  });
});

describe("an open enum", () => {
  test("of numbers has a guard for numbers", async () => {
    const contract = await contractOf({ schemas: { Grade: { type: "integer", "x-extensible-enum": [1, 2] } } });
    const text = writeKnownValues(contract);
    expect(text).toContain("export type KnownGrade = 1 | 2;");
    expect(text).toContain("isKnownGrade(value: number | null | undefined)");
  });

  test("has no comment for each known value, since its type says them", async () => {
    const Status = { type: "string", "x-extensible-enum": ["a", "b"], examples: ["a", "b"] };
    const Name = { type: "string", examples: ["Ada"] };
    const text = await writeTypes((await contractOf({ schemas: { Status, Name } })).document, "");
    expect(text).toContain('Status: "a" | "b" | (string & {});');
    expect(text.match(/@example \w+/g)).toEqual(["@example Ada"]);
    expect(Status.examples).toEqual(["a", "b"]);
  });
});

describe("a schema", () => {
  test("has its description and its deprecation as a comment that nothing in it can end", async () => {
    const A = { description: "Ends */ here.\n\nSecond.", deprecated: true };
    expect(writeSchemas(await contractOf({ schemas: { A } }))).toContain(
      '/**\n * Ends *\\/ here.\n *\n * Second.\n * @deprecated\n */\nexport type A = components["schemas"]["A"];\n',
    );
  });

  test.each([
    ["paths", {}],
    ["KnownGrade", { Grade: { type: "string", "x-extensible-enum": ["a"] } }],
  ])("cannot be called %s", async (name, schemas) => {
    const contract = await contractOf({ schemas: { ...schemas, [name]: {} } });
    expect(refusal(() => writeSchemas(contract)).path).toEqual(["components", "schemas", name]);
  });
});

describe("an operation", () => {
  test("with a range of failures fits no result", async () => {
    const contract = await contractOf({ paths: answering({ "4XX": answer({}, {}) }) });
    expect(refusal(() => writeCallTables(contract)).path).toEqual(["paths", "/a", "get", "responses", "4XX"]);
  });
});

describe("an event", () => {
  const schema = (event_type: Json) => ({ type: "object", required: ["event_type"], properties: { event_type } });

  test("whose schema has no name is typed and validated too", async () => {
    const contract = await contractOf({
      webhooks: {
        "a.b": event("onAB", schema({ type: "string", const: "a.b" })),
        "a.{x}": event("onA", schema({ type: "string" })),
      },
    });
    expect(writeEvents(contract)).toContain('"a.b": operations["onAB"]["requestBody"]["content"]["application/json"];');
    expect(writeEvents(contract)).toContain('if (/^a\\..+$/.test(type)) return "a.{x}";');
    const { code } = await writeEventValidators(contract);
    const { eventValidators } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as Validators;
    expect(eventValidators["a.b"]?.({ event_type: "a.c" })).toBe(false);
    expect(eventValidators["a.{x}"]?.({ event_type: "a.c" })).toBe(true);
  });

  test("with a format that needs code, a length or a comparison brings it along", async () => {
    const at = { type: "string", format: "date-time", minLength: 3 };
    const one = { enum: [{ a: 1 }, [2]] };
    const contract = await contractOf({ webhooks: { a: event("onA", { type: "object", properties: { at, one } }) } });
    const { code } = await writeEventValidators(contract);
    expect(ts.preProcessFile(code, true, true).importedFiles).toEqual([]);
    const { eventValidators } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as Validators;
    expect(eventValidators["a"]?.({ at: "2026-03-02T09:00:00Z", one: { a: 1 } })).toBe(true);
    expect(eventValidators["a"]?.({ at: "yesterday" })).toBe(false);
    expect(eventValidators["a"]?.({ one: { a: 2 } })).toBe(false);
  });
});

interface Validators {
  readonly eventValidators: Readonly<Record<string, (value: unknown) => boolean>>;
}

function refusal(write: () => string): UnwritableError {
  try {
    write();
  } catch (error) {
    if (error instanceof UnwritableError) return error;
    throw error;
  }
  throw new Error("It was written.");
}
