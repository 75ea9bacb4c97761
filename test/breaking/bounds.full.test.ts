// The gate ends, and reports each change once, however often and however deep schemas refer to one another.
import { describe, expect, test } from "vitest";
import { judgeDocuments } from "../../src/breaking/index.ts";
import { documentWith } from "./documents.ts";

type Schema = Readonly<Record<string, unknown>>;

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const referTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });

function readDocument(schemas: Readonly<Record<string, Schema>>, first: string): Record<string, unknown> {
  return { ...documentWith(referTo(first)), components: { schemas } };
}

/** The findings, without the words around them. */
function found(base: unknown, revision: unknown): string[] {
  return judgeDocuments(base, revision).map(({ level, rule, pointer }) => `${level} ${rule} ${pointer}`);
}

describe("one change among schemas that refer to one another", () => {
  /** Each schema holds every other, also in lists and in alternatives. */
  const mesh = (count: number, maxLength: number) => {
    const names = numbers(count).map((index) => `Kind${index}`);
    const fields = names.flatMap((name): [string, Schema][] => [
      [`one${name}`, referTo(name)],
      [`many${name}`, { type: "array", items: referTo(name) }],
      [`either${name}`, { anyOf: [referTo(name), { type: "string" }] }],
    ]);
    const schemas = names.map((name, index): [string, Schema] => {
      const text = { type: "string", maxLength: index === 0 ? maxLength : 9 };
      return [name, { type: "object", properties: { ...Object.fromEntries(fields), text } }];
    });
    return readDocument(Object.fromEntries(schemas), `Kind${count - 1}`);
  };

  test.each([4, 40])("%i schemas: it is reported once, where it is written", (count) => {
    const pointer = "#/components/schemas/Kind0/properties/text/maxLength";
    expect(found(mesh(count, 9), mesh(count, 5))).toEqual([`breaking schema/max-length ${pointer}`]);
  });
});

test("what the stated budget does not cover is said to be not compared: 45 alternatives without a tag that hold one another, and all change", () => {
  const not = "breaking schema/not-compared #/paths/~1things/post";
  const threefold = (maxLength: number) => {
    const any = referTo("Any");
    const ways = { next: any, many: { type: "array", items: any }, either: { anyOf: [any, { type: "string" }] } };
    const kinds = numbers(45).map((index): [string, Schema] => {
      const properties = { ...ways, [`text${index}`]: { type: "string", maxLength } };
      return [`Kind${index}`, { type: "object", properties }];
    });
    const anyOf = kinds.map(([name]) => referTo(name));
    return readDocument({ Any: { anyOf }, ...Object.fromEntries(kinds) }, "Any");
  };
  const changes = found(threefold(9), threefold(5));
  expect(changes).toEqual([expect.stringContaining(not), expect.stringContaining(not)]);
});

test.each<[string, (next: Schema) => Schema]>([
  ["fields", (next) => ({ type: "object", properties: { next } })],
  ["lists", (items) => ({ type: "array", items })],
])("a change at a depth of 3,000 %s is reported once", (_, hold) => {
  const chain = (maxLength: number) => {
    const schemas = numbers(3_000).map((index): [string, Schema] => [
      `Step${index}`,
      index === 2_999 ? { type: "string", maxLength } : hold(referTo(`Step${index + 1}`)),
    ]);
    return readDocument(Object.fromEntries(schemas), "Step0");
  };
  expect(found(chain(9), chain(5))).toEqual(["breaking schema/max-length #/components/schemas/Step2999/maxLength"]);
});

test("alternatives without a name that hold one another, and become others: it is a break, found without looking for ever", () => {
  const either = (...anyOf: Schema[]) => ({ anyOf });
  const properties = { x: referTo("A"), y: either(referTo("B"), { type: "integer" }) };
  const kinds = {
    B: { type: "object", properties, required: ["y"] },
    C: either(
      { type: "object", properties: { y: referTo("C"), kind: { type: "string" } }, required: ["y"] },
      either({ type: "integer" }, referTo("C")),
    ),
    D: { type: "object", properties: { y: { type: "string" } } },
  };
  const holding = (items: Schema) =>
    readDocument({ A: { type: "object", additionalProperties: { type: "array", items } }, ...kinds }, "A");
  const [before, after] = [holding(referTo("C")), holding(either(referTo("B"), referTo("D")))];
  expect(found(before, after)[0]).toMatch(/^breaking /);
  expect(found(after, before)[0]).toMatch(/^breaking /);
});

test("a waiver may name any way to the change, also one that the report does not show", () => {
  const mutual = (maxLength: number) =>
    readDocument(
      { A: { type: "object", properties: { again: referTo("A"), text: { type: "string", maxLength } } } },
      "A",
    );
  const [change] = judgeDocuments(mutual(9), mutual(5));
  const body = "#/paths/~1things/post/requestBody/content/application~1json/schema";
  expect(change?.concerns(`${body}/properties/again/properties/text/maxLength`)).toBe(true);
  expect(change?.concerns("#/components/schemas/A/properties/text/maxLength")).toBe(true);
  expect(change?.concerns("#/components/schemas/A/properties/text")).toBe(false);
});
