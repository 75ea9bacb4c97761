// Writes the bundle as OpenAPI 3.0.4, for generators that stop there: the same calls and the same values.
import {
  type Form,
  isForm,
  isObject,
  type JsonObject,
  type OpenApiDocument,
  own,
  parseReference,
  vocabulary,
} from "../shared/contract/index.ts";
import { UnwritableError } from "./writing.ts";

/**
 * Writes the contract as OpenAPI 3.0.4. What 3.0 has no place for, and where it goes, is listed in the README of this room.
 *
 * @throws {UnwritableError} at a keyword that 3.0 does not have, so that nothing is lost unseen.
 */
export function toOpenApi30(document: OpenApiDocument): JsonObject {
  const nullable = nullableComponents(document);
  const { jsonSchemaDialect: _, webhooks, components, ...rest } = writeObject("Root", { ...document }, []);
  const schemas = own(components, "schemas") as JsonObject;
  return {
    ...rest,
    openapi: "3.0.4",
    info: writeInfo(rest["info"] as JsonObject),
    ...(webhooks === undefined ? {} : { "x-webhooks": webhooks }),
    // Null wherever it is used: 3.0 wants `nullable` beside `type`
    components: {
      ...Object(components),
      schemas: mapped(schemas, (one, name) => ({ ...Object(one), ...nullIf(name) })),
    },
  };

  function nullIf(component: string) {
    return nullable.has(component) ? { nullable: true } : {};
  }

  /** Writes an object that holds schemas and is none itself. */
  function writeObject(form: Form, { "x-assumption": _, ...object }: JsonObject, path: readonly string[]): JsonObject {
    return mapped(object, (value, key) => writeHeld(form, key, value, [...path, key]));
  }

  /** Writes the value of a keyword: what it holds by the vocabulary, or itself. */
  function writeHeld(form: Form, key: string, value: unknown, path: readonly string[]): unknown {
    const [held = "", as] = vocabulary[form][key]?.holds ?? [];
    const write = (item: unknown, ...steps: readonly string[]) => {
      if (held === "Schema") return writeSchema(item, [...path, ...steps]);
      return isForm(held) && isObject(item) ? writeObject(held, item, [...path, ...steps]) : item;
    };
    if (Array.isArray(value) && as === "list") return value.map((item, index) => write(item, `${index}`));
    return isObject(value) && as === "map" ? mapped(value, write) : write(value);
  }

  function writeSchema(schema: unknown, path: readonly string[]): JsonObject {
    if (schema === false) throw unwritable("false", path);
    if (!isObject(schema)) return {};
    const { $ref, "x-assumption": _, ...beside } = schema;
    if ("const" in beside && "enum" in beside) throw unwritable("const` beside `enum", path);
    const forms = Object.entries(beside).map(([key, value]) => writeKeyword(key, value, [...path, key]));
    const written = Object.assign({}, ...forms) as JsonObject;
    if ($ref === undefined) return withoutRepeats(withType(written));
    // 3.0 ignores what stands beside a reference
    return forms.length === 0 ? { $ref } : withType({ allOf: [{ $ref }], ...written });
  }

  /** Beside a default stands the type of the component: generators read the default by it. */
  function withType(schema: JsonObject): JsonObject {
    const component = findComponent(own(own(schema["allOf"], "0"), "$ref"));
    if (component === undefined || schema["default"] === undefined) return schema;
    return { type: document.components.schemas[component]?.type, ...nullIf(component), ...schema };
  }

  function writeKeyword(key: string, value: unknown, path: readonly string[]): JsonObject {
    // A reference that may be null is one to a component that is nullable itself
    const target = key === "anyOf" ? nullableTarget(value) : undefined;
    if (nullable.has(target)) return { allOf: [{ $ref: `#/components/schemas/${target}` }] };
    if (key === "type") return writeType(value, path);
    if (key === "const") return { enum: [value] };
    if (key === "examples") return { example: own(value, "0"), "x-examples": value };
    if (key === "additionalProperties" && typeof value === "boolean") return { [key]: value };
    const isKnown = Object.hasOwn(vocabulary.Schema, key) && !unknownTo30.has(key);
    if (!isKnown && !key.startsWith("x-")) throw unwritable(key, path);
    return { [key]: writeHeld("Schema", key, value, path) };
  }
}

