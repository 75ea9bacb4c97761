// Random schemas and changes of them, for the tests that hold the gate against a validator, against itself and against what is known.
import fc from "fast-check";

/** A schema, as it is written. */
export type Schema = boolean | Readonly<Record<string, unknown>>;

/** Values of every type, small enough to meet small schemas. */
export const values = [
  ...[null, true, false, 0, 1, 2, 3, 1.5, -1, "", "a", "b", "ab", "abc"],
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

/**
 * One keyword with a value. `properties` of an open object is not among them: a field that a schema begins to name is an addition
 * by policy, although a validator did not mind any value under that name before.
 */
export const { keyword, schema } = fc.letrec<{ keyword: Schema & object; schema: Schema }>((tie) => {
  const inner = tie("schema");
  const one = (name: string, value: fc.Arbitrary<unknown>) => value.map((written) => ({ [name]: written }));
  return {
    keyword: fc.oneof(
      one("type", fc.constantFrom("string", "integer", "number", "object", "array", "null", ["string", "null"])),
      one("enum", fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 })),
      one("const", fc.constantFrom(...values)),
      ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"].map((name) => one(name, count)),
      ...["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"].map((name) =>
        one(name, count),
      ),
      one("multipleOf", fc.constantFrom(1, 2, 0.5, 3)),
      one("pattern", fc.constantFrom("^a", "b", "^$", "^[ab]+$")),
      one("uniqueItems", fc.boolean()),
      ...["items", "additionalProperties", "unevaluatedItems", "unevaluatedProperties", "not"].map((name) =>
        one(name, inner),
      ),
      // What is closed names all that it has, whatever stands beside it
      inner.map((a) => ({ allOf: [{ properties: { a }, additionalProperties: false }] })),
      one("prefixItems", fc.array(inner, { minLength: 1, maxLength: 2 })),
      ...["allOf", "anyOf", "oneOf"].map((name) => one(name, fc.array(inner, { minLength: 1, maxLength: 2 }))),
      fc.record({ contains: inner, minContains: count, maxContains: count }, { requiredKeys: ["contains"] }),
      fc.record({ if: inner, else: inner }),
      one("required", fc.constantFrom(["a"], ["b"], ["a", "b"])),
      one(
        "patternProperties",
        inner.map((found) => ({ "^x|b": found })),
      ),
      one("propertyNames", fc.constantFrom({ maxLength: 1 }, { pattern: "^[ab]" }, { enum: ["a", "b"] })),
      one("dependentRequired", fc.constantFrom({ a: ["b"] }, { b: ["a"] })),
      one(
        "dependentSchemas",
        inner.map((found) => ({ a: found })),
      ),
    ) as fc.Arbitrary<Schema & object>,
    schema: fc.oneof(
      { maxDepth: 2, depthSize: "small" },
      plain,
      fc.array(tie("keyword"), { minLength: 1, maxLength: 3 }).map((keywords) => Object.assign({}, ...keywords)),
    ),
  };
});

/** A schema, and what it became: with a keyword more, another, or less. */
export const change = fc
  .tuple(fc.array(keyword, { maxLength: 2 }), keyword, keyword)
  .map(([shared, before, after]) => [
    Object.assign({}, ...shared, before) as Schema,
    Object.assign({}, ...shared, after) as Schema,
  ])
  .chain(([before, after]) =>
    fc.constantFrom(
      [before, after],
      [after, before],
      [true, after],
      [before, true],
      [before, { allOf: [before, after] }],
    ),
  );
