// Reading events: the contract's examples, malformed bodies, and services newer than the package.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EventError, type KnownEvents, parseEvent } from "../../src/events/index.ts";
import { validateEvent } from "../../src/events/validate.ts";
import { readContract } from "../../src/shared/contract/index.ts";

const { events } = await readContract();
const examples = events.flatMap((event) =>
  event.payload.examples.map(({ name, value }) => ({
    of: event.name as keyof KnownEvents,
    name,
    value: value as Sent,
  })),
);
const kinds = events.map(({ name }) => name as keyof KnownEvents);

/** An event as the contract's examples have it. */
type Sent = { event_type: string; data: Record<string, unknown> };

const runs = { numRuns: 300 };

/** The family that a name falls into, by the keys of the webhooks. */
const familyOf = (type: string) =>
  kinds.find((kind) => kind.includes("{") && new RegExp(`^${kind.replace(/\{.*\}/, ".+")}$`).test(type));

test("an unknown event is taken as it comes, with data or without", () => {
  expect(parseEvent('{"event_type":"ping"}')).toEqual({
    known: false,
    name: undefined,
    family: undefined,
    event: { event_type: "ping" },
  });
});

describe("the examples of the contract", () => {
  test("cover each event", () => {
    expect(new Set(examples.map(({ of }) => of))).toEqual(new Set(kinds));
  });

  test.each(examples)("$name is a known event, in every form of body", ({ of, value }) => {
    const text = JSON.stringify(value);
    const bytes = new TextEncoder().encode(text);
    for (const body of [text, bytes, Buffer.from(text), bytes.buffer, new Uint8Array(bytes.buffer), value]) {
      expect(parseEvent(body)).toEqual({ known: true, name: of, family: familyOf(value.event_type), event: value });
    }
    expect(validateEvent(value)).toEqual([]);
  });
});

describe("names", () => {
  test.each(kinds)("%s is known, with anything in its free part", (name) => {
    for (const free of ["steps", "a.b", "é", "x".repeat(5000)]) {
      const event_type = name.replace(/\{.*\}/, free);
      expect(parseEvent({ event_type, data: {} })).toMatchObject({ known: true, name });
    }
  });

  test.each([
    "",
    "order",
    "order.",
    "daily.data.created",
    "daily.data..created",
    "daily.data.steps.deleted",
    "historical.data.steps.updated",
    "Order.created",
    " order.created",
    "xorder.created",
    "provider.connection.created.later",
    "providerXconnectionXcreated",
    "__proto__",
    "constructor",
  ])("%j is unknown", (event_type) => {
    expect(parseEvent({ event_type, data: [1] })).toEqual({
      known: false,
      name: undefined,
      family: undefined,
      event: { event_type, data: [1] },
    });
  });

  test("an event named in full wins over the family that its name falls into", () => {
    const nameOf = (event_type: string) => parseEvent({ event_type, data: {} }).name;
    expect(nameOf("order.partial_results")).toBe("order.partial_results");
    expect(nameOf("order.partial_results.later")).toBe("order.{event}");
    expect(nameOf("daily.data.sleep_cycle.updated")).toBe("daily.data.sleep_cycle.updated");
    expect(nameOf("daily.data.sleep_cycles.updated")).toBe("daily.data.{resource}.updated");
  });
});

describe("the family", () => {
  test.each<[event_type: string, name: string, family: string | undefined]>([
    ["daily.data.sleep_cycle.created", "daily.data.sleep_cycle.created", "daily.data.{resource}.created"],
    ["daily.data.steps.created", "daily.data.{resource}.created", "daily.data.{resource}.created"],
    ["order.partial_results", "order.partial_results", "order.{event}"],
    ["provider.connection.created", "provider.connection.created", undefined],
  ])("of %s is that which its name falls into, whether or not it has a name of its own", (event_type, name, family) => {
    expect(parseEvent({ event_type, data: {} })).toMatchObject({ known: true, name, family });
  });
});

describe("the source of a data event", () => {
  const [current, old] = [
    { provider: "demo_ring", type: "ring" },
    { name: "Demo Ring", logo: "https://example.com/ring.svg", slug: "demo_ring" },
  ];
  test.each<[what: string, source: object, valid: boolean]>([
    ["in the new form", current, true],
    ["in the old form", old, true],
    ["in both forms", { ...old, ...current }, true],
    ["with an app id of null", { ...current, app_id: null }, false],
    ["with a logo of null", { ...old, logo: null }, true],
    ["with an app id that is a number", { ...current, app_id: 7 }, false],
    ["with nothing in it", {}, false],
    ["with an app id only", { app_id: "demo" }, false],
  ])("%s", (_, source, valid) => {
    const event = { event_type: "daily.data.steps.created", data: { source } };
    expect(validateEvent(event).length === 0).toBe(valid);
  });
});

