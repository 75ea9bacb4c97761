// The event faults of a world: added when they make sense, listed with whose conduct they are, and the redelivery that is due later.
import type { components } from "../../../generated/control-types.ts";
import type { AppliedEventFault, EventFault } from "../world/faults.ts";
import { Refused } from "../world/refused.ts";
import type { World } from "../world/world.ts";
import { writeFaults } from "./outbox.ts";

type ShownEventFault = components["schemas"]["EventFault"];

/** An attacker's are the effects that a signature is there to refuse: a forged event, and a replay. A provider may do all others. Choice: event-conduct */
export function findConduct(effect: EventFault["effect"]): ShownEventFault["conduct"] {
  return effect === "wrong_signature" || effect === "old_timestamp" ? "attacker" : "honest";
}

/**
 * Adds an event fault. It affects the events that are written from now on.
 *
 * @param isFirst Of several that apply to one delivery it wins, although it is the latest.
 * @throws {Refused} when there is no such endpoint.
 */
export function addEventFault(world: World, wanted: EventFault, isFirst = false): ShownEventFault {
  const { endpoint_id } = wanted;
  if (endpoint_id !== "*" && world.records.endpoints.get(endpoint_id) === undefined) {
    throw new Refused(
      "invalid",
      `Expected endpoint_id to be the id of an endpoint or \`*\`, found "${endpoint_id}". List the endpoints for their ids.`,
    );
  }
  return showEventFault(world.eventFaults.add(wanted, world.clock.nowMs, isFirst));
}

/** The faults of a world: those of calls and then those of deliveries, the oldest first. */
export function listFaults({ faults, eventFaults, clock }: World) {
  return [...faults.all(clock.nowMs), ...eventFaults.all(clock.nowMs).map(showEventFault)];
}

/** An event fault with whose conduct it is. */
function showEventFault<Shown extends Pick<ShownEventFault, "effect">>(fault: Shown) {
  return { ...fault, conduct: findConduct(fault.effect) };
}

/** An event that was acknowledged is sent again. */
export function doRedelivery(
  world: World,
  { place, fault }: { readonly place: number; readonly fault: AppliedEventFault },
): void {
  const row = world.deliveries.get(place);
  // It is on its way again already, or nothing more is sent there
  if (row?.state !== "delivered" || world.records.endpoints.get(row.endpoint_id) === undefined) return;
  world.deliveries.keepFaults(place, writeFaults([fault]));
  world.deliveries.resend(place, world.clock.nowMs);
  world.noteWork();
}
