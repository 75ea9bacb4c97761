// A change is never called compatible when a value tells otherwise: the policy against a validator, on random schemas.
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { judgeDocuments } from "../../../src/tools/breaking/index.ts";
import { depth } from "../../run/depth.ts";
import { documentWith } from "./documents.ts";

type Schema = boolean | Readonly<Record<string, unknown>>;

/** Values of every type, small enough to meet small schemas. */
const values = [
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
 * One keyword with a value. `properties` is not among them: a field that a schema begins to name is an addition
 * by policy, although a validator did not mind any value under that name before.
 */
const { keyword, schema } = fc.letrec<{ keyword: Schema & object; schema: Schema }>((tie) => {
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
const change = fc
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

const ajv = new Ajv2020({ strict: false });

test("what one side allows and the other refuses is a break", () => {
  fc.assert(
    fc.property(change, schema, ([before, after], fallback) => {
      const [base, revision] = [before ?? fallback, after ?? fallback] as [Schema, Schema];
      const [allowed, allows] = [ajv.compile(base), ajv.compile(revision)];
      const witnesses = (from: typeof allows, to: typeof allows) =>
        values.filter(
          (value) => !isMisjudged(base, revision, value) && verdict(from, value) && verdict(to, value) === false,
        );
      const isBreak = (documents: [unknown, unknown]) => judgeDocuments(...documents)[0]?.level === "breaking";
      const refused = witnesses(allowed, allows);
      if (refused.length > 0) {
        const label = `a request of ${JSON.stringify(refused)}`;
        expect(isBreak([documentWith(base, {}), documentWith(revision, {})]), label).toBe(true);
      }
      const unexpected = witnesses(allows, allowed);
      if (unexpected.length > 0) {
        const label = `a response of ${JSON.stringify(unexpected)}`;
        expect(isBreak([documentWith({}, base), documentWith({}, revision)]), label).toBe(true);
      }
    }),
    // The same schemas each time, so that a change is not refused for what it did not do; others by SEED=…
    { numRuns: depth(150, 600), seed: Number(process.env["SEED"] ?? 20_261_121) },
  );
});

/** What Ajv says of a value; undefined where the code that it writes for a schema crashes, as 8.20 does for some `unevaluated…`. */
function verdict(allows: (value: unknown) => boolean, value: unknown): boolean | undefined {
  try {
    return allows(value);
  } catch {
    return undefined;
  }
}

/** Ajv 8.20 lets an empty list pass `contains` beside `prefixItems`. */
function isMisjudged(base: Schema, revision: Schema, value: unknown): boolean {
  return JSON.stringify([base, revision]).includes("contains") && JSON.stringify(value).includes("[]");
}
