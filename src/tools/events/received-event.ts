// An event as it came.
import { field } from "../contract/index.ts";

/** An event as it came. */
export interface ReceivedEvent {
  /** The id of its delivery, which a repeated one has again; undefined when there is none. */
  readonly id: string | undefined;
  /** Its `event_type`; undefined when it has none. */
  readonly type: string | undefined;
  readonly text: string;
  /** The parsed body; undefined when it is not JSON. */
  readonly body: unknown;
}

/** Reads an event from the body of a delivery. */
export function readEvent(text: string, id: string | undefined): ReceivedEvent {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    // The check of its form reports it
  }
  const type = field(body, "event_type");
  return { id, text, body, type: typeof type === "string" ? type : undefined };
}
