// A change is never called compatible when a value tells otherwise: the policy against a validator, on random schemas.
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { judgeDocuments } from "../../../src/tools/breaking/index.ts";
import { depth } from "../../run/depth.ts";
import { change, type Schema, schema, seed, values } from "./arbitraries.ts";
import { documentWith } from "./documents.ts";

const ajv = new Ajv2020({ strict: false });

// The seed stands in the name, so that a run can be repeated: SEED=… npm run test:full -- soundness
describe(`with seed ${seed}`, () => {
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
      { numRuns: depth(150, 3000), seed },
    );
  });
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
