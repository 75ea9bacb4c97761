// The contract as OpenAPI 3.0 accepts what the contract accepts, loses what its README lists, and nothing else.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createConfig, lint } from "@redocly/openapi-core";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { judgeDocuments } from "../../src/breaking/index.ts";
import { toOpenApi30 } from "../../src/generate/index.ts";
import { UnwritableError } from "../../src/generate/writing.ts";
import {
  generatedDirectory,
  isObject,
  type OpenApiDocument,
  own,
  readContract,
  type Schema,
} from "../../src/shared/contract/index.ts";
import { visitObjects } from "../../src/shared/contract/references.ts";

const { document: contract } = await readContract();

/** The changes that the gate finds, but for examples and words. */
function changed(base: object, revision: object) {
  return judgeDocuments(base, revision).filter(({ level }) => level !== "compatible");
}

describe("the contract as OpenAPI 3.0", () => {
  const projection = toOpenApi30(contract);

  test("says the same of every call, event and value, by the gate and in both directions", () => {
    const { "x-webhooks": webhooks, ...rest } = projection;
    const { openapi, jsonSchemaDialect } = contract;
    const withEvents = structuredClone({ ...rest, openapi, jsonSchemaDialect, webhooks });
    rewriteAs31(withEvents);
    const unmarked = JSON.parse(JSON.stringify(contract, (key, value) => (key === "x-assumption" ? undefined : value)));
    expect(changed(unmarked, withEvents)).toEqual([]);
    // The gate does not follow known values into `anyOf` with null
    const withoutNull = changed(withEvents, unmarked).filter(({ rule }) => rule !== "schema/known-value-removed");
    expect(withoutNull).toEqual([]);
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

  test("begins its description with the summary, which 3.0 has no place for, and ends it with what is left out", () => {
    const { summary, description } = contract.info as { summary?: string; description?: string };
    const left = "In OpenAPI 3.0 `x-assumption` is left out.";
    expect(projection["info"]).toHaveProperty("description", `${summary}\n\n${description}\n\n${left}`);
    expect(JSON.stringify(projection)).not.toContain('"x-assumption":');
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

interface Row {
  readonly what: string;
  readonly schemas: Readonly<Record<string, Schema>>;
  readonly in30?: object;
  readonly refused?: string;
  readonly at?: readonly string[];
}

const rows = parse(readFileSync(join(import.meta.dirname, "openapi-3-0.yaml"), "utf8")) as readonly Row[];

test.each(rows)("$what", ({ schemas, in30, refused, at = [] }) => {
  const write = () => toOpenApi30({ info: {}, paths: {}, components: { schemas } } as unknown as OpenApiDocument);
  if (in30 !== undefined) return expect(write()["components"]).toEqual({ schemas: in30 });
  expect(write).toThrow(UnwritableError);
  const message = expect.stringContaining(`found \`${refused}\``) as string;
  expect(write).toThrow(expect.objectContaining({ message, path: ["components", "schemas", ...at] }));
});

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
