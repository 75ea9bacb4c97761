// The types of parseEvent: narrowing by name, by family and by event_type, unknown events apart.
import { describe, expectTypeOf, test } from "vitest";
import {
  EventError,
  type KnownEvent,
  type KnownEvents,
  parseEvent,
  type UnknownEvent,
} from "../../src/events/index.ts";
import { type EventProblem, validateEvent } from "../../src/events/validate.ts";

describe("parseEvent", () => {
  test("distinguishes known from unknown events, destructured or not", () => {
    const parsed = parseEvent("{}");
    if (parsed.known) expectTypeOf(parsed.event).toEqualTypeOf<KnownEvent>();
    else expectTypeOf(parsed.event).toEqualTypeOf<UnknownEvent>();
    const { known, event } = parseEvent("{}");
    if (known) expectTypeOf(event).toEqualTypeOf<KnownEvent>();
    else expectTypeOf(event.data).toEqualTypeOf<unknown>();
  });

  test("a switch over the name narrows to one event or family, and can be exhaustive", () => {
    const { name, event } = parseEvent("{}");
    switch (name) {
      case "provider.connection.created":
        expectTypeOf(event).toEqualTypeOf<KnownEvents["provider.connection.created"]>();
        // @ts-expect-error of another event
        return event.data.status_detail satisfies string | null;
      case "order.{event}":
        expectTypeOf(event.event_type).toEqualTypeOf<`order.${string}`>();
        return expectTypeOf(event.data.status_detail).toEqualTypeOf<string | null>();
      case "order.partial_results":
        return expectTypeOf(event).toEqualTypeOf<KnownEvents["order.partial_results"]>();
      case "daily.data.{resource}.created":
      case "daily.data.{resource}.updated":
        expectTypeOf(event.event_type).toEqualTypeOf<`daily.data.${string}.created` | `daily.data.${string}.updated`>();
        return event.data.source;
      case "historical.data.{resource}.created":
      case "daily.data.sleep_cycle.created":
      case "daily.data.sleep_cycle.updated":
      case "historical.data.sleep_cycle.created":
      case "daily.timeseries.hypnogram.created":
      case "daily.timeseries.hypnogram.updated":
      case "historical.timeseries.hypnogram.created":
      case "lab_report.parsing_job.created":
        return event.data;
      // @ts-expect-error no such family
      case "daily.{resource}.created":
        return undefined;
      case undefined:
        return expectTypeOf(event).toEqualTypeOf<UnknownEvent>();
      default:
        // @ts-expect-error one is left
        name satisfies never;
        expectTypeOf<"order.{event}">().not.toExtend<typeof name>();
        return expectTypeOf<"lab_report.parsing_job.updated">().toExtend<typeof name>();
    }
  });

  test("a switch over event_type narrows to the events that can have it", () => {
    const { known, event } = parseEvent("{}");
    if (!known) return;
    switch (event.event_type) {
      case "provider.connection.created":
        expectTypeOf(event).toEqualTypeOf<KnownEvents["provider.connection.created"]>();
        break;
      case "daily.data.steps.created":
        expectTypeOf(event).toEqualTypeOf<KnownEvents["daily.data.{resource}.created"]>();
        break;
      case "order.partial_results":
        // The checker cannot know that an event named in full wins over its family: the name can
        expectTypeOf(event).toEqualTypeOf<KnownEvents["order.{event}"] | KnownEvents["order.partial_results"]>();
        break;
      // @ts-expect-error no event of the contract has this name
      case "user.deleted":
        break;
      // @ts-expect-error a misspelt family
      case "dayly.data.steps.created":
        break;
    }
  });

  test("nothing is known of an event before name or known is looked at", () => {
    const { event } = parseEvent("{}");
    // @ts-expect-error it may be unknown
    event.data.source;
    expectTypeOf(event.event_type).toEqualTypeOf<string>();
  });

  test("takes text, bytes and objects, and nothing else", () => {
    parseEvent(new Uint8Array());
    parseEvent(new ArrayBuffer(0));
    parseEvent({ event_type: "a", data: {} });
    parseEvent({} as object);
    const body: { event_type: string } = { event_type: "a" };
    parseEvent(body);
    // @ts-expect-error await is missing
    parseEvent(new Request("https://example.com").text());
    // @ts-expect-error nothing to parse
    parseEvent(undefined);
    // @ts-expect-error nothing to parse
    parseEvent(null);
    // @ts-expect-error a number
    parseEvent(7);
  });
});

test("an error says where", () => {
  expectTypeOf<EventError["pointer"]>().toEqualTypeOf<string>();
  expectTypeOf(EventError).toBeConstructibleWith("an object", "/data");
});

test("validateEvent takes anything, and lists problems", () => {
  expectTypeOf(validateEvent).parameter(0).toEqualTypeOf<unknown>();
  expectTypeOf(validateEvent).returns.toEqualTypeOf<readonly EventProblem[]>();
});
