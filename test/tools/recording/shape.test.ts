// The shape of a value by the contract's schema: it holds nothing of the value, and shows what the schema does not allow.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ContractBody, findProblems, readContract } from "../../../src/tools/contract/index.ts";
import { placeAt } from "../../../src/tools/recording/place.ts";
import { Pseudonyms } from "../../../src/tools/recording/pseudonyms.ts";
import type { Shape } from "../../../src/tools/recording/recording.ts";
import { Shapes } from "../../../src/tools/recording/shape.ts";
import { depth } from "../../run/depth.ts";

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

describe("a shape", () => {
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
