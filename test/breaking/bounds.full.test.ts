// The comparison ends, and reports each change once, however often and however deep schemas refer to one another.
import { describe, expect, test } from "vitest";
import { judgeDocuments } from "../../src/breaking/index.ts";
import { documentWith } from "./documents.ts";

type Schema = Readonly<Record<string, unknown>>;

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const referTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });

function readDocument(schemas: Readonly<Record<string, Schema>>, first: string): Record<string, unknown> {
  return { ...documentWith(referTo(first)), components: { schemas } };
}

/** What was found, without the words around it. */
function found(base: unknown, revision: unknown): string[] {
  return judgeDocuments(base, revision).map(({ level, rule, pointer }) => `${level} ${rule} ${pointer}`);
}

const body = "#/paths/~1things/post/requestBody/content/application~1json/schema";

describe("one change among schemas that refer to one another", () => {
  /** Each schema holds every other, also in lists and in alternatives. */
  const mesh = (count: number, maxLength: number) => {
    const names = numbers(count).map((index) => `Kind${index}`);
    const fields = names.flatMap((name): [string, Schema][] => [
      [`one${name}`, referTo(name)],
      [`many${name}`, { type: "array", items: referTo(name) }],
      [`either${name}`, { oneOf: [referTo(name), { type: "string" }] }],
    ]);
    const schemas = names.map((name, index): [string, Schema] => [
      name,
      {
        type: "object",
        properties: { ...Object.fromEntries(fields), text: { type: "string", maxLength: index === 0 ? maxLength : 9 } },
      },
    ]);
    return readDocument(Object.fromEntries(schemas), `Kind${count - 1}`);
  };

  test.each([4, 40])("%i schemas: it is reported once, with the shortest path", (count) => {
    const pointer = `${body}/properties/oneKind0/properties/text/maxLength`;
    expect(found(mesh(count, 9), mesh(count, 5))).toEqual([`breaking schema/max-length ${pointer}`]);
  });

  test("the operations that have it are counted", () => {
    const withMore = (maxLength: number) => {
      const document = mesh(4, maxLength);
      const item = Object.values(document["paths"] as object)[0] as unknown;
      const paths = Object.fromEntries(numbers(5).map((index) => [`/things${index}`, item]));
      return { ...document, paths };
    };
    const changes = judgeDocuments(withMore(9), withMore(5));
    expect(changes).toHaveLength(1);
    expect(changes[0]?.message).toContain("(and in 4 more operations)");
  });
});

describe("110 alternatives that hold themselves", () => {
  const alternatives = (fields: (index: number) => Schema, more: Schema, maxLength: number) => {
    const kinds = numbers(110).map((index): [string, Schema] => {
      const text = { type: "string", maxLength: index === 5 ? maxLength : 9 };
      const properties = { ...fields(index), next: referTo("Any"), [`text${index}`]: text };
      return [`Kind${index}`, { type: "object", properties, ...more }];
    });
    return readDocument({ Any: { oneOf: kinds.map(([name]) => referTo(name)) }, ...Object.fromEntries(kinds) }, "Any");
  };

  test("with a tag: only the one that changed is reported", () => {
    const tagged = (maxLength: number) =>
      alternatives((index) => ({ kind: { const: `kind${index}` } }), { required: ["kind"] }, maxLength);
    const changes = judgeDocuments(tagged(9), tagged(5)).filter(({ level }) => level === "breaking");
    expect(changes.map(({ rule }) => rule)).toEqual(["schema/max-length"]);
  });

  test("behind a reference and more than can be compared one by one: the change is not missed", () => {
    const wide = (maxLength: number) => {
      const kinds = numbers(301).map((index): [string, Schema] => {
        const text = { type: "string", maxLength: index === 5 ? maxLength : 9 };
        return [`Kind${index}`, { type: "object", properties: { [`text${index}`]: text } }];
      });
      const oneOf = kinds.map(([name]) => referTo(name));
      return readDocument({ Any: { oneOf }, ...Object.fromEntries(kinds) }, "Any");
    };
    expect(found(wide(9), wide(5))[0]).toMatch(/^breaking /);
  });
});

