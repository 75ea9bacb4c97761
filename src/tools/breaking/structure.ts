// Refuses a document with an invalid structure, which could not be compared.

import { isObject, own, type Path, type Source } from "../contract/index.ts";
import { Failure, FindingsError } from "../terminal/index.ts";
import { jsonTypes } from "./schema/json-type.ts";
import { matcherOf } from "./schema/pattern.ts";

/** The type of a field: a plain value, a part of a kind, or a list or map of them. */
type Shape = Check | Kind | readonly ["list" | "map", Check | Kind];
type Kind = keyof typeof kinds;
type Check = keyof typeof checks;

const typeNames: readonly unknown[] = [...jsonTypes, "integer"];

/** Plain values, each with the words for what was expected. */
const checks = {
  string: ["a string", (value: unknown) => typeof value === "string"],
  boolean: ["true or false", (value: unknown) => typeof value === "boolean"],
  number: ["a number", (value: unknown) => typeof value === "number"],
  count: ["a whole number from 0", (value: unknown) => Number.isInteger(value) && Number(value) >= 0],
  values: ["a list", (value: unknown) => Array.isArray(value)],
  map: ["a map", isObject],
  pattern: ["a regular expression", (value: unknown) => typeof value === "string" && matcherOf(value) !== undefined],
  type: [
    "a type of JSON or a list of them",
    (value: unknown) => [value].flat().every((name) => typeNames.includes(name)) && [value].flat().length > 0,
  ],
} as const satisfies Record<string, readonly [expected: string, holds: (value: unknown) => boolean]>;

const operationFields = {
  operationId: "string",
  deprecated: "boolean",
  parameters: ["list", "parameter"],
  requestBody: "body",
  responses: ["map", "response"],
  callbacks: ["map", "callback"],
  servers: ["list", "server"],
  security: ["list", "map"],
} as const;

const shapeFields = {
  required: "boolean",
  deprecated: "boolean",
  style: "string",
  explode: "boolean",
  schema: "schema",
  content: ["map", "media"],
} as const;

/** What the parts of a document are made of, as far as it is compared. */
const kinds = {
  document: {
    info: "map",
    paths: ["map", "item"],
    webhooks: ["map", "item"],
    components: "components",
    servers: ["list", "server"],
    security: ["list", "map"],
    tags: ["list", "map"],
  },
  components: {
    schemas: ["map", "schema"],
    responses: ["map", "response"],
    parameters: ["map", "parameter"],
    requestBodies: ["map", "body"],
    headers: ["map", "header"],
    securitySchemes: ["map", "map"],
    callbacks: ["map", "callback"],
    pathItems: ["map", "item"],
  },
  item: {
    parameters: ["list", "parameter"],
    servers: ["list", "server"],
    get: "operation",
    put: "operation",
    post: "operation",
    delete: "operation",
    options: "operation",
    head: "operation",
    patch: "operation",
    trace: "operation",
  },
  operation: operationFields,
  callback: { "*": "item" },
  parameter: { name: "string", in: "string", ...shapeFields },
  header: shapeFields,
  body: { required: "boolean", content: ["map", "media"] },
  response: { headers: ["map", "header"], content: ["map", "media"], links: ["map", "map"] },
  media: { schema: "schema", encoding: ["map", "map"] },
  server: { url: "string", variables: ["map", "map"] },
  schema: {
    $ref: "string",
    type: "type",
    enum: "values",
    "x-extensible-enum": "values",
    ...{ minimum: "number", maximum: "number", exclusiveMinimum: "number", exclusiveMaximum: "number" },
    ...{ multipleOf: "number", minLength: "count", maxLength: "count", minItems: "count", maxItems: "count" },
    ...{ minProperties: "count", maxProperties: "count", minContains: "count", maxContains: "count" },
    ...{ pattern: "pattern", format: "string", uniqueItems: "boolean" },
    ...{ deprecated: "boolean", readOnly: "boolean", writeOnly: "boolean" },
    required: ["list", "string"],
    properties: ["map", "schema"],
    patternProperties: ["map", "schema"],
    $defs: ["map", "schema"],
    dependentSchemas: ["map", "schema"],
    dependentRequired: ["map", "values"],
    allOf: ["list", "schema"],
    anyOf: ["list", "schema"],
    oneOf: ["list", "schema"],
    prefixItems: ["list", "schema"],
    ...{ items: "schema", contains: "schema", additionalProperties: "schema", propertyNames: "schema" },
    ...{ unevaluatedItems: "schema", unevaluatedProperties: "schema" },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    ...{ not: "schema", if: "schema", then: "schema", else: "schema" },
    discriminator: "map",
  },
} as const satisfies Record<string, Readonly<Record<string, unknown>>>;

