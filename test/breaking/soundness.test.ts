// A change is never called compatible when a value tells otherwise: the policy against a validator, on random schemas.
import { registerSchema, unregisterSchema, validate } from "@hyperjump/json-schema/draft-2020-12";
import fc from "fast-check";
import { expect, test } from "vitest";
import { judgeDocuments } from "../../src/breaking/index.ts";
import { depth } from "../run/depth.ts";
import { change, type Schema, schema, values } from "./arbitraries.ts";
import { documentWith } from "./documents.ts";

const dialect = "https://json-schema.org/draft/2020-12/schema";

test("what one side allows and the other refuses is a break", async () => {
  await fc.assert(
    fc.asyncProperty(change, schema, async ([before, after], fallback) => {
      const [base, revision] = [before ?? fallback, after ?? fallback] as [Schema, Schema];
      const [allowed, allows] = [await valuesOf(base), await valuesOf(revision)];
      const isBreak = (documents: [unknown, unknown]) => judgeDocuments(...documents)[0]?.level === "breaking";
      const refused = allowed.filter((value) => !allows.includes(value));
      if (refused.length > 0) {
        const label = `a request of ${JSON.stringify(refused)}`;
        expect(isBreak([documentWith(base, {}), documentWith(revision, {})]), label).toBe(true);
      }
      const unexpected = allows.filter((value) => !allowed.includes(value));
      if (unexpected.length > 0) {
        const label = `a response of ${JSON.stringify(unexpected)}`;
        expect(isBreak([documentWith({}, base), documentWith({}, revision)]), label).toBe(true);
      }
    }),
    { numRuns: depth(150, 1500) },
  );
});

/** The values that a schema allows, by a validator that passes the whole test suite of JSON Schema: Ajv 8.20 misjudges some `contains` and `unevaluatedItems`. */
async function valuesOf(schema: Schema): Promise<unknown[]> {
  const uri = "https://example.com/schema";
  registerSchema(schema as Parameters<typeof registerSchema>[0], uri, dialect);
  try {
    const judge = await validate(uri);
    return values.filter((value) => judge(value as Parameters<typeof judge>[0]).valid);
  } finally {
    unregisterSchema(uri);
  }
}