/** The keywords of the vocabulary that no schema of 3.0 has. */
const unknownTo30 = new Set(["propertyNames", "summary"]);

function unwritable(keywords: string, path: readonly string[]): UnwritableError {
  return new UnwritableError(
    path,
    `Expected a schema that OpenAPI 3.0 can express, found \`${keywords}\`. Use other keywords, or the description. See openapi/README.md#older-openapi.`,
  );
}

function writeInfo({ summary, description, ...info }: JsonObject): JsonObject {
  const texts = [summary, description, "In OpenAPI 3.0 `x-assumption` is left out."];
  return { ...info, description: texts.filter(Boolean).join("\n\n") };
}

/** In 3.0 a schema has one type, and null is a flag beside it. */
function writeType(type: unknown, path: readonly string[]): JsonObject {
  const types = [type].flat();
  const [single, ...more] = types.filter((one) => one !== "null");
  if (more.length > 0) throw unwritable(`type: ${types.join(", ")}`, path);
  if (single === undefined) return { type: "string", nullable: true, enum: [null] };
  return { type: single, ...(types.includes("null") ? { nullable: true } : {}) };
}

/** The components that each reference to them lets be null. */
function nullableComponents(document: OpenApiDocument): ReadonlySet<string | undefined> {
  const nullable = new Set<string | undefined>();
  const others = new Set<string | undefined>();
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    others.add(findComponent(own(value, "$ref")));
    const target = nullableTarget(own(value, "anyOf"));
    if (typeof document.components.schemas[target ?? ""]?.type === "string") nullable.add(target);
    for (const [key, item] of Object.entries(value)) if (key !== "anyOf" || target === undefined) visit(item);
  };
  visit(document);
  return nullable.difference(others);
}

/** The component of `anyOf: [{ $ref }, { type: "null" }]`. */
function nullableTarget(branches: unknown): string | undefined {
  const isNull = (branch: unknown) => own(branch, "type") === "null";
  const all = Array.isArray(branches) ? branches : [];
  const [other, ...more] = all.filter((branch) => !isNull(branch));
  return all.some(isNull) && more.length === 0 ? findComponent(own(other, "$ref")) : undefined;
}

function findComponent(reference: unknown): string | undefined {
  const [, kind, name] = parseReference(String(reference));
  return kind === "schemas" ? name : undefined;
}

/** Where a part says which fields are required together, what it repeats of them goes: generators would require all of them. */
function withoutRepeats(schema: JsonObject): JsonObject {
  const { allOf, properties } = schema;
  if (!Array.isArray(allOf) || !isObject(properties)) return schema;
  const isRepeated = ([name, one]: [string, unknown]) => writeConstraints(one) === writeConstraints(properties[name]);
  const bare = (branch: JsonObject) => {
    const { type: _, properties: repeated, ...rest } = branch;
    return isObject(repeated) && Object.entries(repeated).every(isRepeated) ? rest : branch;
  };
  const parts = allOf.map((part: JsonObject) =>
    Array.isArray(part["anyOf"]) ? { ...part, anyOf: part["anyOf"].map(bare) } : part,
  );
  return { ...schema, allOf: parts };
}

/** The constraints of a schema as text, without words for people. */
function writeConstraints(schema: unknown): string {
  const words = /^(description$|deprecated$|x-|example)/;
  return JSON.stringify(schema, (key, value) => (words.test(key) ? undefined : value));
}

function mapped(object: JsonObject, change: (value: unknown, key: string) => unknown): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]));
}
