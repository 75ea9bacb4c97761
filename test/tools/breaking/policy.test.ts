// Properties of the policy, whatever the contract: checked in process.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { judgeDocuments } from "../../../src/tools/breaking/index.ts";
import { rules } from "../../../src/tools/breaking/rules.ts";
import { generatedDirectory } from "../../../src/tools/contract/index.ts";
import { depth, inFull } from "../../run/depth.ts";
import { openWords } from "../../run/open-words.ts";
import { documentWith } from "./documents.ts";

type Schema = Readonly<Record<string, unknown>>;

const contract: unknown = JSON.parse(await readFile(join(generatedDirectory, "openapi.json"), "utf8"));

/** The gravest level of the changes; `none` when there is no change. */
function verdict(base: unknown, revision: unknown): string {
  return judgeDocuments(base, revision)[0]?.level ?? "none";
}

const text = fc.constantFrom<Schema>(
  { type: "string" },
  { type: "string", minLength: 2, maxLength: 8 },
  { type: "string", pattern: "^a+$" },
  { type: "string", enum: ["a", "b"] },
  { type: "string", "x-extensible-enum": ["a", "b"] },
  { type: ["string", "null"], format: "date" },
);
const number = fc.constantFrom<Schema>(
  { type: "integer" },
  { type: "integer", minimum: 0, maximum: 9 },
  { type: "number", exclusiveMinimum: 0, multipleOf: 0.5 },
  { type: ["integer", "null"] },
);
const { schema } = fc.letrec<{ schema: Schema }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    text,
    number,
    fc.constant({ type: "boolean" }),
    tie("schema").map((items) => ({ type: "array", items, maxItems: 5 })),
    fc.tuple(tie("schema"), text).map(([first, second]) => ({
      type: "object",
      properties: { first, second },
      required: ["first"],
      description: "A pair.",
    })),
    tie("schema").map((additionalProperties) => ({ type: "object", additionalProperties })),
    fc.tuple(tie("schema"), text).map(([first, second]) => ({ anyOf: [first, second] })),
    tie("schema").map((member) => ({ allOf: [member, { description: "Both." }] })),
    tie("schema").map((member) => ({ anyOf: [member, { type: "null" }] })),
    tie("schema").map((not) => ({ type: "object", not })),
  ),
}));

describe("nothing changed in", () => {
  const numRuns = depth(30, 100);
  test("a contract that is compared with itself", () => {
    fc.assert(
      fc.property(schema, schema, (request, response) => {
        const document = documentWith(request, response);
        expect(judgeDocuments(document, structuredClone(document))).toEqual([]);
      }),
      { numRuns },
    );
  });

  test("a contract whose keys stand in another order", () => {
    fc.assert(
      fc.property(schema, schema, (request, response) => {
        const document = documentWith(request, response);
        expect(judgeDocuments(document, reordered(document))).toEqual([]);
      }),
      { numRuns },
    );
  });

  test("a contract whose schemas became components", () => {
    fc.assert(
      fc.property(schema, schema, (request, response) => {
        const inline = documentWith(request, response);
        const referring = {
          ...documentWith({ $ref: "#/components/schemas/Request" }, { $ref: "#/components/schemas/Response" }),
          components: { schemas: { Request: request, Response: response } },
        };
        expect(judgeDocuments(inline, referring)).toEqual([]);
        expect(judgeDocuments(referring, inline)).toEqual([]);
      }),
      { numRuns },
    );
  });

  test("this contract, compared with itself and in another order", () => {
    expect(judgeDocuments(contract, structuredClone(contract))).toEqual([]);
    expect(judgeDocuments(contract, reordered(contract))).toEqual([]);
  });

  test("a schema that is spelled otherwise", () => {
    fc.assert(
      fc.property(schema, (inner) => {
        for (const spelled of [{ allOf: [inner] }, { anyOf: [inner] }, { oneOf: [inner] }, { allOf: [inner, {}] }]) {
          expect(judgeDocuments(documentWith(inner), documentWith(spelled))).toEqual([]);
        }
      }),
      { numRuns },
    );
  });
});

