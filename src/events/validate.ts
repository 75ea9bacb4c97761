// The entry `./events/validate`: checks an event against all that the contract says about it.
import { eventValidators } from "../../generated/event-validators.js";
import { eventNameOf } from "../../generated/events.ts";
import { isObject } from "./parse-event.ts";

/** One thing about an event that is not as the contract says. */
export interface EventProblem {
  /** JSON pointer to the place in the event; empty for the event itself. */
  readonly pointer: string;
  /** The rule of the contract for that place. Never quotes the event. */
  readonly message: string;
}

/**
 * Lists what is wrong with an event; nothing when it is as the contract says.
 * Of an event that the contract does not describe only its `event_type` is checked.
 *
 * @example
 * validateEvent({ event_type: "order.created", data: { status_detail: 7 } });
 * // [{ pointer: "/data/status_detail", message: "must be string,null" }]
 */
export function validateEvent(event: unknown): readonly EventProblem[] {
  if (!isObject(event)) return [{ pointer: "", message: "must be object" }];
  const { event_type: type } = event;
  if (typeof type !== "string") return [{ pointer: "/event_type", message: "must be string" }];
  const name = eventNameOf(type);
  if (name === undefined) return [];
  const validate = eventValidators[name];
  if (validate(event)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => ({ pointer: instancePath, message }));
}
