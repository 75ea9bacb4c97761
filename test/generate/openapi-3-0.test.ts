// The contract as OpenAPI 3.0 accepts what the contract accepts, loses what its README lists, and nothing else.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createConfig, lint } from "@redocly/openapi-core";
import { Ajv, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { judgeDocuments } from "../../src/breaking/index.ts";
import { toOpenApi30 } from "../../src/generate/index.ts";
import { UnwritableError } from "../../src/generate/writing.ts";
import {
  generatedDirectory,
  isObject,
  type JsonObject,
  type OpenApiDocument,
  own,
  readContract,
  type Schema,
} from "../../src/shared/contract/index.ts";
import { visitObjects } from "../../src/shared/contract/references.ts";
import { addFormats } from "../../src/shared/contract/validation.ts";
import { makeValues } from "../../src/verify/input/schema-values.ts";
import { depth } from "../run/depth.ts";

/** Forms of the vocabulary that the contract does not have today, as a component `Thing`. */
const others: readonly [what: string, schema: unknown, in30: unknown][] = [
  ["a constant that may be anything", { const: { type: "null" } }, { enum: [{ type: "null" }] }],
  [
    "several examples",
    { type: "string", examples: ["a", "b"] },
    { type: "string", example: "a", "x-examples": ["a", "b"] },
  ],
  [
    "values that may be null",
    { type: "object", additionalProperties: { type: ["string", "null"] } },
    { type: "object", additionalProperties: { type: "string", nullable: true } },
  ],
];

const named = { $ref: "#/components/schemas/PscHours" };
const hours = "schema `PscMetadata`";
const loose = { strict: false, validateSchema: false };

let contract: OpenApiDocument;
let projection: JsonObject;

beforeAll(async () => {
  ({ document: contract } = await readContract());
  projection = toOpenApi30(contract);
});

/** The changes that the gate finds, but for examples and words. */
function changed(base: object, revision: object) {
  return judgeDocuments(base, revision).filter(({ level }) => level !== "compatible");
}

describe("the contract as OpenAPI 3.0", () => {
  test("says the same of every call, event and value, by the gate and in both directions", () => {
    const { "x-webhooks": webhooks, ...rest } = projection;
    const { openapi, jsonSchemaDialect } = contract;
    const withEvents = structuredClone({ ...rest, openapi, jsonSchemaDialect, webhooks });
    rewriteAs31(withEvents);
    // The place of opening hours takes the mark of the component, too, which is now null itself
    expect(changed(contract, withEvents)).toMatchObject([
      { rule: "mark/assumption-opened", part: hours },
      { rule: "mark/assumption-changed", part: hours },
    ]);
    // The gate does not follow known values into `anyOf` with null
    const withoutNull = changed(withEvents, contract).filter(({ rule }) => rule !== "schema/known-value-removed");
    expect(withoutNull).toMatchObject([{ rule: "mark/assumption-changed", part: hours }]);
  });

  test("accepts exactly the values that the contract accepts, for each component", () => {
    const both = [validatorOf(contract, new Ajv2020(loose)), validatorOf(projection, new Ajv(loose))] as const;
    const in30Nullable = (name: string) =>
      (projection as unknown as OpenApiDocument).components.schemas[name]?.["nullable" as keyof Schema] === true;
    for (const [name, schema] of Object.entries(contract.components.schemas)) {
      const [in31, in30] = both.map((validate) => validate(name));
      fc.assert(
        fc.property(fc.oneof(oddOf(schema), makeValues(contract, schema)), (value) => {
          // Where a component is null at each of its places, 3.0 says so in the component
          if (value === null && in30Nullable(name)) return;
          expect(in30?.(value), JSON.stringify(value)).toBe(in31?.(value));
        }),
        { numRuns: depth(20, 500) },
      );
    }
  });

  test("is sound by the rules of Redocly", async () => {
    const config = await createConfig({ extends: ["recommended-strict"] });
    const findings = await lint({ ref: join(generatedDirectory, "openapi-3.0.json"), config });
    expect(new Set(findings.map(({ ruleId, location: [at] }) => `${ruleId} ${at?.pointer?.split("/")[1]}`))).toEqual(
      new Set([
        // The paths are the service's, as in the contract
        ...["no-path-trailing-slash paths", "no-ambiguous-paths paths"],
        // The API is not ours to license
        "info-license info",
        // The name of an event is taken for a path
        "path-parameters-defined x-webhooks",
      ]),
    );
  });

  test("begins its description with the summary, which 3.0 has no place for", () => {
    const { summary, description } = contract.info as { summary?: string; description?: string };
    expect(summary).toBeTruthy();
    expect(projection["info"]).toHaveProperty("description", `${summary}\n\n${description}`);
    expect(projection["info"]).not.toHaveProperty("summary");
  });

  test("has no word that only 3.1 knows", async () => {
    const text = await readFile(join(generatedDirectory, "openapi-3.0.json"), "utf8");
    expect(text).not.toMatch(/"(jsonSchemaDialect|const|identifier|webhooks)":/);
    expect(text).not.toMatch(/"type":("null"|\[)/);
    expect(text).not.toMatch(/"\$ref":"[^"]*","/);
  });
});

test("leaves the values of examples as they are, whatever their fields are called", () => {
  const value = { schema: { const: "a" }, examples: ["a"] };
  const media = { schema: {}, example: value, examples: { it: { value } } };
  const paths = {
    "/things": { get: { responses: { "200": { description: "It.", content: { "application/json": media } } } } },
  };
  const document = { openapi: "3.1.1", info: {}, paths, components: { schemas: {} } } as unknown as OpenApiDocument;
  expect(toOpenApi30(document)["paths"]).toEqual(paths);
});

test.each(others)("says %s in the words of 3.0", (_, schema, in30) => {
  const schemas = { ...contract.components.schemas, Thing: schema as Schema };
  const { components } = toOpenApi30({ ...contract, components: { ...contract.components, schemas } });
  expect(components).toHaveProperty("schemas.Thing", in30);
});

test("says in the words of 3.0 what stands beside a reference, one that may be null, and fields that are repeated to be required", () => {
  const word = { $ref: "#/components/schemas/Word" };
  const nullable = { anyOf: [{ $ref: "#/components/schemas/Perhaps" }, { type: "null" }] };
  const text = { type: "string" };
  const either = (first: unknown) => ({
    type: "object",
    properties: { a: { ...text, description: "A." }, b: text },
    allOf: [{ anyOf: [first, { properties: { b: text }, required: ["b"] }] }],
  });
  const limited = { properties: { a: { ...text, minLength: 1 } }, required: ["a"] };
  const schemas = {
    Word: text,
    Perhaps: text,
    Described: { ...word, description: "A word." },
    Alone: { type: "array", items: word },
    ByDefault: { ...word, default: "a" },
    ByDefaultWithin: { allOf: [word], default: "a" },
    Nullable: { type: "object", properties: { it: { ...nullable, description: "A word." } } },
    NullableByDefault: { type: "object", properties: { it: { ...nullable, default: "a" } } },
    Repeated: either({ type: "object", properties: { a: text }, required: ["a"] }),
    Limited: either(limited),
  };
  const { components } = toOpenApi30({
    openapi: "3.1.1",
    info: {},
    paths: {},
    components: { schemas },
  } as unknown as OpenApiDocument);
  const perhaps = [{ $ref: "#/components/schemas/Perhaps" }];
  expect((components as JsonObject)["schemas"]).toEqual({
    Word: text,
    Perhaps: { ...text, nullable: true },
    Described: { allOf: [word], description: "A word." },
    Alone: { type: "array", items: word },
    ByDefault: { type: "string", allOf: [word], default: "a" },
    ByDefaultWithin: { type: "string", allOf: [word], default: "a" },
    Nullable: { type: "object", properties: { it: { allOf: perhaps, description: "A word." } } },
    NullableByDefault: {
      type: "object",
      properties: { it: { type: "string", nullable: true, allOf: perhaps, default: "a" } },
    },
    Repeated: { ...either(undefined), allOf: [{ anyOf: [{ required: ["a"] }, { required: ["b"] }] }] },
    // It says more of the field than the whole does
    Limited: { ...either(undefined), allOf: [{ anyOf: [limited, { required: ["b"] }] }] },
  });
});

test.each<[what: string, schema: unknown, in30: unknown]>([
  ["nothing but null", { type: "null" }, { type: "string", nullable: true, enum: [null] }],
  [
    "a component that is null in one place and not in another",
    { type: "object", properties: { a: { anyOf: [named, { type: "null" }] }, b: named } },
    {
      type: "object",
      properties: { a: { anyOf: [named, { type: "string", nullable: true, enum: [null] }] }, b: named },
    },
  ],
])("takes %s, which accepts the same values", (_, schema, in30) => {
  const schemas = { ...contract.components.schemas, Thing: schema as Schema };
  const written = toOpenApi30({ ...contract, components: { ...contract.components, schemas } });
  expect(written["components"]).toHaveProperty("schemas.Thing", in30);
  const in31 = validatorOf(
    { ...contract, components: { ...contract.components, schemas } },
    new Ajv2020(loose),
  )("Thing");
  const validate = validatorOf(written, new Ajv(loose))("Thing");
  for (const value of [
    null,
    "",
    "a",
    0,
    7,
    {},
    { a: null, b: { monday: null } },
    { a: "x" },
    { b: null },
    { b: "x" },
  ]) {
    expect(validate(value), JSON.stringify(value)).toBe(in31(value));
  }
});

test.each<[what: string, schema: unknown, found: string, at: readonly string[]]>([
  [
    "a keyword that the vocabulary does not have",
    { type: "array", prefixItems: [{ type: "string" }] },
    "`prefixItems`",
    ["prefixItems"],
  ],
  ["several types", { type: ["string", "integer"] }, "`type: string, integer`", ["type"]],
  ["one value among several", { const: 1, enum: [1, 2] }, "`const` beside `enum`", []],
  ["no value at all", { type: "array", items: false }, "`false`", ["items"]],
])("refuses %s, with its place", (_, schema, found, at) => {
  const schemas = { ...contract.components.schemas, Thing: schema as Schema };
  const write = () => toOpenApi30({ ...contract, components: { ...contract.components, schemas } });
  expect(write).toThrow(UnwritableError);
  expect(write).toThrow(
    expect.objectContaining({
      message: expect.stringContaining(found),
      path: ["components", "schemas", "Thing", ...at],
    }),
  );
});

/** Compiles a component of a document. Ajv reads `nullable` beside `type` as 3.0 means it. */
function validatorOf(document: object, ajv: Ajv | Ajv2020): (name: string) => ValidateFunction {
  addFormats(ajv);
  ajv.addSchema(document, "document");
  return (name) => ajv.compile({ $ref: `document#/components/schemas/${name}` });
}

/** Values of any kind, and values of the schema with something odd at one place. */
function oddOf(schema: Schema): fc.Arbitrary<unknown> {
  const odd = fc.oneof(fc.constantFrom(null, "", "odd", true, 0, 1.5, -1), fc.constant([]), fc.constant({}));
  return fc.oneof(
    odd,
    fc.tuple(makeValues(contract, schema), odd, fc.nat()).map(([value, other, place]) => withOdd(value, other, place)),
  );
}

/** Puts another value at one of the places of a value, by its number. */
function withOdd(value: unknown, other: unknown, place: number): unknown {
  let count = 0;
  JSON.stringify(value, (_, item) => {
    count += 1;
    return item;
  });
  let seen = -1;
  return JSON.parse(
    JSON.stringify(value, (_, item) => {
      seen += 1;
      return seen === place % count ? other : item;
    }) ?? "null",
  );
}

/** Rewrites such a document in place. `example` and `format` stay: 3.1 allows them, too. */
function rewriteAs31(content: unknown): void {
  visitObjects(content, (object) => {
    const schema = object as Record<string, unknown>;
    // The generator writes the examples of a schema so: 3.0 knows one
    if (Object.hasOwn(schema, "x-examples")) schema["examples"] = schema["x-examples"];
    delete schema["x-examples"];
    if (typeof own(schema, "$ref") === "string") return dropSiblings(schema);
    if (typeof own(schema, "nullable") === "boolean") allowNull(schema);
  });
}

/** 3.0 ignores what stands beside a `$ref`, except in a path, whose operations may. */
function dropSiblings(holder: Record<string, unknown>): void {
  const isPath = Object.values(holder).some((value) => isObject(value) && isObject(own(value, "responses")));
  for (const key of isPath ? [] : Object.keys(holder)) if (key !== "$ref") delete holder[key];
}

/** Allows null in every keyword that would refuse it: to the letter, 3.0 does so in `type` only, but generators read it so. */
function allowNull(schema: Record<string, unknown>): void {
  const { nullable, type, enum: values, allOf } = schema;
  delete schema["nullable"];
  if (nullable !== true) return;
  if (type !== undefined) schema["type"] = [...[type].flat(), "null"];
  if (Array.isArray(values) && !values.includes(null)) schema["enum"] = [...values, null];
  if (!Array.isArray(allOf)) return;
  schema["anyOf"] = [{ allOf }, { type: "null" }];
  delete schema["allOf"];
}