/**
 * Checks that a document can be compared: OpenAPI 3.1, with references that lead somewhere and parts of the right shape.
 *
 * @returns The document itself.
 * @throws {Failure} when it is not OpenAPI 3.1.
 * @throws {FindingsError} with file and line when a reference leads nowhere, or a part is invalid.
 */
export function checked(source: Source): Source {
  const { name, root } = source;
  if (!isObject(root) || own(root, "openapi") === undefined) {
    throw new Failure(
      `${name} is not an OpenAPI document: it has no \`openapi\` field.`,
      "Pass the root document, which begins with `openapi: 3.1.1`.",
    );
  }
  if (!/^3\.1\.\d+/.test(String(root["openapi"]))) {
    throw new Failure(
      `${name} is OpenAPI ${String(root["openapi"])}; only 3.1 can be compared.`,
      "Convert it to OpenAPI 3.1 first.",
    );
  }
  const dangling = source.danglingReferences();
  if (dangling.length > 0) {
    throw new FindingsError(
      dangling.map(({ place, reference }) => ({
        ...place,
        rule: "breaking/reference",
        message: /^[a-z][a-z\d+.-]*:/i.test(reference)
          ? `The reference ${reference} leads to another host, which is not read. Copy its target to a file.`
          : `The reference ${reference} leads nowhere. Correct it, or add its target.`,
      })),
    );
  }
  checkStructure(source);
  return source;
}

function checkStructure(source: Source): void {
  const wrong: { readonly path: Path; readonly expected: string }[] = [];
  const seen = new Set<unknown>();
  // A list of what is left instead of calls within calls: schemas refer to one another thousands deep
  const left: { readonly value: unknown; readonly shape: Shape; readonly path: Path }[] = [];
  const visit = ({ value, shape, path }: (typeof left)[number]): void => {
    const inside: (typeof left)[number][] = [];
    if (typeof shape !== "string") {
      const [container, inner] = shape;
      const isRight = container === "list" ? Array.isArray(value) : isObject(value);
      if (!isRight) wrong.push({ path, expected: `a ${container}` });
      else
        for (const [key, item] of Object.entries(value as object))
          inside.push({ value: item, shape: inner, path: [...path, key] });
    } else if (isCheck(shape)) {
      const [expected, holds] = checks[shape];
      if (!holds(value)) wrong.push({ path, expected });
    } else if (!isObject(value)) {
      const isSchema = shape === "schema";
      if (!isSchema || typeof value !== "boolean") wrong.push({ path, expected: isSchema ? "a schema" : "a map" });
    } else if (!seen.has(value)) {
      seen.add(value);
      if (typeof value["$ref"] === "string") inside.push({ value: source.resolve(value), shape, path });
      else if (own(value, "$ref") !== undefined) wrong.push({ path: [...path, "$ref"], expected: "a string" });
      const fields: Readonly<Record<string, Shape>> = kinds[shape] as Readonly<Record<string, Shape>>;
      for (const [key, item] of Object.entries(value)) {
        const field = own(fields, key) ?? (key.startsWith("x-") || key === "$ref" ? undefined : own(fields, "*"));
        if (field !== undefined) inside.push({ value: item, shape: field as Shape, path: [...path, key] });
      }
    }
    left.push(...inside.reverse());
  };
  visit({ value: source.root, shape: "document", path: [] });
  for (let next = left.pop(); next !== undefined; next = left.pop()) visit(next);
  if (wrong.length === 0) return;
  throw new FindingsError(
    wrong.map(({ path, expected }) => ({
      ...source.place(path),
      rule: "breaking/structure",
      message: `\`${path.at(-1) ?? ""}\` must be ${expected}, found ${shown(source.at(path))}. Correct it.`,
    })),
  );
}

function isCheck(shape: Check | Kind): shape is Check {
  return Object.hasOwn(checks, shape);
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  return isObject(value) ? "a map" : (JSON.stringify(value) ?? "nothing");
}
