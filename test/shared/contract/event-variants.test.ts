// The legal variants of an event: each is still valid by the contract, and each spelling still says the same.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type JsonObject,
  readContract,
  spell,
  withAddedFields,
  withLength,
  withUnknownType,
  withUnknownValues,
} from "../../../src/shared/contract/index.ts";
import { validatorsOf } from "../../run/validators.ts";

const { document, events } = await readContract();
const validatorOf = validatorsOf(document);

/** The first example of an event. */
const exampleOf = (name: string) => {
  const found = events.find((event) => event.name === name);
  if (found?.payload.schema === undefined) throw new Error(`The contract has no event ${name}.`);
  return { schema: found.payload.schema, payload: found.payload.examples[0]?.value as JsonObject };
};

describe("a newer service", () => {
  test.each(events.map(({ name, payload }) => ({ name, payload })))(
    "sends $name as the contract allows it, with unknown values, unknown fields, an unknown type and at its largest",
    ({ name, payload: { schema = {}, examples } }) => {
      const problemsOf = validatorOf(schema);
      for (const { value } of examples) {
        const payload = value as JsonObject;
        const variants = [
          ...withUnknownValues(document, schema, payload),
          withAddedFields(payload),
          withLength(payload),
          ...(name.includes("{") ? [withUnknownType(payload, name)] : []),
        ];
        for (const variant of variants) {
          expect(problemsOf(variant.payload), variant.what).toEqual([]);
        }
      }
    },
  );

  test("sends an unknown value of each open enum, also of a field that the example does not have", () => {
    const { schema, payload } = exampleOf("order.{event}");
    const unknown = withUnknownValues(document, schema, payload);
    expect(unknown.map(({ what }) => what).sort()).toEqual([
      "an unknown value of `/data/low_level_status`",
      "an unknown value of `/data/status`",
    ]);
    expect(unknown.map(({ payload: sent }) => sent["data"])).toContainEqual({
      ...(payload["data"] as JsonObject),
      status: "status_of_a_newer_service",
    });
  });

  test("adds a field to each object, and leaves what it was given as it was", () => {
    const payload = { event_type: "a", data: { list: [{ b: 1 }] } };
    const { payload: sent } = withAddedFields(payload);
    expect(JSON.stringify(sent).match(/field_of_a_newer_service/g)).toHaveLength(3);
    expect(payload).toEqual({ event_type: "a", data: { list: [{ b: 1 }] } });
  });

  test("fills a payload to the byte", () => {
    const { payload } = exampleOf("provider.connection.created");
    expect(Buffer.byteLength(JSON.stringify(withLength(payload).payload))).toBe(256 * 1024);
  });

  test("names an event type that nobody knows, of a family and of none", () => {
    expect(withUnknownType({}, "order.{event}").payload).toEqual({ event_type: "order.event_of_a_newer_service" });
    expect(withUnknownType({}).payload).toEqual({ event_type: "event_type.of_a_newer_service" });
  });
});

test("each spelling of JSON says the same", () => {
  const random = fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }));
  fc.assert(
    fc.property(fc.jsonValue(), random, (value, numbers) => {
      const text = spell(value, () => numbers.next().value ?? 0);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
    { numRuns: 300 },
  );
});

test("the spellings differ in white space, escapes, order of keys and forms of numbers", () => {
  let state = 1;
  const random = () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const texts = Array.from({ length: 200 }, () => spell({ "a/b": 1, c: ["é😀"] }, random)).join("\n");
  expect(texts).toMatch(/\{\s*"c/);
  for (const seen of ["1.0", "1e0", "1E+00", "\\u00e9", "\\ud83d\\ude00", "\\/", "\r\n", "é", "😀"]) {
    expect(texts).toContain(seen);
  }
});
