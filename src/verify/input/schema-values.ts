// Arbitrary values that a schema allows, which shrink to the plainest.
import fc from "fast-check";
import { type OpenApiDocument, resolve, type Schema } from "../../shared/contract/index.ts";

/** Text that people write: at least a character, no control characters. */
const plainText = fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 });

const dates = fc.date({ min: new Date("1930-01-01"), max: new Date("2030-12-31"), noInvalidDate: true });

/** How deep optional parts are generated, so that recursion ends. */
const deepest = 4;

/** Values that a schema allows. Open enums give their known values; open objects the fields that are shown. */
export function makeValues(document: OpenApiDocument, schema: Schema, depth = 0): fc.Arbitrary<unknown> {
  const below = (node: Schema) => makeValues(document, node, depth + 1);
  if (schema.$ref !== undefined) return makeValues(document, resolve<Schema>(document, { $ref: schema.$ref }), depth);
  if (schema.const !== undefined) return fc.constant(schema.const);
  const known = schema.enum ?? schema["x-extensible-enum"];
  if (known !== undefined) return fc.constantFrom(...known);
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches !== undefined) return fc.oneof(...branches.map(below));
  if (schema.allOf !== undefined) {
    return fc.tuple(...schema.allOf.map(below)).map((parts) => Object.assign({}, ...parts.map(Object)));
  }
  return fc.oneof(...[schema.type ?? "null"].flat().map((type) => valuesOfType(type, schema, below, depth)));
}

function valuesOfType(
  type: string,
  schema: Schema,
  below: (node: Schema) => fc.Arbitrary<unknown>,
  depth: number,
): fc.Arbitrary<unknown> {
  const { minimum = -1_000_000, maximum = 1_000_000, items = {}, minItems = 0, maxItems = 3 } = schema;
  switch (type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer":
      return fc.integer({ min: Math.ceil(minimum), max: Math.floor(maximum) });
    case "number": {
      const rounded = (value: number) => Math.min(Math.max(Math.round(value * 100) / 100, minimum), maximum);
      return fc.double({ min: minimum, max: maximum, noNaN: true }).map(rounded);
    }
    case "array":
      return fc.array(below(items), { minLength: minItems, maxLength: maxItems });
    case "object": {
      const { required = [], properties = {} } = schema;
      const shown = Object.entries(properties).filter(([name]) => depth < deepest || required.includes(name));
      const fields = Object.fromEntries(shown.map(([name, property]) => [name, below(property)]));
      return fc.record(fields, { requiredKeys: Object.keys(fields).filter((name) => required.includes(name)) });
    }
    default:
      return texts(schema);
  }
}

function texts({ format, pattern, minLength, maxLength }: Schema): fc.Arbitrary<string> {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, "u"));
  if (format === "uuid") return fc.uuid();
  if (format === "date") return dates.map((date) => date.toISOString().slice(0, 10));
  if (format === "date-time") return dates.map((date) => date.toISOString());
  if (format === "uri") return fc.webUrl();
  if (minLength === undefined && maxLength === undefined) return plainText;
  return fc.string({ minLength: minLength ?? 1, maxLength: maxLength ?? (minLength ?? 0) + 40 });
}
