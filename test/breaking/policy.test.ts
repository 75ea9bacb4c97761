// The policy where a table of changes has no room: a whole contract, schemas of thousands of ways, and which mark covers which rule.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { judgeDocuments } from "../../src/breaking/index.ts";
import { rules } from "../../src/breaking/rules.ts";
import { generatedDirectory, openWords } from "../../src/shared/contract/index.ts";
import { inFull } from "../run/depth.ts";
import { documentWith } from "./documents.ts";

type Schema = Readonly<Record<string, unknown>>;
type Fields = Record<string, unknown>;

/** The gravest level of the changes; `none` when there is no change. */
function verdict(base: unknown, revision: unknown): string {
  return judgeDocuments(base, revision)[0]?.level ?? "none";
}

test("nothing changed in this contract, compared with itself and in another order", async () => {
  const contract: unknown = JSON.parse(await readFile(join(generatedDirectory, "openapi.json"), "utf8"));
  const reorder = (_: string, value: unknown) =>
    typeof value !== "object" || value === null || Array.isArray(value)
      ? value
      : Object.fromEntries(Object.entries(value).reverse());
  expect(judgeDocuments(contract, structuredClone(contract))).toEqual([]);
  expect(judgeDocuments(contract, JSON.parse(JSON.stringify(contract, reorder)))).toEqual([]);
});

test("one among more alternatives than are compared: a change is treated as a break, words alone too", () => {
  const readDocument = (last: Schema) => {
    const kinds = Array.from({ length: 301 }, (_, index) => ({ type: "object", required: [`kind${index}`] }));
    return documentWith({}, { oneOf: [...kinds.slice(1), { ...kinds[0], ...last }] });
  };
  expect(verdict(readDocument({}), readDocument({}))).toBe("none");
  const [change] = judgeDocuments(readDocument({}), readDocument({ minProperties: 2 }));
  expect(change).toMatchObject({ level: "breaking", rule: "schema/not-compared" });
});

describe("schemas that are combined in very many ways", () => {
  const referTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const readDocument = (schemas: Readonly<Record<string, Schema>>) => ({
    ...documentWith({}, referTo("First")),
    components: { schemas },
  });
  const last = (maxLength: number) => ({ type: "object", properties: { last: { type: "string", maxLength } } });
  const numbers = Array.from({ length: 30 }, (_, index) => index);

  test("by `allOf`, on 2^30 ways: the change is reported", () => {
    const diamond = (maxLength: number) => {
      const next = (index: number) => ({ allOf: [referTo(index === 29 ? "Last" : `Both${index + 1}`)] });
      const both = numbers.flatMap((index): [string, Schema][] => [
        [`Both${index}`, { allOf: [referTo(`Left${index}`), referTo(`Right${index}`)] }],
        [`Left${index}`, next(index)],
        [`Right${index}`, next(index)],
      ]);
      return readDocument({ First: referTo("Both0"), ...Object.fromEntries(both), Last: last(maxLength) });
    };
    expect(judgeDocuments(diamond(9), diamond(9))).toEqual([]);
    expect(judgeDocuments(diamond(9), diamond(99)).map(({ rule }) => rule)).toEqual(["schema/max-length"]);
  });

  test("each in each other: the change is reported", () => {
    const mesh = (maxLength: number) => {
      const names = numbers.slice(0, 12).map((index) => `Node${index}`);
      const properties = Object.fromEntries(names.map((name) => [name, referTo(name)]));
      const nodes = names.map((name) => [
        name,
        { type: "object", properties: { ...properties, end: referTo("Last") } },
      ]);
      return readDocument({ First: referTo("Node0"), ...Object.fromEntries(nodes), Last: last(maxLength) });
    };
    expect(judgeDocuments(mesh(9), mesh(9))).toEqual([]);
    expect(judgeDocuments(mesh(9), mesh(99)).map(({ rule }) => rule)).toContain("schema/max-length");
  });

  test("by `allOf` of `anyOf`, in 400 ways, and one part more: what cannot be proven is said not to be", () => {
    const anyOf = (field: string) => ({
      anyOf: Array.from({ length: 20 }, (_, index) => ({ type: "object", required: [`${field}${index}`] })),
    });
    const product = (...more: Schema[]) => readDocument({ First: { allOf: [anyOf("a"), anyOf("b"), ...more] } });
    const changes = judgeDocuments(product(), product({ minProperties: 3 }));
    expect(changes.map(({ level, rule }) => `${level} ${rule}`)).toContain("breaking schema/not-compared");
  });

  inFull?.("in 2^30 conjunctions: what cannot be proven in reasonable time is said not to be", () => {
    const conjunctions = (maxLength: number) => {
      const steps = numbers.map((index): [string, Schema] => {
        const next = referTo(index === 29 ? "Last" : `Step${index + 1}`);
        return [`Step${index}`, { type: "object", properties: { a: next, b: next } }];
      });
      const properties = { a: { allOf: [referTo("First"), referTo("Step0")] }, b: referTo("First") };
      return readDocument({
        First: { type: "object", properties },
        ...Object.fromEntries(steps),
        Last: last(maxLength),
      });
    };
    const changes = judgeDocuments(conjunctions(9), conjunctions(99));
    expect(changes.map(({ level, rule }) => `${level} ${rule}`)).toContain("breaking schema/not-compared");
  });
});

