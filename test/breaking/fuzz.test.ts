// Random changes: no break is silent, with a validator as witness; and what is known to be narrower gets the verdict of its direction.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { registerSchema, unregisterSchema, validate } from "@hyperjump/json-schema/draft-2020-12";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { judgeDocuments } from "../../src/breaking/index.ts";
import { depth } from "../run/depth.ts";
import { changesOf, type Schema, values } from "./arbitraries.ts";
import { documentWith } from "./documents.ts";

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
