// Reading events: the contract's examples, malformed bodies, and services newer than the package.
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
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

interface Tables {
  readonly names: Readonly<Record<string, { readonly name: string; readonly family: string | null }>>;
  readonly unknown: readonly string[];
  readonly sources: Readonly<Record<string, { readonly source: object; readonly valid: boolean }>>;
  readonly malformed: readonly { readonly body: unknown; readonly pointer?: string; readonly says: string }[];
  readonly invalid: readonly { readonly event: unknown; readonly pointer: string; readonly says: string }[];
}
const tables: Tables = parse(readFileSync(new URL("parse-event.yaml", import.meta.url), "utf8"));

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

  test.each(tables.unknown)("%j is unknown, and its event taken as it comes, with data or without", (event_type) => {
    for (const event of [{ event_type }, { event_type, data: [1] }]) {
      expect(parseEvent(JSON.stringify(event))).toEqual({ known: false, name: undefined, family: undefined, event });
    }
  });

  test.each(Object.entries(tables.names))(
    "%s has its name, and the family that it falls into",
    (event_type, { name, family }) => {
      const parsed = parseEvent({ event_type, data: {} });
      expect(parsed).toMatchObject({ known: true, name, family: family ?? undefined });
    },
  );
});

test.each(Object.entries(tables.sources))("the source of a data event %s", (_, { source, valid }) => {
  const event = { event_type: "daily.data.steps.created", data: { source } };
  expect(validateEvent(event).length === 0).toBe(valid);
});

describe("malformed bodies", () => {
  const inCode: Tables["malformed"] = [
    { body: undefined, says: "event is not an object" },
    // Not UTF-8, not JSON, and nothing
    ...[new Uint8Array([0x22, 0xff, 0x22]), new TextEncoder().encode("Jane-Doe"), new ArrayBuffer(0)].map((body) => ({
      body,
      says: "event is not JSON in UTF-8",
    })),
  ];
  test.each([...tables.malformed, ...inCode])("$body: $says", ({ body, pointer = "", says }) => {
    const error = caught(() => parseEvent(body as string));
    expect(error).toBeInstanceOf(EventError);
    expect(error).toMatchObject({ name: "EventError", pointer, message: says });
    expect(`${error.message} ${error.stack} ${JSON.stringify(error)}`).not.toContain("Jane-Doe");
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
  test.each(tables.invalid)("$event, and says where and why", ({ event, pointer, says }) => {
    expect(validateEvent(event)).toContainEqual({ pointer, message: expect.stringContaining(says) });
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
