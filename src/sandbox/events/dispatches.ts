// The requests that are sent for one event: as it was written, or as an event fault has it, with those that are sent in addition.
import { eventNameOf } from "../../../generated/events.ts";
import {
  type JsonObject,
  readContract,
  withAddedFields,
  withLength,
  withNewerValues,
  withUnknownType,
} from "../../shared/contract/index.ts";
import type { Cut } from "../../shared/http/index.ts";
import type { LoggedEvent } from "../store/tables.ts";
import { msOfDuration } from "../world/clock.ts";
import type { AppliedEventFault } from "../world/faults.ts";

/** One request. */
export interface Dispatch {
  readonly id: string;
  readonly body: string;
  /** The text that is signed, and how long ago. */
  readonly signed: string;
  readonly ageMs: number;
  readonly cut?: Cut;
  readonly isAdditional: boolean;
}

/** The requests for an event, in groups that are sent one after another; those of a group are sent at once. */
export async function planDispatches(event: LoggedEvent, faults: readonly AppliedEventFault[]): Promise<Dispatch[][]> {
  const { id, payload } = event;
  const main: Dispatch = { id, body: payload, signed: payload, ageMs: 0, isAdditional: false };
  const more = { ...main, isAdditional: true };
  // At most one other than a delay or a silence applies, and those have passed
  const fault = faults.find(({ effect }) => effect !== "delay" && effect !== "silence");
  switch (fault?.effect) {
    case "duplicate":
      return [[main, ...Array.from({ length: fault.copies ?? 1 }, () => more)]];
    case "cut":
      return [[{ ...main, cut: fault.cut ?? "after" }]];
    case "unknown_type": {
      const body = await newerBody(event, "unknown_type");
      return [[{ ...more, id: `${id}_newer`, body, signed: body }], [main]];
    }
    case "unknown_values":
    case "added_fields":
    case "largest_payload": {
      const body = await newerBody(event, fault.effect);
      return [[{ ...main, body, signed: body }]];
    }
    case "wrong_signature":
      // A signature of another body has the right form, and is wrong whatever the secret is
      return [[{ ...more, signed: `${payload} ` }], [main]];
    case "old_timestamp":
      return [[main], [{ ...more, ageMs: msOfDuration(fault.age ?? {}) }]];
    default:
      return [[main]];
  }
}

/** The body that a newer service may send. Choice: event-largest */
async function newerBody(
  { type, payload }: LoggedEvent,
  effect: "unknown_type" | "unknown_values" | "added_fields" | "largest_payload",
): Promise<string> {
  const known = JSON.parse(payload) as JsonObject;
  if (effect === "added_fields") return JSON.stringify(withAddedFields(known).payload);
  if (effect === "largest_payload") return JSON.stringify(withLength(known).payload);
  const name = eventNameOf(type);
  if (effect === "unknown_type")
    return JSON.stringify(withUnknownType(known, name?.includes("{") ? name : undefined).payload);
  const { document, events } = await readContract();
  const schema = events.find((one) => one.name === name)?.payload.schema ?? {};
  return JSON.stringify(withNewerValues(document, schema, known));
}
