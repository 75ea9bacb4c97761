// Random changes: no break is silent, with a validator as witness; and what is known to be narrower gets the verdict of its direction.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { registerSchema, unregisterSchema, validate } from "@hyperjump/json-schema/draft-2020-12";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { judgeDocuments } from "../../src/breaking/index.ts";
import { depth } from "../run/depth.ts";
import { documentWith } from "./documents.ts";

/** A schema, as it is written. */
type Schema = boolean | Readonly<Record<string, unknown>>;

const scalars = [null, true, false, 0, 1, 2, 3, 1.5, -1, "", "a", "b", "ab", "abc"];

/** Values of every type, small enough to meet small schemas. */
const values = [
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
type Change = readonly [before: Schema, after: Schema];

/**
 * Changes of schemas, of the vocabulary or beyond it. `properties` of an open object is not among their keywords: a field that a schema
 * begins to name is an addition by policy, although a validator did not mind any value under that name before.
 */
function changesOf(words: "known" | "all"): fc.Arbitrary<Change> {
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

function isBreak(base: unknown, revision: unknown): boolean {
  return judgeDocuments(base, revision)[0]?.level === "breaking";
}

test.each(["known", "all"] as const)(
  "what one side allows and the other refuses is a break: %s keywords",
  async (words) => {
    await fc.assert(
      fc.asyncProperty(changesOf(words), async ([base, revision]) => {
        const [allowed, allows] = [await listAllowed(base), await listAllowed(revision)];
        const refused = allowed.filter((value) => !allows.includes(value));
        if (refused.length > 0) {
          const label = `a request of ${JSON.stringify(refused)}`;
          expect(isBreak(documentWith(base, {}), documentWith(revision, {})), label).toBe(true);
        }
        const unexpected = allows.filter((value) => !allowed.includes(value));
        if (unexpected.length > 0) {
          const label = `a response of ${JSON.stringify(unexpected)}`;
          expect(isBreak(documentWith({}, base), documentWith({}, revision)), label).toBe(true);
        }
      }),
      { numRuns: depth(150, 1500) },
    );
  },
);

/** The values that a schema allows, by a validator that passes the whole test suite of JSON Schema: Ajv 8.20 misjudges some `contains` and `unevaluatedItems`. */
async function listAllowed(schema: Schema): Promise<unknown[]> {
  const uri = "https://example.com/schema";
  registerSchema(schema as Parameters<typeof registerSchema>[0], uri, "https://json-schema.org/draft/2020-12/schema");
  try {
    const judge = await validate(uri);
    return values.filter((value) => judge(value as Parameters<typeof judge>[0]).valid);
  } finally {
    unregisterSchema(uri);
  }
}

interface Tightening {
  readonly wider: Schema & object;
  readonly narrower: Schema & object;
}
const tightenings = parse(readFileSync(join(import.meta.dirname, "tightenings.yaml"), "utf8")) as Tightening[];

/** Where it may stand. What is around it allows some value of it, and no more than it did. */
const around: readonly ((inner: Schema) => Schema)[] = [
  (inner) => ({ allOf: [{ description: "All of it." }, inner] }),
  (items) => ({ type: "array", items }),
  (field) => ({ type: "object", properties: { field, other: { type: "string" } } }),
  (field) => ({ type: "object", properties: { field }, required: ["field"], additionalProperties: false }),
  (additionalProperties) => ({ type: "object", additionalProperties }),
  (inner) => ({ type: ["array", "null"], items: inner }),
  (inner) => ({
    oneOf: [
      { type: "object", required: ["kind", "inner"], properties: { kind: { const: "a" }, inner } },
      { type: "object", required: ["kind"], properties: { kind: { const: "b" } } },
    ],
  }),
];

test("what accepts less breaks requests only, what promises less breaks responses only", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...tightenings),
      fc.array(fc.constantFrom(...around), { maxLength: 4 }),
      ({ wider, narrower }, wraps) => {
        const [wide, narrow] = [wider, narrower].map((schema) =>
          wraps.reduce<Schema>((inner, wrap) => wrap(inner), schema),
        );
        const request = (schema: unknown) => documentWith(schema, {});
        const response = (schema: unknown) => documentWith({}, schema);
        expect(isBreak(request(wide), request(narrow)), "a request that accepts less").toBe(true);
        expect(isBreak(request(narrow), request(wide)), "a request that accepts more").toBe(false);
        expect(isBreak(response(narrow), response(wide)), "a response that promises less").toBe(true);
        expect(isBreak(response(wide), response(narrow)), "a response that promises more").toBe(false);
        for (const send of [request, response]) {
          expect(judgeDocuments(send(wide), send(structuredClone(wide)))).toEqual([]);
        }
      },
    ),
    { numRuns: depth(200, 3000) },
  );
});
