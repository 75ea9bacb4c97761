// Public exports of the events: `parseEvent`, its error and its types.

export type { EventFamilies, KnownEvent, KnownEvents } from "../../generated/events.ts";
export { type EventBody, EventError, type ParsedEvent, parseEvent, type UnknownEvent } from "./parse-event.ts";
