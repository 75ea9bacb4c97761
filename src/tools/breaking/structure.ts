// Finds what is invalid in the two documents: it is compared in neither; what the comparison rests on is refused.

import { isObject, own, type Path, type Place, pointerOf, type Source } from "../contract/index.ts";
import { type Finding, FindingsError } from "../findings/index.ts";
import { Failure } from "../terminal/index.ts";
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
  /** Of OpenAPI 3.2: there it is reported, in others it is no field. */
  new: ["", () => false],
  place: ["", (value: unknown) => value !== "querystring"],
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
    $self: "new",
    info: "map",
    paths: ["map", "item"],
    webhooks: ["map", "item"],
    components: "components",
    servers: ["list", "server"],
    security: ["list", "map"],
    tags: ["list", "tag"],
  },
  tag: { summary: "new", parent: "new", kind: "new" },
  components: {
    schemas: ["map", "schema"],
    responses: ["map", "response"],
    parameters: ["map", "parameter"],
    requestBodies: ["map", "body"],
    headers: ["map", "header"],
    securitySchemes: ["map", "scheme"],
    callbacks: ["map", "callback"],
    pathItems: ["map", "item"],
  },
  scheme: { deprecated: "new", oauth2MetadataUrl: "new" },
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
    query: "new",
    additionalOperations: "new",
  },
  operation: operationFields,
  callback: { "*": "item" },
  parameter: { name: "string", in: "place", ...shapeFields },
  header: shapeFields,
  body: { required: "boolean", content: ["map", "media"] },
  response: { summary: "new", headers: ["map", "header"], content: ["map", "media"], links: ["map", "map"] },
  media: {
    schema: "schema",
    encoding: ["map", "map"],
    ...{ itemSchema: "new", itemEncoding: "new", prefixEncoding: "new" },
  },
  server: { name: "new", url: "string", variables: ["map", "map"] },
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
    discriminator: "discriminator",
  },
  discriminator: { propertyName: "string", mapping: "map", defaultMapping: "new" },
} as const satisfies Record<string, Readonly<Record<string, unknown>>>;

/** A part that is not compared, and why. */
export interface Unread {
  /** JSON pointer from the document's root, through references. */
  readonly pointer: string;
  readonly place: Place;
  readonly message: string;
}

/** An invalid part. */
interface Wrong {
  readonly path: Path;
  /** The keyword that it belongs to: in a list, a value is not worth more than the list. */
  readonly keyword: Path;
  readonly message: string;
  /** Of OpenAPI 3.2. */
  readonly isNew?: true;
}

/**
 * Checks two documents, and removes from both what is invalid in one of them: it is not known what it means.
 *
 * @param isStrict Refuses what is invalid, wherever it is.
 * @returns What was removed.
 * @throws {Failure} when one is not OpenAPI 3.0, 3.1 or 3.2.
 * @throws {FindingsError} with file and line when a reference leads nowhere, or what the comparison rests on is invalid.
 */
export function checkBoth(base: Source, revision: Source, isStrict = false): Unread[] {
  const found = [base, revision].map((source) => ({ source, wrong: checked(source) }));
  const unread = new Map<string, Unread>();
  // What both have wrong is reported once, where it is in the revision
  for (const { source, wrong } of found) {
    for (const { path, message } of wrong) {
      const pointer = pointerOf(path);
      unread.set(`${pointer} ${message}`, { pointer, place: source.place(path), message });
    }
  }
  if (isStrict && unread.size > 0) {
    const remedy = "Correct it, or leave out --strict-documents.";
    throw new FindingsError([...unread.values()].map(({ place, message }) => finding(place, `${message} ${remedy}`)));
  }
  for (const { source, wrong } of found) {
    const other = source === base ? revision : base;
    for (const { keyword } of wrong) {
      remove(other, counterpart(source, other, keyword));
      remove(source, keyword);
    }
  }
  return [...unread.values()];
}

/** @returns What is invalid, and may be left out. */
function checked(source: Source): Wrong[] {
  const { name, root } = source;
  const version = own(root, "openapi") ?? own(root, "swagger");
  if (version === undefined) {
    throw new Failure(
      `${name} is not an OpenAPI document: it has no \`openapi\` field.`,
      "Pass the root document, which begins with `openapi: 3.1.1`.",
    );
  }
  const [, minor, patch] = /^3(?:\.([012])(\.\d+.*)?)?$/.exec(String(version)) ?? ["", "none"];
  if (minor === "none") {
    throw new Failure(
      `${name} is OpenAPI ${String(version)}; only 3.0, 3.1 and 3.2 can be compared.`,
      "Convert it to OpenAPI 3.1 first.",
    );
  }
  const misleading = source.misleadingReferences();
  if (misleading.length > 0) {
    throw new FindingsError(
      misleading.map(({ place, ...about }) => finding(place, messageAbout(about), "breaking/reference")),
    );
  }
  const wrong = wrongIn(source, minor === "2");
  const needed = wrong.filter(({ path: [first = "", ...rest], isNew }) => !isNew && rest.length < (needs[first] ?? 0));
  if (needed.length > 0) {
    throw new FindingsError(needed.map(({ path, message }) => finding(source.place(path), `${message} Correct it.`)));
  }
  if (patch !== undefined) return wrong;
  const text = `\`openapi\` must be a version with three numbers, such as "3.${minor ?? 0}.1", found ${shown(version)}.`;
  return [
    {
      path: ["openapi"],
      keyword: [],
      message: `${text} It is read as OpenAPI 3.${minor ?? 0}; the version itself is not compared.`,
    },
    ...wrong,
  ];
}

