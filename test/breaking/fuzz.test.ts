// Random changes: written in another way they get the same verdict, and one of a known direction gets the verdict of that direction.
import fc from "fast-check";
import { expect, test } from "vitest";
import { judgeDocuments } from "../../src/breaking/index.ts";
import { depth } from "../run/depth.ts";
import { change, type Schema, schema } from "./arbitraries.ts";
import { documentWith } from "./documents.ts";

type Document = Readonly<Record<string, unknown>>;
type Direction = "request" | "response";

function breaks(base: Document, revision: Document): boolean {
  return judgeDocuments(base, revision)[0]?.level === "breaking";
}

function inDirection(direction: Direction, found: Schema): Document {
  return direction === "request" ? documentWith(found, {}) : documentWith({}, found);
}

/** Keywords that look at one another stay together. */
const groups = [
  ["items", "prefixItems", "contains", "minContains", "maxContains", "unevaluatedItems"],
  ["if", "then", "else"],
  ["properties", "patternProperties", "additionalProperties", "unevaluatedProperties"],
];

function splitIntoAllOf(found: Schema): Schema {
  if (typeof found === "boolean") return found;
  const parts = new Map<unknown, object>();
  for (const [key, value] of Object.entries(found)) {
    const group = groups.find((keys) => keys.includes(key)) ?? key;
    parts.set(group, { ...parts.get(group), [key]: value });
  }
  // `unevaluated…` looks at what stands beside it, and the gate does not prove that it is the same elsewhere
  const looksAround = JSON.stringify(found).includes("unevaluated");
  return looksAround || parts.size === 0 ? found : { allOf: [...parts.values()] };
}

const reversed = (found: Schema): Schema =>
  typeof found === "boolean" ? found : Object.fromEntries(Object.entries(found).reverse());

/** Ways to write the same schema. */
const rewrites: Readonly<Record<string, (direction: Direction, found: Schema) => Document>> = {
  "behind a reference": (direction, found) => ({
    ...inDirection(direction, { $ref: "#/components/schemas/Thing" }),
    components: { schemas: { Thing: found } },
  }),
  "behind two references": (direction, found) => ({
    ...inDirection(direction, { $ref: "#/components/schemas/Thing" }),
    components: { schemas: { Thing: { $ref: "#/components/schemas/Other" }, Other: found } },
  }),
  "split into allOf": (direction, found) => inDirection(direction, splitIntoAllOf(found)),
  "beside nothing in allOf": (direction, found) => inDirection(direction, { allOf: [found, {}] }),
  "as the only anyOf": (direction, found) => inDirection(direction, { anyOf: [found] }),
  "as the only oneOf": (direction, found) => inDirection(direction, { oneOf: [found] }),
  "in another order": (direction, found) => inDirection(direction, reversed(found)),
};

/** A schema, and one that allows strictly less. */
const tightenings: readonly (readonly [wider: object, narrower: object])[] = [
  [
    { type: "string", maxLength: 9 },
    { type: "string", maxLength: 5 },
  ],
  [{ type: "string" }, { type: "string", minLength: 1 }],
  [{ type: "string" }, { type: "string", pattern: "^a" }],
  [{ type: "string" }, { type: "string", format: "date" }],
  [{ type: "number" }, { type: "integer" }],
  [{ type: "integer" }, { type: "integer", format: "int32" }],
  [
    { type: "integer", minimum: 1 },
    { type: "integer", minimum: 2 },
  ],
  [
    { type: "integer", multipleOf: 2 },
    { type: "integer", multipleOf: 4 },
  ],
  [{ type: ["string", "null"] }, { type: "string" }],
  [{ enum: ["a", "b"] }, { enum: ["a"] }],
  [{ enum: ["a", "b"] }, { const: "b" }],
  [{ type: ["string", "integer"] }, { type: "integer" }],
  [{ anyOf: [{ type: "string" }, { type: "boolean" }] }, { type: "boolean" }],
  [
    { type: "array", items: {} },
    { type: "array", items: {}, maxItems: 4 },
  ],
  [
    { type: "array", items: {} },
    { type: "array", items: {}, uniqueItems: true },
  ],
  [
    { type: "array", items: { type: "string" } },
    { type: "array", items: { type: "string", maxLength: 3 } },
  ],
  [{ type: "object" }, { type: "object", required: ["a"] }],
  [{ type: "object" }, { type: "object", additionalProperties: false }],
  [{ type: "object" }, { type: "object", minProperties: 1 }],
  [
    { type: "object", properties: { a: {} } },
    { type: "object", properties: { a: { type: "string" } } },
  ],
];

/** Where it may stand. What is around it allows some value of it, and no more than it did. */
const around: readonly ((inner: Schema) => Schema)[] = [
  (inner) => ({ allOf: [{ description: "All of it." }, inner] }),
  (items) => ({ type: "array", items }),
  (field) => ({ type: "object", properties: { field, other: { type: "string" } } }),
  (field) => ({ type: "object", properties: { field }, required: ["field"], additionalProperties: false }),
  (additionalProperties) => ({ type: "object", additionalProperties }),
  (field) => ({ type: "object", patternProperties: { "^x-": field } }),
  (inner) => ({ type: ["array", "null"], items: inner }),
  (inner) => ({
    oneOf: [
      { type: "object", required: ["kind", "inner"], properties: { kind: { const: "a" }, inner } },
      { type: "object", required: ["kind"], properties: { kind: { const: "b" } } },
    ],
  }),
];

const direction = fc.constantFrom<Direction>("request", "response");

test.each(Object.entries(rewrites))("a change has the same verdict %s", (_, rewrite) => {
  fc.assert(
    fc.property(change, schema, direction, ([before, after], fallback, way) => {
      const [base, revision] = [before ?? fallback, after ?? fallback] as [Schema, Schema];
      const isBreak = breaks(inDirection(way, base), inDirection(way, revision));
      expect(breaks(rewrite(way, base), rewrite(way, revision)), "both rewritten").toBe(isBreak);
      expect(judgeDocuments(inDirection(way, base), rewrite(way, base)), "nothing but rewritten").toEqual([]);
    }),
    { numRuns: depth(40, 600) },
  );
});

test("what accepts less breaks requests only, what promises less breaks responses only", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...tightenings),
      fc.array(fc.constantFrom(...around), { maxLength: 4 }),
      (tightening, wraps) => {
        const [wider, narrower] = tightening.map((inner) =>
          wraps.reduce<Schema>((wrapped, wrap) => wrap(wrapped), inner as Schema),
        ) as [Schema, Schema];
        const verdictOf = (way: Direction, base: Schema, revision: Schema) =>
          breaks(inDirection(way, base), inDirection(way, revision));
        expect({
          tightenedRequest: verdictOf("request", wider, narrower),
          widenedRequest: verdictOf("request", narrower, wider),
          tightenedResponse: verdictOf("response", wider, narrower),
          widenedResponse: verdictOf("response", narrower, wider),
        }).toEqual({
          tightenedRequest: true,
          widenedRequest: false,
          tightenedResponse: false,
          widenedResponse: true,
        });
      },
    ),
    { numRuns: depth(100, 1200) },
  );
});
