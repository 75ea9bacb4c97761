// The shape of a value by the contract's schema: it holds nothing of the value, and shows what the schema does not allow.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { placeAt } from "../../../../src/pipeline/learn/recording/place.ts";
import { Pseudonyms } from "../../../../src/pipeline/learn/recording/pseudonyms.ts";
import type { Shape } from "../../../../src/pipeline/learn/recording/recording.ts";
import { Shapes } from "../../../../src/pipeline/learn/recording/shape.ts";
import { type ContractBody, findProblems, readContract, type Schema } from "../../../../src/tools/contract/index.ts";
import { depth } from "../../../run/depth.ts";

const contract = await readContract();

/** Every body of the contract, by where it is. */
const bodies: readonly (readonly [name: string, body: ContractBody])[] = [
  ...contract.operations.flatMap(({ id, requestBody, responses }) => [
    ...(requestBody?.bodies ?? []).map((body) => [`request of ${id}`, body] as const),
    ...responses.flatMap(({ status, bodies }) => bodies.map((body) => [`${status} of ${id}`, body] as const)),
  ]),
  ...contract.events.map(({ name, payload }) => [name, payload] as const),
];

const shapeOf = (value: unknown, { schema }: ContractBody): Shape =>
  new Shapes(new Pseudonyms(), new Set()).of(value, placeAt(contract, schema, "body"));

/** Everything that a shape may consist of besides names of the contract. */
const words = new Set(
  "null boolean integer number string file known uuid date date-time uri email empty short medium long more … (key)".split(
    " ",
  ),
);

/** What stands in a shape that is no allowed word. */
function foreign(shape: Shape, names: ReadonlySet<string>): string[] {
  if (typeof shape === "string") {
    return shape
      .split(" ")
      .filter(
        (word) => !words.has(word) && !/^(?:\d+|![a-zA-Z]+|[~?][a-z_]+:\d+)$/.test(word) && !names.has(word.slice(1)),
      );
  }
  if (Array.isArray(shape)) return shape.flatMap((item: Shape) => foreign(item, names));
  return Object.entries(shape).flatMap(([name, inner]) => [
    ...(names.has(name) || /^\(key(?: \d+)?\)$/.test(name) ? [] : [name]),
    ...foreign(inner, names),
  ]);
}

/** Every name and known value that the contract has. */
const ofContract = new Set<string>();
JSON.stringify(contract.document.components.schemas, (key, value: unknown) => {
  ofContract.add(key);
  if (typeof value === "string") ofContract.add(value);
  return value;
});

/** A shape at a place with this schema; without one, where the contract says nothing. */
const scalarAt = (value: unknown, schema?: Schema, name = "note", pseudonyms = new Pseudonyms()) =>
  new Shapes(pseudonyms, new Set(["provider"])).of(value, placeAt(contract, schema, name));

