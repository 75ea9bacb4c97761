// Turns the body of a webhook into an event: one that the contract describes, or one that it does not.
import { type EventFamilies, eventFamilyOf, eventNameOf, type KnownEvents } from "../../generated/events.ts";

/**
 * The body is not an event. Says where, and never quotes the body: it is health data.
 *
 * @example
 * try {
 *   parseEvent('{"data": {}}');
 * } catch (error) {
 *   if (error instanceof EventError) console.log(error.pointer); // "/event_type"
 * }
 */
export class EventError extends Error {
  override readonly name = "EventError";
  /** JSON pointer to what is malformed; empty for the body as a whole. */
  declare readonly pointer: string;

  constructor(expected: string, pointer: string) {
    super(`event${pointer} is not ${expected}`);
    this.pointer = pointer;
  }
}

/** An event that this version of the contract does not describe, as it was sent. */
export interface UnknownEvent {
  event_type: string;
  data?: unknown;
  [field: string]: unknown;
}

/**
 * The result of `parseEvent`. `event` is exactly what was sent; `name` is where the contract describes it.
 *
 * The name of `daily.data.steps.created` is that of its family, `daily.data.{resource}.created`, so that a `switch`
 * can handle a family, and all of them. An event named in full has its own, even where it falls into a family:
 * `order.partial_results` is none of `order.{event}`. An unknown event has no name.
 *
 * The contract assumes that such an event does not belong to its family. `family` is the family that the name
 * falls into either way: switch over it instead, and a handler of the family gets the events named in full as well.
 */
export type ParsedEvent =
  | {
      [Name in keyof KnownEvents]: {
        readonly known: true;
        readonly name: Name;
        readonly family: Name extends keyof EventFamilies ? EventFamilies[Name] : undefined;
        readonly event: KnownEvents[Name];
      };
    }[keyof KnownEvents]
  | { readonly known: false; readonly name: undefined; readonly family: undefined; readonly event: UnknownEvent };

/** The input of `parseEvent`. A promise is an object, too: without `await`, `request.text()` must not compile. */
export type EventBody =
  | string
  | Uint8Array
  | ArrayBuffer
  | (object & { readonly then?: never })
  | { readonly [field: string]: unknown };

/**
 * Reads an event from the body of a webhook.
 *
 * Checks the envelope only: that `event_type` and `data` are there. Fields and values that the contract does not
 * know stay as they are, so that a newer service breaks nothing; `validateEvent` of `./events/validate` checks the rest.
 *
 * @param body The body as text or as bytes in UTF-8, or what was already parsed from it.
 * @throws {EventError} when the body is not an event. It says where.
 *
 * @example
 * const { name, event } = parseEvent('{"event_type":"daily.data.steps.created","data":{"source":{"provider":"demo"}}}');
 * switch (name) {
 *   case "provider.connection.created":
 *     console.log(event.data.provider);
 *     break;
 *   case "daily.data.{resource}.created":
 *     console.log(event.event_type, event.data.source);
 *     break;
 *   case undefined:
 *     console.log("newer than this package:", event.event_type, event.data);
 * }
 *
 * @example
 * // Every event of a family, sleep cycles included
 * const { family, event } = parseEvent({ event_type: "daily.data.sleep_cycle.created", data: { source: { provider: "demo" } } });
 * if (family === "daily.data.{resource}.created") console.log(event.data.source);
 */
export function parseEvent(body: EventBody): ParsedEvent {
  let event: unknown = body;
  try {
    if (ArrayBuffer.isView(body) || body instanceof ArrayBuffer) {
      event = new TextDecoder("utf-8", { fatal: true }).decode(body as Uint8Array);
    }
    if (typeof event === "string") event = JSON.parse(event);
  } catch {
    // No cause: the engine's message quotes the body
    throw new EventError("JSON in UTF-8", "");
  }
  if (!isObject(event)) throw new EventError("an object", "");
  const { event_type: type, data } = event;
  if (typeof type !== "string") throw new EventError("a string", "/event_type");
  const name = eventNameOf(type);
  // An unknown event is taken as it comes: that each has data is an assumption of the contract
  if (name && !isObject(data)) throw new EventError("an object", "/data");
  // The contract guarantees that the fields match the name
  return { known: !!name, name, family: eventFamilyOf(type), event } as unknown as ParsedEvent;
}

/** Tells a JSON object from a list and from other values. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && !!value && !Array.isArray(value);
}
