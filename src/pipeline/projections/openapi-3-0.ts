// Writes the bundle as OpenAPI 3.0.4, for generators that stop there: the same calls and the same values.
import { isObject, type JsonObject, localPathOf, type OpenApiDocument, own } from "../../tools/contract/index.ts";
import { UnwritableError } from "../types/index.ts";

/**
 * Writes the contract as OpenAPI 3.0.4. What 3.0 has no place for, and where it goes, is listed in the README of this room.
 *
 * @throws {UnwritableError} at what has no form in 3.0, so that nothing is lost unseen.
 */
export function openApi30Of(document: OpenApiDocument): JsonObject {
  return new Projection(document).written();
}

class Projection {
  readonly #document: JsonObject;
  readonly #schemas: JsonObject;
  /** The components that are null wherever they are used: `nullable` stands in them, as 3.0 wants it beside `type`. */
  readonly #nullable: ReadonlySet<string>;

  constructor(document: OpenApiDocument) {
    this.#document = { ...document };
    this.#schemas = document.components.schemas as unknown as JsonObject;
    this.#nullable = nullableComponents(document);
  }

  written(): JsonObject {
    const { jsonSchemaDialect: _, webhooks, components, ...rest } = this.#document;
    return {
      ...this.#part(rest, []),
      openapi: "3.0.4",
      info: infoOf(rest["info"] as JsonObject),
      ...(isObject(webhooks) ? { "x-webhooks": this.#part(webhooks, ["webhooks"]) } : {}),
      components: {
        ...this.#part(components as JsonObject, ["components"]),
        schemas: mapped(this.#schemas, (_, name) => this.#component(name)),
      },
    };
  }

  #component(name: string): JsonObject {
    const schema = this.#schema(this.#schemas[name], ["components", "schemas", name]);
    return this.#nullable.has(name) ? { ...schema, nullable: true } : schema;
  }

  /** What holds schemas without being one. */
  #part(part: JsonObject, path: readonly string[]): JsonObject {
    return mapped(part, (value, key) => {
      const at = [...path, key];
      if (key === "schema") return this.#schema(value, at);
      if (key === "schemas" || key.startsWith("x-") || data.has(key)) return value;
      if (Array.isArray(value)) return value.map((item) => (isObject(item) ? this.#part(item, at) : item));
      return isObject(value) ? this.#part(value, at) : value;
    });
  }

  #schema(schema: unknown, path: readonly string[]): JsonObject {
    if (!isObject(schema)) return schema === false ? { not: {} } : {};
    if (severalTypes(schema["type"]).length > 1 && schema["anyOf"] !== undefined) {
      throw notIn30(path, "several types beside `anyOf`");
    }
    // In 3.0 one number is the limit, and a flag says whether it is exclusive
    for (const [limit, exclusive] of [
      ["minimum", "exclusiveMinimum"],
      ["maximum", "exclusiveMaximum"],
    ] as const) {
      if (schema[limit] !== undefined && schema[exclusive] !== undefined) {
        throw notIn30(path, `\`${exclusive}\` beside \`${limit}\``);
      }
    }
    const { $ref, ...beside } = schema;
    const forms = Object.entries(beside).map(([key, value]) => this.#keyword(key, value, [...path, key]));
    const written = Object.assign({}, ...forms) as JsonObject;
    if ($ref === undefined) return withoutRepeats(this.#typed(written));
    // 3.0 ignores what stands beside a reference
    return forms.length === 0 ? { $ref } : this.#typed({ allOf: [{ $ref }], ...written });
  }

  /** Beside a default stands the type of the component: generators read the default by it. */
  #typed(schema: JsonObject): JsonObject {
    const component = componentOf(own(own(schema["allOf"], "0"), "$ref"));
    if (component === undefined || schema["default"] === undefined) return schema;
    const { type, nullable } = this.#component(component);
    return { type, ...(nullable === undefined ? {} : { nullable }), ...schema };
  }

  #keyword(key: string, value: unknown, path: readonly string[]): JsonObject {
    const one = (schema: unknown) => this.#schema(schema, path);
    switch (key) {
      case "type":
        return typeForm(value, path);
      case "const":
        return { enum: [value] };
      case "examples":
        return { example: own(value, "0"), "x-examples": value };
      case "exclusiveMinimum":
        return { minimum: value, exclusiveMinimum: true };
      case "exclusiveMaximum":
        return { maximum: value, exclusiveMaximum: true };
      case "properties":
        return { properties: mapped(value as JsonObject, (property, name) => this.#schema(property, [...path, name])) };
      case "items":
      case "not":
        return { [key]: one(value) };
      case "additionalProperties":
        return { [key]: typeof value === "boolean" ? value : one(value) };
      case "anyOf":
        return this.#alternatives(value as readonly JsonObject[], path);
      case "allOf":
      case "oneOf":
        return {
          [key]: (value as readonly unknown[]).map((branch, index) => this.#schema(branch, [...path, `${index}`])),
        };
      default:
        if (key.startsWith("x-") || unchanged.has(key)) return { [key]: value };
        throw notIn30(path, `\`${key}\``);
    }
  }

  /** A reference that may be null is one to a component that is nullable itself. */
  #alternatives(branches: readonly JsonObject[], path: readonly string[]): JsonObject {
    if (!branches.some(isNull))
      return { anyOf: branches.map((branch, index) => this.#schema(branch, [...path, `${index}`])) };
    const target = nullableTarget(branches);
    if (target === undefined || !this.#nullable.has(target)) {
      throw notIn30(path, "null beside a component that elsewhere is not null, or that has no one type");
    }
    return { allOf: [{ $ref: `#/components/schemas/${target}` }] };
  }
}

/** Values of any shape: a `schema` in them is none. */
const data = new Set(["example", "examples", "value", "default", "enum", "const"]);

/** The keywords that mean the same in both. */
const unchanged = new Set([
  ...[
    "title",
    "description",
    "deprecated",
    "default",
    "enum",
    "format",
    "pattern",
    "required",
    "readOnly",
    "writeOnly",
  ],
  ...["minimum", "maximum", "multipleOf", "minLength", "maxLength", "minItems", "maxItems", "uniqueItems"],
  ...["minProperties", "maxProperties", "discriminator", "externalDocs"],
]);

function notIn30(path: readonly string[], found: string): UnwritableError {
  return new UnwritableError(
    path,
    `Expected a schema that OpenAPI 3.0 can say, found ${found}. Say it otherwise, or add its form to src/pipeline/projections/openapi-3-0.ts.`,
  );
}

function infoOf({ summary, description, license, ...info }: JsonObject): JsonObject {
  const { identifier: _, ...named } = isObject(license) ? license : {};
  const texts = [summary, description].filter((text) => text !== undefined);
  return {
    ...info,
    ...(texts.length > 0 ? { description: texts.join("\n\n") } : {}),
    ...(license === undefined ? {} : { license: named }),
  };
}

/** In 3.0 a schema has one type; several are alternatives. */
function typeForm(type: unknown, path: readonly string[]): JsonObject {
  const [single, ...more] = severalTypes(type);
  if (single === undefined) throw notIn30(path, "the type `null` alone");
  const nullable = [type].flat().includes("null") ? { nullable: true } : {};
  if (more.length === 0) return { type: single, ...nullable };
  return {
    anyOf: [single, ...more].map((one) => ({ type: one, ...(one === "array" ? { items: {} } : {}), ...nullable })),
  };
}

function severalTypes(type: unknown): unknown[] {
  return [type ?? []].flat().filter((one) => one !== "null");
}

/** The components that each reference to them lets be null. */
function nullableComponents(document: OpenApiDocument): ReadonlySet<string> {
  const uses = new Map<string, { nullable: number; all: number }>();
  const count = (name: string | undefined, add: { nullable: number; all: number }) => {
    if (name === undefined) return;
    const { nullable, all } = uses.get(name) ?? { nullable: 0, all: 0 };
    uses.set(name, { nullable: nullable + add.nullable, all: all + add.all });
  };
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    count(componentOf(own(value, "$ref")), { nullable: 0, all: 1 });
    const branches = own(value, "anyOf");
    if (Array.isArray(branches)) count(nullableTarget(branches), { nullable: 1, all: 0 });
    for (const item of Object.values(value)) visit(item);
  };
  visit(document);
  const { schemas } = document.components;
  const isNullable = ([name, { nullable, all }]: [string, { nullable: number; all: number }]) =>
    nullable > 0 && nullable === all && typeof schemas[name]?.type === "string";
  return new Set([...uses].filter(isNullable).map(([name]) => name));
}

/** The component of `anyOf: [{ $ref }, { type: "null" }]`. */
function nullableTarget(branches: readonly JsonObject[]): string | undefined {
  const [other, ...more] = branches.filter((branch) => !isNull(branch));
  return branches.some(isNull) && more.length === 0 ? componentOf(own(other, "$ref")) : undefined;
}

function isNull(branch: JsonObject): boolean {
  return branch["type"] === "null";
}

function componentOf(reference: unknown): string | undefined {
  const [, kind, name] = typeof reference === "string" ? (localPathOf(reference) ?? []) : [];
  return kind === "schemas" ? name : undefined;
}

/** Where a part says which fields are required together, what it repeats of them goes: generators would require all of them. */
function withoutRepeats(schema: JsonObject): JsonObject {
  const { allOf, properties } = schema;
  if (!Array.isArray(allOf) || !isObject(properties)) return schema;
  const bare = (branch: JsonObject) => {
    const { type: _, properties: repeated, ...rest } = branch;
    const isRepeated = ([name, one]: [string, unknown]) => plain(one) === plain(properties[name]);
    return isObject(repeated) && Object.entries(repeated).every(isRepeated) ? rest : branch;
  };
  const parts = allOf.map((part: JsonObject) =>
    Array.isArray(part["anyOf"]) ? { ...part, anyOf: part["anyOf"].map(bare) } : part,
  );
  return { ...schema, allOf: parts };
}

/** What a schema says of values, as text. */
function plain(schema: unknown): string {
  const isSaid = (key: string) =>
    key !== "description" && key !== "deprecated" && !key.startsWith("x-") && !key.startsWith("example");
  return JSON.stringify(schema, (key, value) => (isSaid(key) ? value : undefined));
}

function mapped(object: JsonObject, change: (value: unknown, key: string) => unknown): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]));
}
