// The door of the events: turns the body of a webhook into a typed event.

export type { EventFamilies, KnownEvent, KnownEvents } from "../../generated/events.ts";
export { type EventBody, EventError, type ParsedEvent, parseEvent, type UnknownEvent } from "./parse-event.ts";