describe("malformed bodies", () => {
  const secret = "Jane-Doe-1985";
  const [text, object, list] = ["JSON in UTF-8", "an object", `["${secret}"]`];
  test.each<[what: string, body: unknown, pointer: string, expected: string]>([
    ["nothing", "", "", text],
    ["no JSON", secret, "", text],
    ["JSON that breaks off", `{"event_type":"order.created","data":{"n":"${secret}`, "", text],
    ["JSON with too much", `{"n":"${secret}"} x`, "", text],
    ["bytes that are not UTF-8", new Uint8Array([0x22, 0xff, 0x22]), "", text],
    ["bytes that are not JSON", new TextEncoder().encode(secret), "", text],
    ["no bytes", new ArrayBuffer(0), "", text],
    ...["null", null, undefined, 7, `"${secret}"`, list, []].map((body): [string, unknown, string, string] => [
      `${typeof body} ${body}`,
      body,
      "",
      object,
    ]),
    ["no event_type", `{"data":{"n":"${secret}"}}`, "/event_type", "a string"],
    ["an event_type of null", { event_type: null, data: {} }, "/event_type", "a string"],
    ["an event_type that is a list", { event_type: ["order.created"], data: {} }, "/event_type", "a string"],
    ["no data", `{"event_type":"order.created","n":"${secret}"}`, "/data", object],
    ...[null, [secret], secret].map((data): [string, unknown, string, string] => [
      `data ${data}`,
      { event_type: "order.created", data },
      "/data",
      object,
    ]),
  ])("%s", (_, body, pointer, expected) => {
    const error = caught(() => parseEvent(body as string));
    expect(error).toBeInstanceOf(EventError);
    expect(error).toMatchObject({ name: "EventError", pointer, message: `event${pointer} is not ${expected}` });
    expect(`${error.message} ${error.stack} ${JSON.stringify(error)}`).not.toContain(secret);
    expect(error).not.toHaveProperty("cause");
  });

  test("any text is an event or an EventError that does not quote it", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), fc.uint8Array()), (body) => {
        try {
          parseEvent(body);
        } catch (error) {
          if (!(error instanceof EventError)) throw error;
          expect(error.message).toMatch(/^event(|\/event_type|\/data) is not (JSON in UTF-8|an object|a string)$/);
        }
      }),
      runs,
    );
  });
});

describe("a service newer than the package", () => {
  const example = fc.constantFrom(...examples);
  const fields = fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true });

  test("may add fields anywhere: the event stays known, and valid", () => {
    fc.assert(
      fc.property(example, fields, fields, ({ of, value: event }, top, inner) => {
        const body = JSON.stringify({ ...top, ...event, data: { ...inner, ...event.data } });
        const sent = JSON.parse(body);
        expect(parseEvent(body)).toEqual({ known: true, name: of, family: familyOf(event.event_type), event: sent });
        expect(parseEvent(sent).event).toBe(sent);
        // Made-up names might be those of fields that the example leaves out
        expect(validateEvent({ ...event, ...prefixed(top), data: { ...event.data, ...prefixed(inner) } })).toEqual([]);
      }),
      runs,
    );
  });

  test("may add values to open enums", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (status, low_level_status) => {
        const order = {
          event_type: "order.updated",
          data: { order_id: "e70b2df5-816a-43c4-99f6-0c152739ecfd", status_detail: null, status, low_level_status },
        };
        const job = { event_type: "lab_report.parsing_job.updated", data: { id: "job", status } };
        for (const event of [order, job]) {
          expect(parseEvent(JSON.stringify(event))).toMatchObject({ known: true, event });
          expect(validateEvent(event)).toEqual([]);
        }
      }),
      runs,
    );
  });

  test("may add events: they are unknown, and intact", () => {
    const name = fc.string().filter((text) => !/^(order|daily|historical|provider|lab_report)\./.test(text));
    fc.assert(
      fc.property(name, fc.jsonValue(), fields, (event_type, data, top) => {
        const event = JSON.parse(JSON.stringify({ ...prefixed(top), event_type, data }));
        expect(parseEvent(JSON.stringify(event))).toEqual({ known: false, name: undefined, family: undefined, event });
        expect(validateEvent(event)).toEqual([]);
      }),
      runs,
    );
  });
});

describe("validateEvent refuses", () => {
  test.each<[what: string, event: unknown, pointer: string, message: RegExp]>([
    ["what is no object", "order.created", "", /must be object/],
    ["a list", [], "", /must be object/],
    ["an event without event_type", { data: {} }, "/event_type", /must be string/],
    ["an event without data", { event_type: "order.created" }, "", /'data'/],
    ["data that is no object", { event_type: "order.created", data: 7 }, "/data", /must be object/],
    ["a missing field", { event_type: "order.created", data: {} }, "/data", /'status_detail'/],
    [
      "a field of a wrong type",
      { event_type: "order.created", data: { status_detail: 7 } },
      "/data/status_detail",
      /string/,
    ],
    ["a user_id that is no UUID", { event_type: "order.partial_results", data: {}, user_id: "7" }, "/user_id", /uuid/],
    [
      "a source that is text",
      { event_type: "daily.data.steps.created", data: { source: "demo" } },
      "/data/source",
      /object/,
    ],
  ])("%s, and says where and why", (_, event, pointer, message) => {
    expect(validateEvent(event)).toContainEqual({ pointer, message: expect.stringMatching(message) });
  });

  test.each(examples)("$name without its data, and says so", ({ value }) => {
    const { data: _, ...rest } = value;
    expect(validateEvent(rest)).toContainEqual({ pointer: "", message: expect.stringContaining("'data'") });
  });

  test("without quoting the event", () => {
    const data = { order_id: "Jane-Doe-1985", status_detail: ["Jane-Doe-1985"] };
    const event = { event_type: "order.created", user_id: "Jane-Doe-1985", data };
    const problems = validateEvent(event);
    expect(problems).toHaveLength(3);
    expect(JSON.stringify(problems)).not.toContain("Jane");
  });
});

/** Keeps made-up fields from being those that the contract knows. */
function prefixed(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [`new_${name}`, value]));
}

function caught(act: () => unknown): Error {
  try {
    act();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error("Nothing was thrown.");
}