/** A break of a request, and the schema that it is a break of. */
const requestBreaks: Readonly<Record<string, readonly [base: Schema, revision: Schema]>> = {
  "a lower maximum length": [
    { type: "string", maxLength: 9 },
    { type: "string", maxLength: 5 },
  ],
  "a pattern": [{ type: "string" }, { type: "string", pattern: "^a" }],
  "another type": [{ type: "string" }, { type: "integer" }],
  "a value less": [{ enum: ["a", "b"] }, { enum: ["a"] }],
  "a known value less": [
    { type: "string", "x-extensible-enum": ["a", "b"] },
    { type: "string", "x-extensible-enum": ["a"] },
  ],
  "null no longer": [{ type: ["string", "null"] }, { type: "string" }],
  "a higher minimum": [
    { type: "integer", minimum: 1 },
    { type: "integer", minimum: 2 },
  ],
  "a required field": [
    { type: "object", properties: { a: { type: "string" } } },
    { type: "object", properties: { a: { type: "string" } }, required: ["a"] },
  ],
  "a field less": [{ type: "object", properties: { a: { type: "string" } } }, { type: "object" }],
  "fewer items": [
    { type: "array", items: {}, maxItems: 5 },
    { type: "array", items: {}, maxItems: 4 },
  ],
  "other items": [
    { type: "array", items: { type: "string" } },
    { type: "array", items: { type: "boolean" } },
  ],
  "no other fields": [{ type: "object" }, { type: "object", additionalProperties: false }],
};

/** Where a schema may stand: around it, nothing else changes. */
const around: Readonly<Record<string, (inner: Schema) => Schema>> = {
  allOf: (inner) => ({ allOf: [{ description: "All of it." }, inner] }),
  items: (items) => ({ type: "array", items }),
  properties: (field) => ({ type: "object", properties: { field } }),
  additionalProperties: (additionalProperties) => ({ type: "object", additionalProperties }),
  patternProperties: (field) => ({ type: "object", patternProperties: { "^x-": field } }),
  "an anyOf branch": (inner) => ({
    anyOf: [inner, { type: "object", required: ["other"], properties: { other: {} } }],
  }),
  "a reference": (inner) => ({ $ref: "#/$defs/Inner", $defs: { Inner: inner } }),
};

/** Puts a reference's target where a document has it. */
function located(schema: Schema): Record<string, unknown> {
  const text = JSON.stringify(schema);
  if (!text.includes("#/$defs/Inner")) return documentWith(schema);
  const { Inner } = (JSON.parse(text) as { $defs: { Inner: unknown } }).$defs;
  return { ...documentWith({ $ref: "#/components/schemas/Inner" }), components: { schemas: { Inner } } };
}

describe("a break of a request stays one", () => {
  const breaks = Object.entries(requestBreaks);
  test.each(breaks)("%s", (_, [base, revision]) => {
    expect(verdict(documentWith(base, {}), documentWith(revision, {}))).toBe("breaking");
    for (const [where, wrap] of Object.entries(around)) {
      expect(verdict(located(wrap(base)), located(wrap(revision))), where).toBe("breaking");
    }
  });

  test.each(breaks)("%s, behind any two of these", (_, [base, revision]) => {
    const wraps = Object.entries(around).filter(([name]) => name !== "a reference");
    for (const [at, [outer, wrapOuter]] of wraps.entries()) {
      // In the quick run each stands around one other and inside of one other
      for (const [inner, wrapInner] of depth(wraps.slice((at + 1) % wraps.length).slice(0, 1), wraps)) {
        const wrap = (schema: Schema) => documentWith(wrapOuter(wrapInner(schema)), {});
        expect(verdict(wrap(base), wrap(revision)), `${outer} around ${inner}`).toBe("breaking");
      }
    }
  });
});