function finding(place: Place, message: string, rule = "breaking/structure"): Finding {
  return { ...place, rule, message };
}

function messageAbout({ reference, isLoop }: { readonly reference: string; readonly isLoop: boolean }): string {
  if (isLoop) return `The reference ${reference} leads back to itself. Write there what it stands for.`;
  return /^[a-z][a-z\d+.-]*:/i.test(reference)
    ? `The reference ${reference} leads to another host, which is not read. Copy its target to a file.`
    : `The reference ${reference} leads nowhere. Correct it, or add its target.`;
}

/** How deep the comparison rests on a field: on paths, their methods and their operations. */
const needs: Readonly<Record<string, number>> = { paths: 3, webhooks: 3, components: 2 };

function wrongIn(source: Source, is32: boolean): Wrong[] {
  const wrong: Wrong[] = [];
  const seen = new Set<unknown>();
  // The work is listed, not nested: schemas may refer to one another in long rows. Components first: by their own paths
  const work: (readonly [value: unknown, shape: Shape, path: Path, keyword: Path])[] = [];
  const { components, ...rest } = source.root;
  for (const [key, value] of Object.entries({ ...(components === undefined ? {} : { components }), ...rest })) {
    const shape = own(kinds.document, key);
    if (shape !== undefined) work.push([value, shape as Shape, [key], [key]]);
  }
  for (const [value, shape, path, keyword] of work) {
    const complain = (expected: string, at: Path = path) =>
      wrong.push({
        path: at,
        keyword: at === path ? keyword : at,
        message: `${named(at)} must be ${expected}, found ${shown(source.at(at))}.`,
      });
    if (typeof shape !== "string") {
      const [container, inner] = shape;
      const isRight = container === "list" ? Array.isArray(value) : isObject(value);
      if (!isRight) complain(`a ${container}`);
      for (const [key, item] of isRight ? Object.entries(value as object) : []) {
        work.push([item, inner, [...path, key], container === "list" ? keyword : [...path, key]]);
      }
      continue;
    }
    if (isCheck(shape)) {
      const [expected, holds] = checks[shape];
      if (holds(value)) continue;
      if (expected !== "") complain(expected);
      else if (is32) wrong.push({ path, keyword, message: `${named(path)} is new in OpenAPI 3.2.`, isNew: true });
      continue;
    }
    if (shape === "schema" && typeof value === "boolean") continue;
    if (!isObject(value)) {
      complain(shape === "schema" ? "a schema" : "a map");
      continue;
    }
    if (seen.has(value)) continue;
    seen.add(value);
    const reference = own(value, "$ref");
    if (typeof reference === "string") work.push([source.resolve(value), shape, path, keyword]);
    else if (reference !== undefined) complain("a string", [...path, "$ref"]);
    const fields: Readonly<Record<string, Shape>> = kinds[shape] as Readonly<Record<string, Shape>>;
    for (const [key, item] of Object.entries(value)) {
      const field = own(fields, key) ?? (key.startsWith("x-") || key === "$ref" ? undefined : own(fields, "*"));
      if (field !== undefined) work.push([item, field as Shape, [...path, key], [...path, key]]);
    }
  }
  return wrong;
}

function named(path: Path): string {
  return `\`${path.at(-1) ?? ""}\``;
}

/** Where the same is in the other document: a parameter by its name, another item of a list when both are as long. */
function counterpart(source: Source, other: Source, path: Path): Path | undefined {
  const found: string[] = [];
  for (const [index, token] of path.entries()) {
    const list = source.resolve(source.at(path.slice(0, index)));
    if (!Array.isArray(list)) found.push(token);
    else {
      const others = other.resolve(other.at(found));
      if (!Array.isArray(others)) return undefined;
      const identity = (item: unknown) => JSON.stringify([own(item, "name"), own(item, "in")]);
      const item = source.resolve(list[Number(token)]);
      const at =
        typeof own(item, "name") === "string"
          ? others.findIndex((one) => identity(other.resolve(one)) === identity(item))
          : others.length === list.length && Number(token);
      if (at === false || at < 0) return undefined;
      found.push(String(at));
    }
  }
  return found;
}

/** Removes a field, wherever references on the way lead. */
function remove(source: Source, path: Path | undefined): void {
  const way = path === undefined ? [] : source.along(path.slice(0, -1));
  const key = path?.at(-1);
  if (key === undefined || way.length < (path?.length ?? 0)) return;
  let holder = way.at(-1);
  while (isObject(holder) && !Object.hasOwn(holder, key) && typeof own(holder, "$ref") === "string") {
    holder = source.target(holder);
  }
  if (isObject(holder)) delete (holder as Record<string, unknown>)[key];
}

function isCheck(shape: Check | Kind): shape is Check {
  return Object.hasOwn(checks, shape);
}

function shown(value: unknown): string {
  if (Array.isArray(value))
    return value.length > 0 && value.every((item) => typeof item === "string") ? `[${value.join(", ")}]` : "a list";
  return isObject(value) ? "a map" : (JSON.stringify(value) ?? "nothing");
}