describe("alternatives without a tag that all change", () => {
  const kindsOf = (combiner: string, maxLength: number) => {
    const either = { [combiner]: [referTo("Any"), { type: "string" }] };
    const kinds = numbers(8).map((index): [string, Schema] => {
      const properties = { either, next: referTo("Any"), [`text${index}`]: { type: "string", maxLength } };
      return [`Kind${index}`, { type: "object", properties }];
    });
    const any = { [combiner]: kinds.map(([name]) => referTo(name)) };
    return readDocument({ Any: any, ...Object.fromEntries(kinds) }, "Any");
  };

  test("and hold one another: each change is reported once, in bounded time", () => {
    const changes = judgeDocuments(kindsOf("anyOf", 9), kindsOf("anyOf", 5));
    expect(changes.map(({ rule }) => rule)).toEqual(numbers(8).map(() => "schema/max-length"));
  });

  test("and may match two of `oneOf` now: one line says so for all", () => {
    const rules = judgeDocuments(kindsOf("oneOf", 9), kindsOf("oneOf", 5)).map(({ rule }) => rule);
    expect(rules.filter((rule) => rule === "schema/max-length")).toHaveLength(8);
    expect(rules.filter((rule) => rule === "schema/one-of-overlap")).toHaveLength(1);
  });
});

/** How many alternatives hold one another: the time grows with their square. */
const many = 45;

test(`${many} alternatives without a tag that hold one another in three ways, and all change: each change is reported once`, () => {
  const threefold = (maxLength: number) => {
    const kinds = numbers(many).map((index): [string, Schema] => {
      const any = referTo("Any");
      const ways = { next: any, many: { type: "array", items: any }, either: { anyOf: [any, { type: "string" }] } };
      return [
        `Kind${index}`,
        { type: "object", properties: { ...ways, [`text${index}`]: { type: "string", maxLength } } },
      ];
    });
    return readDocument({ Any: { anyOf: kinds.map(([name]) => referTo(name)) }, ...Object.fromEntries(kinds) }, "Any");
  };
  const changes = judgeDocuments(threefold(9), threefold(5));
  expect(changes.map(({ rule }) => rule)).toEqual(numbers(many).map(() => "schema/max-length"));
});

test("alternatives without a name that hold one another, and become others: it is a break, found without looking for ever", () => {
  const either = (...anyOf: Schema[]) => ({ anyOf });
  const kinds = {
    B: {
      type: "object",
      properties: { x: referTo("A"), y: either(referTo("B"), { type: "integer" }) },
      required: ["y"],
    },
    C: {
      oneOf: [
        { type: "object", properties: { y: referTo("C"), kind: { type: "string" } }, required: ["y"] },
        either({ type: "integer" }, referTo("C")),
      ],
    },
    D: { type: "object", properties: { y: { type: "string" } } },
  };
  const holding = (items: Schema) =>
    readDocument({ A: { type: "object", additionalProperties: { type: "array", items } }, ...kinds }, "A");
  const [before, after] = [holding(referTo("C")), holding(either(referTo("B"), referTo("D")))];
  expect(found(before, after)[0]).toMatch(/^breaking /);
  expect(found(after, before)[0]).toMatch(/^breaking /);
});

/** How many schemas follow one another: each costs as much as a document of the usual size. */
const steps = 3_000;

describe(`a change at a depth of ${steps}`, () => {
  const chain = (maxLength: number, hold: (next: Schema) => Schema) => {
    const last = { type: "string", maxLength };
    const schemas = numbers(steps).map((index): [string, Schema] => [
      `Step${index}`,
      index === steps - 1 ? last : hold(referTo(`Step${index + 1}`)),
    ]);
    return readDocument(Object.fromEntries(schemas), "Step0");
  };

  test.each<[string, (next: Schema) => Schema]>([
    ["fields", (next) => ({ type: "object", properties: { next } })],
    ["lists", (items) => ({ type: "array", items })],
  ])("of %s is reported once", (_, hold) => {
    expect(judgeDocuments(chain(9, hold), chain(5, hold)).map(({ rule }) => rule)).toEqual(["schema/max-length"]);
  });
});

test("a schema that is written 3,000 levels deep is refused in a sentence", () => {
  let schema: Schema = { type: "string" };
  for (const _ of numbers(3_000)) schema = { type: "array", items: schema };
  expect(() => judgeDocuments(documentWith({}), documentWith(schema, {}))).toThrow(
    "revision.yaml is nested too deep: expected at most 500 levels.",
  );
});

test("a waiver may name any way to the change, also one that the report does not show", () => {
  const mutual = (maxLength: number) =>
    readDocument(
      { A: { type: "object", properties: { again: referTo("A"), text: { type: "string", maxLength } } } },
      "A",
    );
  const [change] = judgeDocuments(mutual(9), mutual(5));
  expect(change?.concerns(`${body}/properties/again/properties/text/maxLength`)).toBe(true);
  expect(change?.concerns("#/components/schemas/A/properties/text/maxLength")).toBe(true);
  expect(change?.concerns("#/components/schemas/A/properties/text")).toBe(false);
});