test("a sibling of anyOf that still accepts makes up for a branch that no longer does", () => {
  const branches = (maxLength: number) => ({
    anyOf: [
      { type: "string", maxLength },
      { type: "string", minLength: 0, maxLength: 99 },
    ],
  });
  expect(verdict(documentWith(branches(9), {}), documentWith(branches(5), {}))).not.toBe("breaking");
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

test("what inherits from a schema that was parsed once for both documents", () => {
  const holder = { type: "object", properties: { kind: { type: "string" } }, discriminator: { propertyName: "kind" } };
  const frame = documentWith({}, { $ref: "#/components/schemas/Holder" });
  const readDocument = (properties: Schema) => {
    const heir = { allOf: [{ $ref: "#/components/schemas/Holder" }, { type: "object", properties }] };
    const heirOfHeir = { allOf: [{ $ref: "#/components/schemas/Heir" }] };
    return { ...frame, components: { schemas: { Holder: holder, Heir: heir, HeirOfHeir: heirOfHeir } } };
  };
  expect(verdict(readDocument({ a: {} }), readDocument({ a: {} }))).toBe("none");
  expect(verdict(readDocument({ a: {} }), readDocument({}))).toBe("breaking");
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

/** What an addition may write into: the document, and the parts of its one operation. */
interface Parts {
  readonly document: Fields;
  readonly operation: Fields;
  readonly request: Fields;
  readonly response: Fields;
}
type Fields = Record<string, unknown>;

const more = { type: "string" };

/** Each is compatible, and taking it back is a break. */
const additions: Readonly<Record<string, (parts: Parts) => void>> = {
  "an operation": ({ document }) =>
    write(document, ["paths", "/others"], { get: { responses: { "200": { description: "Others." } } } }),
  "an event": ({ document }) =>
    write(document, ["webhooks"], { happened: { post: { responses: { "200": { description: "Thanks." } } } } }),
  "a response field": ({ response }) => write(response, ["properties", "more"], more),
  "a required response field": ({ response }) => {
    write(response, ["properties", "more"], more);
    write(response, ["required"], ["more"]);
  },
  "a request field": ({ request }) => write(request, ["properties", "more"], more),
  "a query parameter": ({ operation }) =>
    write(operation, ["parameters"], [{ name: "more", in: "query", schema: more }]),
  "a response header": ({ operation }) => write(operation, ["responses", "200", "headers"], { More: { schema: more } }),
  "a media type of the request": ({ operation }) =>
    write(operation, ["requestBody", "content", "application/xml"], { schema: more }),
  "a server": ({ document }) => write(document, ["servers"], [{ url: "/" }, { url: "https://more.example.com" }]),
};

test.each(Object.entries(additions))("%s is compatible, and taking it back is a break", (_, add) => {
  const plain = { type: "object", properties: { name: { type: "string" } } };
  const base = documentWith(plain);
  const document = structuredClone(base);
  const operation = at(document, ["paths", "/things", "post"]);
  add({
    document,
    operation,
    request: at(operation, ["requestBody", "content", "application/json", "schema"]),
    response: at(operation, ["responses", "200", "content", "application/json", "schema"]),
  });
  expect(verdict(base, document)).toBe("compatible");
  expect(verdict(document, base)).toBe("breaking");
});

function at(fields: Fields, path: readonly string[]): Fields {
  return path.reduce((inside, key) => inside[key] as Fields, fields);
}

function write(fields: Fields, path: readonly string[], value: unknown): void {
  at(fields, path.slice(0, -1))[path.at(-1) ?? ""] = value;
}

function reordered<T>(value: T): T {
  if (Array.isArray(value)) return value.map(reordered) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, item]) => [key, reordered(item)]),
  ) as T;
}

test("a response field that had to be there without being described, and is described as optional now, is a break", () => {
  const changes = judgeDocuments(
    documentWith({}, { type: "object", required: ["name"] }),
    documentWith({}, { type: "object", properties: { name: { type: "string" } } }),
  );
  expect(changes.filter(({ level }) => level === "breaking").map(({ rule }) => rule)).toEqual([
    "schema/property-optional",
  ]);
});

