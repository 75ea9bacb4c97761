// Random schemas and changes of them, for the tests that hold the gate against a validator, against itself and against what is known.
import fc from "fast-check";

/** A schema, as it is written. */
export type Schema = boolean | Readonly<Record<string, unknown>>;

const scalars = [null, true, false, 0, 1, 2, 3, 1.5, -1, "", "a", "b", "ab", "abc"];

/** Values of every type, small enough to meet small schemas. */
export const values = [
  ...scalars,
  ...[[], [1], ["a"], [1, "a"], [1, 1], [1, 2, 3], [[1]], [{ a: 1 }], [null, 1]],
  ...[
    {},
    { a: 1 },
    { a: "a" },
    { b: 1 },
    { a: 1, b: 2 },
    { a: null },
    { c: 1 },
    { xa: 1 },
    { a: { a: 1 } },
    { b: [1] },
  ],
];

const count = fc.nat({ max: 3 });
const plain = fc.constantFrom<Schema>(
  true,
  false,
  { type: "string" },
  { type: "integer" },
  { const: 1 },
  { maximum: 2 },
);
const one = (name: string, value: fc.Arbitrary<unknown>) => value.map((written) => ({ [name]: written }));

/** Keywords of the vocabulary. */
const known = (inner: fc.Arbitrary<Schema>) => [
  one("type", fc.constantFrom("string", "integer", "number", "object", "array", "null", ["string", "null"])),
  one("enum", fc.uniqueArray(fc.constantFrom(...scalars), { minLength: 1, maxLength: 3 })),
  one("const", fc.constantFrom(...scalars)),
  ...["minimum", "maximum", "minLength", "maxLength"].map((name) => one(name, count)),
  ...["minItems", "maxItems", "minProperties", "maxProperties"].map((name) => one(name, count)),
  one("pattern", fc.constantFrom("^a", "b", "^$", "^[ab]+$", "^[ab]{1,2}$", "^[ab]{1,3}$")),
  ...["items", "additionalProperties", "not"].map((name) => one(name, inner)),
  // A closed object, and a map, say what any field may be, whatever stands beside them
  inner.map((a) => ({ allOf: [{ properties: { a }, additionalProperties: false }] })),
  inner.map((a) => ({ allOf: [{ properties: { a }, additionalProperties: { type: "string" } }] })),
  ...["allOf", "anyOf", "oneOf"].map((name) => one(name, fc.array(inner, { minLength: 1, maxLength: 3 }))),
  one("required", fc.constantFrom(["a"], ["b"], ["a", "b"])),
  one("propertyNames", fc.constantFrom({ maxLength: 1 }, { pattern: "^[ab]" }, { enum: ["a", "b"] })),
];

/** Keywords beyond it. */
const unknown = (inner: fc.Arbitrary<Schema>) => [
  ...["exclusiveMinimum", "exclusiveMaximum"].map((name) => one(name, count)),
  one("multipleOf", fc.constantFrom(1, 2, 0.5, 3)),
  one("uniqueItems", fc.boolean()),
  one("enum", fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 })),
  ...["unevaluatedItems", "unevaluatedProperties"].map((name) => one(name, inner)),
  one("prefixItems", fc.array(inner, { minLength: 1, maxLength: 2 })),
  fc.record({ contains: inner, minContains: count, maxContains: count }, { requiredKeys: ["contains"] }),
  fc.record({ if: inner, else: inner }),
  one("patternProperties", one("^x|b", inner)),
  one("dependentRequired", fc.constantFrom({ a: ["b"] }, { b: ["a"] })),
  one("dependentSchemas", one("a", inner)),
];

/** A schema, and what it became: with a keyword more, another, or less. */
export type Change = readonly [before: Schema, after: Schema];

/**
 * Changes of schemas, of the vocabulary or beyond it. `properties` of an open object is not among their keywords: a field that a schema
 * begins to name is an addition by policy, although a validator did not mind any value under that name before.
 */
export function changesOf(words: "known" | "all"): fc.Arbitrary<Change> {
  const { keyword } = fc.letrec<{ keyword: Schema & object; schema: Schema }>((tie) => {
    const inner = tie("schema");
    const keywords = [...known(inner), ...(words === "all" ? unknown(inner) : [])];
    return {
      keyword: fc.oneof(...(keywords as fc.Arbitrary<Schema & object>[])),
      schema: fc.oneof(
        { maxDepth: 2, depthSize: "small" },
        plain,
        fc.array(tie("keyword"), { minLength: 1, maxLength: 3 }).map((some) => Object.assign({}, ...some)),
      ),
    };
  });
  return fc.tuple(fc.array(keyword, { maxLength: 2 }), keyword, keyword).chain(([shared, was, is]) => {
    const before: Schema = Object.assign({}, ...shared, was);
    const after: Schema = Object.assign({}, ...shared, is);
    return fc.constantFrom<Change>(
      [before, after],
      [after, before],
      [true, after],
      [before, true],
      [before, { allOf: [before, after] }],
      [before, { anyOf: [before, after] }],
      [{ anyOf: [before, { type: "null" }] }, { anyOf: [after, { type: "null" }] }],
    );
  });
}