describe("an assumption covers a break only where it leaves open what changed", () => {
  type Marked = readonly [base: Fields, revision: Fields];
  const assumed = (words: readonly string[] | undefined) => ({
    chose: "This",
    because: "nothing is said",
    could_be: "another",
    ...(words === undefined ? {} : { leaves_open: words }),
  });
  const elsewhere = ["name", "place"];
  const another = ["type", ...elsewhere];
  const values = ["values", ...another];
  const done = { "204": { description: "Done." } };
  const withOperation = (operation: Fields, more: Fields = {}) => ({
    ...documentWith({}),
    paths: { "/others": { get: { responses: done } }, "/things": { post: operation } },
    ...more,
  });
  /** The mark stands on a field of a request. */
  const ofField = (was: Schema, is: Schema) => (mark: unknown) =>
    [was, is].map((field) =>
      documentWith({ type: "object", properties: { it: { ...field, "x-assumption": mark } } }, {}),
    ) as unknown as Marked;
  /** The mark stands on an object of a response. */
  const ofObject = (was: Schema, is: Schema) => (mark: unknown) =>
    [was, is].map((schema) =>
      documentWith({}, { type: "object", ...schema, "x-assumption": mark }),
    ) as unknown as Marked;
  const ofParameter =
    (was: Fields, is: Fields | undefined) =>
    (mark: unknown): Marked => {
      const parameter = { name: "it", in: "query", schema: { type: "array", items: {} }, "x-assumption": mark };
      const operation = (more: Fields | undefined) => ({
        ...(more === undefined ? {} : { parameters: [{ ...parameter, ...more }] }),
        responses: done,
      });
      return [withOperation(operation(was)), withOperation(operation(is))];
    };
  /** The mark stands on an operation. */
  const ofOperation =
    (was: Fields, is: Fields, where: (operation: Fields) => Fields = withOperation) =>
    (mark: unknown) =>
      [was, is].map((fields) => where({ responses: done, ...fields, "x-assumption": mark })) as unknown as Marked;
  const asEvent = (operation: Fields) => ({ ...documentWith({}), webhooks: { it: { post: operation } } });
  const ofResponse = (was: Fields, is: Fields) => (mark: unknown) =>
    [was, is].map((fields) =>
      withOperation({ responses: { "200": { description: "It.", ...fields, "x-assumption": mark }, ...done } }),
    ) as unknown as Marked;
  const body = (schema: unknown, more: Fields = {}) => ({ content: { "application/json": { schema } }, ...more });
  const [short, long] = [
    { type: "string", maxLength: 5 },
    { type: "string", maxLength: 9 },
  ];
  const text = { type: "string" };
  const list = { type: "array", items: {} };
  const all = [...openWords];

  test.each<[rule: string, where: string, words: readonly string[], pair: (mark: unknown) => Marked]>([
    ["schema/type", "a field", another, ofField(text, { type: "integer" })],
    ["schema/not-compared", "a field", another, ofField({ ...list, contains: text }, { ...list, contains: {} })],
    ["schema/enum", "a field", values, ofField({ enum: ["a", "b"] }, { enum: ["a"] })],
    [
      "schema/known-value-removed",
      "a field",
      values,
      ofField({ ...text, "x-extensible-enum": ["a", "b"] }, { ...text, "x-extensible-enum": ["a"] }),
    ],
    ["schema/pattern", "a field", values, ofField(text, { ...text, pattern: "^a" })],
    ["schema/minimum", "a field", values, ofField({ type: "integer" }, { type: "integer", minimum: 1 })],
    ["schema/maximum", "a field", values, ofField({ type: "integer" }, { type: "integer", maximum: 1 })],
    ["schema/min-length", "a field", values, ofField(text, { ...text, minLength: 1 })],
    ["schema/max-length", "a field", values, ofField(long, short)],
    ["schema/min-properties", "a field", values, ofField({ type: "object" }, { type: "object", minProperties: 1 })],
    ["schema/max-properties", "a field", values, ofField({ type: "object" }, { type: "object", maxProperties: 1 })],
    ["schema/min-items", "a field", ["count", ...values], ofField(list, { ...list, minItems: 1 })],
    ["schema/max-items", "a field", ["count", ...values], ofField(list, { ...list, maxItems: 1 })],
    ["schema/format", "a field", ["format", ...another], ofField(text, { ...text, format: "date" })],
    ["schema/property-removed", "an object", ["fields", ...another], ofObject({ properties: { a: text } }, {})],
    [
      "schema/property-optional",
      "an object",
      ["fields", ...another],
      ofObject({ properties: { a: text }, required: ["a"] }, { properties: { a: text } }),
    ],
    [
      "schema/property-removed",
      "an object around another",
      another,
      ofObject(
        { properties: { a: { type: "object", properties: { b: text } } } },
        { properties: { a: { type: "object" } } },
      ),
    ],
    ["parameter/removed", "a parameter", ["presence", ...elsewhere], ofParameter({}, undefined)],
    ["parameter/required", "a parameter", ["presence", ...elsewhere], ofParameter({}, { required: true })],
    ["schema/max-items", "a parameter", ["count", ...values], ofParameter({}, { schema: { ...list, maxItems: 1 } })],
    [
      "operation/removed",
      "an operation",
      ["path"],
      (mark) => [
        withOperation({ responses: done, "x-assumption": mark }),
        { ...withOperation({}), paths: { "/others": { get: { responses: done } } } },
      ],
    ],
    [
      "parameter/removed",
      "an operation",
      ["presence", "place"],
      ofOperation({ parameters: [{ name: "it", in: "query", schema: text }] }, {}),
    ],
    [
      "parameter/required",
      "an operation",
      ["presence", "place"],
      ofOperation({}, { parameters: [{ name: "it", in: "query", required: true, schema: text }] }),
    ],
    ["body/removed", "an operation", ["body", "presence", "place"], ofOperation({ requestBody: body(text) }, {})],
    [
      "body/required",
      "an operation",
      ["body", "presence", "place"],
      ofOperation({ requestBody: body(text) }, { requestBody: body(text, { required: true }) }),
    ],
    [
      "body/added",
      "an operation",
      ["body", "presence", "place"],
      ofOperation({}, { requestBody: body(text, { required: true }) }),
    ],
    [
      "schema/max-length",
      "an operation",
      ["body"],
      ofOperation({ requestBody: body(long) }, { requestBody: body(short) }),
    ],
    [
      "server/removed",
      "an operation",
      [],
      ofOperation({ servers: [{ url: "https://a.example.com" }] }, { servers: [{ url: "https://b.example.com" }] }),
    ],
    ["security/alternative", "an operation", [], ofOperation({ security: [] }, { security: [{ Key: [] }] })],
    [
      "schema/max-length",
      "an event",
      ["body"],
      ofOperation({ requestBody: body(short) }, { requestBody: body(long) }, asEvent),
    ],
    [
      "response/removed",
      "a response",
      ["status"],
      (mark) => [
        withOperation({ responses: { "200": { description: "It.", "x-assumption": mark }, ...done } }),
        withOperation({ responses: done }),
      ],
    ],
    ["schema/max-length", "a response", ["body"], ofResponse(body(short), body(long))],
    [
      "media-type/removed",
      "the schema of a body",
      ["encoding"],
      (mark) => {
        const withType = (type: string) => ({
          responses: done,
          requestBody: { content: { [type]: { schema: { ...text, "x-assumption": mark } } } },
        });
        return [withOperation(withType("text/plain")), withOperation(withType("text/csv"))];
      },
    ],
  ])("%s, marked on %s: %j", (rule, _, words, pair) => {
    const levelWith = (mark: unknown) => judgeDocuments(...pair(mark)).find((change) => change.rule === rule)?.level;
    const levels = all.map((word) => [word, levelWith(assumed([word]))]);
    expect(Object.fromEntries(levels)).toEqual(
      Object.fromEntries(all.map((word) => [word, words.includes(word) ? "warning" : "breaking"])),
    );
  });

  const paged = { parameters: [{ name: "it", in: "query", schema: text }] };
  test.each<[what: string, isCovered: boolean, pair: (mark: unknown) => Marked]>([
    ["a field that is narrowed", true, ofField(long, short)],
    ["the security of an operation", true, ofOperation({ security: [] }, { security: [{ Key: [] }] })],
    [
      "the servers of an operation",
      false,
      ofOperation({ servers: [{ url: "https://a.example.com" }] }, { servers: [{ url: "https://b.example.com" }] }),
    ],
    ["the body of an operation", false, ofOperation({ requestBody: body(long) }, { requestBody: body(short) })],
    ["a parameter of an operation", false, ofOperation(paged, {})],
    [
      "a parameter that is added as required",
      false,
      ofOperation({}, { parameters: [{ ...paged.parameters[0], required: true }] }),
    ],
    ["a body that is added as required", false, ofOperation({}, { requestBody: body(text, { required: true }) })],
    ["the body of an event", false, ofOperation({ requestBody: body(short) }, { requestBody: body(long) }, asEvent)],
    ["the body of a response", false, ofResponse(body(short), body(long))],
  ])(
    "a mark without words covers what its scope allows, and a key that no register has covers nothing: %s, %s",
    (_, isCovered, pair) => {
      expect(verdict(...pair(assumed(undefined)))).toBe(isCovered ? "warning" : "breaking");
      expect(verdict(...pair("a-text"))).toBe("breaking");
    },
  );
});

test("every sentence of the rules names what changed", () => {
  const sentences = Object.values(rules).flatMap(({ says }) => (typeof says === "string" ? says : Object.values(says)));
  expect(sentences.filter((sentence) => !sentence.startsWith("{subject}") || sentence.endsWith("."))).toEqual([]);
});
