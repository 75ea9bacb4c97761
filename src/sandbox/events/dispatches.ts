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
  const find = <Effect extends AppliedEventFault["effect"]>(effect: Effect) =>
    faults.find((fault): fault is Extract<AppliedEventFault, { effect: Effect }> => fault.effect === effect);
  let body = event.payload;
  // The largest last: it leaves no room for more
  for (const effect of ["unknown_values", "added_fields", "largest_payload"] as const) {
    if (faults.some((fault) => fault.effect === effect)) body = await newerBody({ ...event, payload: body }, effect);
  }
  const main: Dispatch = { id: event.id, body, signed: body, ageMs: 0, isAdditional: false };
  const more = { ...main, isAdditional: true };
  const [cut, copied, replayed] = [find("cut"), find("duplicate"), find("old_timestamp")];
  const copies = Array.from({ length: copied?.copies ?? 0 }, () => more);
  const groups: Dispatch[][] = [[cut === undefined ? main : { ...main, cut: cut.cut ?? "after" }, ...copies]];
  // A signature of another body has the right form, and is wrong whatever the secret is
  if (faults.some(({ effect }) => effect === "wrong_signature")) groups.unshift([{ ...more, signed: `${body} ` }]);
  if (faults.some(({ effect }) => effect === "unknown_type")) {
    const unknown = await newerBody(event, "unknown_type");
    groups.unshift([{ ...more, id: `${event.id}_newer`, body: unknown, signed: unknown }]);
  }
  if (replayed !== undefined) groups.push([{ ...more, ageMs: msOfDuration(replayed.age ?? {}) }]);
  return groups;
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
