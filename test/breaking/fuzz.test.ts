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

const read = (file: string) => parse(readFileSync(join(import.meta.dirname, file), "utf8"));

/** Keywords, each with the values that it may have; and schemas around another one. */
interface Keywords {
  readonly choices: Readonly<Record<string, readonly unknown[]>>;
  readonly templates: readonly Schema[];
}
interface Parts extends Readonly<Record<"known" | "unknown", Keywords>> {
  readonly scalars: readonly unknown[];
  readonly lists: readonly unknown[];
  readonly objects: readonly unknown[];
  readonly plain: readonly Schema[];
  readonly around: readonly Schema[];
}
const parts: Parts = read("fuzz.yaml");
const values = [...parts.scalars, ...parts.lists, ...parts.objects];

/** A template with a schema in its place. */
const fill = (template: Schema, inner: Schema): Schema =>
  JSON.parse(JSON.stringify(template), (_, value: unknown) => (value === "INNER" ? inner : value));

const one = (name: string, value: fc.Arbitrary<unknown>) => value.map((written) => ({ [name]: written }));
const listed = ({ choices, templates }: Keywords, inner: fc.Arbitrary<Schema>) => [
  ...Object.entries(choices).map(([name, some]) => one(name, fc.constantFrom(...some))),
  ...templates.map((template) => inner.map((schema) => fill(template, schema))),
];
const enumOf = (some: readonly unknown[]) =>
  one("enum", fc.uniqueArray(fc.constantFrom(...some), { minLength: 1, maxLength: 3 }));

const known = (inner: fc.Arbitrary<Schema>) => [
  ...listed(parts.known, inner),
  enumOf(parts.scalars),
  ...["allOf", "anyOf", "oneOf"].map((name) => one(name, fc.array(inner, { minLength: 1, maxLength: 3 }))),
];

const count = fc.nat({ max: 3 });
const unknown = (inner: fc.Arbitrary<Schema>) => [
  ...listed(parts.unknown, inner),
  enumOf(values),
  one("prefixItems", fc.array(inner, { minLength: 1, maxLength: 2 })),
  fc.record({ contains: inner, minContains: count, maxContains: count }, { requiredKeys: ["contains"] }),
  fc.record({ if: inner, else: inner }),
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
        fc.constantFrom(...parts.plain),
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
const tightenings: readonly Tightening[] = read("tightenings.yaml");

test("what accepts less breaks requests only, what promises less breaks responses only", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...tightenings),
      fc.array(fc.constantFrom(...parts.around), { maxLength: 4 }),
      ({ wider, narrower }, wraps) => {
        const [wide, narrow] = [wider, narrower].map((schema) =>
          wraps.reduce<Schema>((inner, wrap) => fill(wrap, inner), schema),
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
