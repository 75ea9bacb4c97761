// Makes fast-check arbitraries of the values that a schema of the contract allows.
import fc from "fast-check";
import { type OpenApiDocument, resolve, type Schema } from "../../contract/index.ts";

/** Text that people write: at least a character, no control characters. */
const plainText = fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 });

/** How deep optional parts are generated, so that recursion ends. */
const depthLimit = 4;

/** Values that a schema allows. Open enums give their known values; open objects the fields that are shown. */
export function valuesOf(document: OpenApiDocument, schema: Schema, depth = 0): fc.Arbitrary<unknown> {
  const below = (node: Schema) => valuesOf(document, node, depth + 1);
  if (schema.$ref !== undefined) return valuesOf(document, resolve<Schema>(document, { $ref: schema.$ref }), depth);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const known = schema["x-extensible-enum"];
  if (known !== undefined) return fc.constantFrom(...known);
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches !== undefined) return fc.oneof(...branches.map(below));
  if (schema.allOf !== undefined) {
    return fc.tuple(...schema.allOf.map(below)).map((parts) => Object.assign({}, ...parts.map(Object)));
  }
  const types = typeof schema.type === "string" ? [schema.type] : (schema.type ?? []);
  const [first = fc.constant(null), ...others] = types.map((type) => typed(type, schema, below, depth));
  return fc.oneof(first, ...others);
}

function typed(
  type: string,
  schema: Schema,
  below: (node: Schema) => fc.Arbitrary<unknown>,
  depth: number,
): fc.Arbitrary<unknown> {
  switch (type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer":
      return fc.integer({ min: Math.ceil(schema.minimum ?? -1_000_000), max: Math.floor(schema.maximum ?? 1_000_000) });
    case "number":
      return fc
        .double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true })
        .map((value) =>
          Math.min(Math.max(Math.round(value * 100) / 100, schema.minimum ?? value), schema.maximum ?? value),
        );
    case "array":
      return fc.array(below(schema.items ?? {}), { minLength: schema.minItems ?? 0, maxLength: schema.maxItems ?? 3 });
    case "object":
      return objects(schema, below, depth);
    default:
      return texts(schema);
  }
}

function objects(schema: Schema, below: (node: Schema) => fc.Arbitrary<unknown>, depth: number): fc.Arbitrary<unknown> {
  const required = schema.required ?? [];
  const shown = Object.entries(schema.properties ?? {}).filter(
    ([name]) => depth < depthLimit || required.includes(name),
  );
  const fields = Object.fromEntries(shown.map(([name, property]) => [name, below(property)]));
  return fc.record(fields, { requiredKeys: shown.map(([name]) => name).filter((name) => required.includes(name)) });
}

function texts({ format, pattern, minLength, maxLength }: Schema): fc.Arbitrary<string> {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, "u"));
  switch (format) {
    case "uuid":
      return fc.uuid();
    case "date":
      return dates.map((date) => date.toISOString().slice(0, 10));
    case "date-time":
      return dates.map((date) => date.toISOString());
    case "uri":
      return fc.webUrl();
    default:
      if (minLength === undefined && maxLength === undefined) return plainText;
      return fc.string({ minLength: minLength ?? 1, maxLength: maxLength ?? (minLength ?? 0) + 40 });
  }
}

const dates = fc.date({ min: new Date("1930-01-01"), max: new Date("2030-12-31"), noInvalidDate: true });