describe("a shape", () => {
  test.each<[value: unknown, shape: string]>([
    ["", "string empty"],
    ["a".repeat(40), "string short"],
    ["a".repeat(41), "string medium"],
    ["a".repeat(400), "string medium"],
    ["a".repeat(401), "string long"],
    ["2026-11-22", "string date short"],
    ["2026-02-30", "string short"],
    ["2026-11-22T10:00:00Z", "string date-time short"],
    ["https://x.example/a", "string uri short"],
    ["a@b.example", "string email short"],
    ["2F1C9F0E-6d0b-4c5e-9a57-000000000001", "string uuid short"],
    [1, "integer"],
    [1.5, "number"],
    [true, "boolean"],
    [null, "null"],
  ])("of %j is its type, format and class of length", (value, shape) => {
    expect(scalarAt(value)).toBe(shape);
  });

  test.each<[schema: Schema, value: unknown, shape: string]>([
    [{ type: "string", minLength: 2 }, "a", "string short !minLength"],
    [{ type: "string", maxLength: 2 }, "abc", "string short !maxLength"],
    [{ type: "string", maxLength: 2 }, "🏃🏃", "string short"],
    [{ type: "string", pattern: "^a" }, "b", "string short !pattern"],
    [{ type: "integer", minimum: 2 }, 1, "integer !minimum"],
    [{ type: "integer", minimum: 2, maximum: 2 }, 2, "integer"],
    [{ type: "number", maximum: 2 }, 3, "integer !maximum"],
    [{ type: "string", enum: ["a"] }, "b", "string short !enum"],
    [{ type: "string", enum: ["a"] }, null, "null"],
    [{ type: "string", const: "a" }, "b", "string short !const"],
    [{ type: "string", const: "a" }, "a", "=a"],
    [{ type: "string", enum: ["a b"] }, "a b", "string known"],
    [{ type: ["string", "null"], enum: ["a", null] }, null, "null"],
  ])("by the schema %j of %j says which keywords it breaks: %s", (schema, value, shape) => {
    expect(scalarAt(value, schema)).toBe(shape);
  });

  test("has one pseudonym for an id, a slug and a client's id, wherever it stands; for a number within its kind", () => {
    const pseudonyms = new Pseudonyms();
    const value = { user_id: "x", client_user_id: "x", provider: "y", team_ids: ["x", "z"], slug: "z", order_id: 7 };
    expect(scalarAt({ ...value, job_id: 7, id: "", note: "x" }, undefined, "body", pseudonyms)).toEqual({
      user_id: "string short ~user_id:1",
      client_user_id: "string short ~user_id:1",
      provider: "string short ~provider:1",
      team_ids: ["string short ~user_id:1", "string short ~team_ids:1"],
      slug: "string short ~team_ids:1",
      order_id: "integer ~order_id:1",
      job_id: "integer ~job_id:1",
      id: "string empty",
      note: "string short",
    });
    expect(scalarAt({ order_id: 7 }, undefined, "body", pseudonyms)).toEqual({ order_id: "integer ~order_id:1" });
    // What has a pseudonym is data, also as a name
    expect(scalarAt({ x: 1, room: 1 }, undefined, "body", pseudonyms)).toEqual({ room: "integer", "(key)": "integer" });
  });

  test("of a list has all of 20 items; of more the first three, each that is new, and at most 20", () => {
    const kinds = [1, "a", true, null, 1.5, "", "2026-11-22", "a".repeat(50)];
    const ones = (count: number): unknown[] => Array<unknown>(count).fill(1);
    expect(scalarAt(ones(20))).toEqual(Array(20).fill("integer"));
    expect(scalarAt(ones(21))).toEqual([...Array<string>(3).fill("integer"), "… 18 more"]);
    expect(scalarAt([...ones(17), ...kinds])).toHaveLength(3 + (kinds.length - 1) + 1);
    const many = Array.from({ length: 30 }, (_, index) => ({
      [`n${"abcdefghij"[index % 10]}_${"xyz"[index % 3]}`]: 1,
    }));
    expect(scalarAt([...many, ...ones(2000)])).toHaveLength(21);
  });

  test.each(bodies)("of an example of the %s breaks nothing", (_, body) => {
    for (const { value } of body.examples) {
      const text = JSON.stringify(shapeOf(value, body));
      if (findProblems(contract.document, body.schema ?? {}, value).length === 0) expect(text).not.toContain("!");
    }
  });

  test.each(["Summary", "LabReportResult", "DataEventData", "SleepCycleEventData", "HypnogramEventData"])(
    "of a %s has no known value, if the contract comes to have some",
    (name) => {
      const document = structuredClone(contract.document);
      const schema = { $ref: `#/components/schemas/${name}` };
      const health = document.components.schemas[name];
      Object.assign(health ?? {}, { properties: { ...health?.properties, stage: { type: "string", enum: ["deep"] } } });
      const place = placeAt({ ...contract, document }, schema, "body");
      expect(new Shapes(new Pseudonyms(), new Set()).of({ stage: "deep" }, place)).toEqual({ stage: "string known" });
    },
  );

  test("of a map has none of its keys, also where they look like names of fields", () => {
    const place = placeAt(contract, { $ref: "#/components/schemas/UserConnection" }, "body");
    const shape = new Shapes(new Pseudonyms(), new Set()).of({ resource_availability: { jane_doe: {} } }, place);
    expect(shape).toEqual({ resource_availability: { "(key)": {} } });
  });

  test("of any value consists of allowed words only", () => {
    // No text that is made is the name of a field: it begins with a digit
    const text = fc.string({ unit: "binary", maxLength: 30 }).map((made) => `9${made}`);
    const json = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        text,
        fc.constantFrom(null, true, false),
        fc.double({ noNaN: true }),
        fc.integer(),
        fc.array(tie("value"), { maxLength: 30 }),
        fc.dictionary(
          fc.oneof(text, fc.constantFrom("status", "id", "source", "data", "activity", "providers")),
          tie("value"),
        ),
      ),
    })).value;
    fc.assert(
      fc.property(json, fc.constantFrom(...bodies), (value, [, body]) => {
        expect(foreign(shapeOf(value, body), ofContract)).toEqual([]);
      }),
      { numRuns: depth(500, 20_000) },
    );
  });

  test("of an example with other texts consists of allowed words only", () => {
    const other = (value: unknown, made: string): unknown =>
      typeof value === "string"
        ? made
        : Array.isArray(value)
          ? value.map((item) => other(item, made))
          : typeof value === "object" && value !== null
            ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, other(inner, made)]))
            : value;
    fc.assert(
      fc.property(fc.constantFrom(...bodies), fc.string({ unit: "binary" }), ([, body], made) => {
        for (const { value } of body.examples) {
          expect(
            foreign(shapeOf(other(value, `9${made}`), body), ofContract).filter((word) => word.includes("9")),
          ).toEqual([]);
        }
      }),
      { numRuns: depth(100, 3000) },
    );
  });

  test("below a health summary has not even a known value", () => {
    const [, body] = bodies.find(([name]) => name === "200 of listActivitySummaries") ?? [];
    if (body === undefined) throw new Error("The contract has no such answer.");
    const shape = JSON.stringify(
      shapeOf({ activity: [{ source: { provider: "x", type: "watch" }, status: "connected" }] }, body),
    );
    expect(shape).not.toContain("=");
  });

  test("of objects that are all alike, where the contract says nothing, has none of their keys: they may be names of persons", () => {
    const [, body] = bodies.find(([name]) => name === "200 of resolveUser") ?? [];
    if (body === undefined) throw new Error("The contract has no such answer.");
    const contacts = { marta: { age: 41, name: "x" }, quill: { age: 43, name: "y" } };
    expect(shapeOf({ contacts, origin: { source: { name: "x" }, device: { model: "y" } } }, body)).toEqual({
      contacts: { "(key)": { age: "integer", name: "string short" } },
      origin: { source: { name: "string short" }, device: { model: "string short" } },
    });
  });

  test.each(["Summary", "LabReportResult", "DataEventData", "SleepCycleEventData", "HypnogramEventData"])(
    "knows health data by the schema %s, which the contract has",
    (name) => {
      expect(contract.document.components.schemas).toHaveProperty(name);
    },
  );
});