test("a request field that a map describes now, and that has to be there, is a break", () => {
  const base = { type: "object", properties: { name: { type: "string" } } };
  const revision = { type: "object", additionalProperties: { type: "string" }, required: ["name"] };
  const changes = judgeDocuments(documentWith(base, {}), documentWith(revision, {}));
  expect(changes.map(({ rule }) => rule)).toContain("schema/property-required");
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
  const ofHeader =
    (was: Fields, is: Fields | undefined) =>
    (mark: unknown): Marked => {
      const responses = (more: Fields | undefined) => ({
        "204": {
          description: "Done.",
          ...(more === undefined ? {} : { headers: { It: { schema: {}, "x-assumption": mark, ...more } } }),
        },
      });
      return [withOperation({ responses: responses(was) }), withOperation({ responses: responses(is) })];
    };
  /** The mark stands on an operation. */
  const ofOperation =
    (was: Fields, is: Fields, where: (operation: Fields) => Fields = withOperation) =>
    (mark: unknown) =>
      [was, is].map((fields) => where({ responses: done, ...fields, "x-assumption": mark })) as unknown as Marked;
  const asEvent = (operation: Fields) => ({ ...documentWith({}), webhooks: { it: { post: operation } } });
  const asCallback = (operation: Fields) =>
    withOperation({ responses: done, callbacks: { it: { "{$request.query.url}": { post: operation } } } });
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
    [
      "schema/keyword-added",
      "a field",
      another,
      ofField({ type: "object" }, { dependentRequired: { a: ["b"] }, type: "object" }),
    ],
    ["schema/not-compared", "a field", another, ofField({ ...list, contains: text }, { ...list, contains: {} })],
    ["schema/enum", "a field", values, ofField({ enum: ["a", "b"] }, { enum: ["a"] })],
    [
      "schema/known-value-removed",
      "a field",
      values,
      ofField({ ...text, "x-extensible-enum": ["a", "b"] }, { ...text, "x-extensible-enum": ["a"] }),
    ],
    ["schema/pattern", "a field", values, ofField(text, { ...text, pattern: "^a" })],
    ["schema/multiple-of", "a field", values, ofField({ type: "number" }, { type: "number", multipleOf: 2.5 })],
    ["schema/unique-items", "a field", values, ofField(list, { ...list, uniqueItems: true })],
    ["schema/minimum", "a field", values, ofField({ type: "integer" }, { type: "integer", minimum: 1 })],
    ["schema/maximum", "a field", values, ofField({ type: "integer" }, { type: "integer", exclusiveMaximum: 1 })],
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
    ["parameter/serialization", "a parameter", ["encoding"], ofParameter({}, { explode: false })],
    ["schema/max-items", "a parameter", ["count", ...values], ofParameter({}, { schema: { ...list, maxItems: 1 } })],
    ["header/removed", "a header", ["presence", ...elsewhere], ofHeader({}, undefined)],
    ["header/required", "a header", ["presence", ...elsewhere], ofHeader({ required: true }, {})],
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
    ["header/removed", "a response", [], ofResponse({ headers: { It: { schema: {} } } }, {})],
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
    [
      "the body of a callback",
      false,
      ofOperation({ requestBody: body(short) }, { requestBody: body(long) }, asCallback),
    ],
    ["the body of a response", false, ofResponse(body(short), body(long))],
    ["a header of a response", false, ofResponse({ headers: { It: { schema: {} } } }, {})],
  ])(
    "a mark without words covers what its scope allows, and a key that no register has covers nothing: %s, %s",
    (_, isCovered, pair) => {
      expect(verdict(...pair(assumed(undefined)))).toBe(isCovered ? "warning" : "breaking");
      expect(verdict(...pair("a-text"))).toBe("breaking");
    },
  );
});

test("a least number of fields that what has to be there implies is none", () => {
  const either = { anyOf: [{ required: ["a"] }, { required: ["b"] }] };
  for (const [base, revision] of [
    [{ minProperties: 1, ...either }, either],
    [either, { minProperties: 1, ...either }],
  ]) {
    expect(verdict(documentWith(base), documentWith(revision))).toBe("none");
  }
  expect(verdict(documentWith(either), documentWith({ minProperties: 2, ...either }))).toBe("breaking");
});

test("every sentence of the rules names what changed, and each rule is about one keyword at most", () => {
  const sentences = Object.values(rules).flatMap(({ says }) => (typeof says === "string" ? says : Object.values(says)));
  expect(sentences.filter((sentence) => !sentence.startsWith("{subject}") || sentence.endsWith("."))).toEqual([]);
  const keywords = Object.values(rules).flatMap(({ keyword }) => keyword ?? []);
  expect(keywords).toEqual([...new Set(keywords)]);
});
