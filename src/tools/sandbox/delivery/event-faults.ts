// The event faults of a world: added when they make sense, listed and removed.
import type { EventFault, NewEventFault } from "../public/events.ts";
import { isoOf, isWritten, msOfDuration } from "../world/clock.ts";
import { HappeningRefused } from "../world/happening-refused.ts";
import type { World } from "../world/world.ts";

/** The most event faults that a world may have: each event checks all of them. */
const mostFaults = 100;

type Effect = NewEventFault["effect"];

/** The fields that belong to some effects only, with their defaults. */
const hour = { hours: 1 };
const ownFields: Readonly<Record<Effect, Partial<NewEventFault>>> = {
  duplicate: { copies: 1 },
  delay: { delay: hour },
  reorder_within_user: { delay: hour },
  redelivery: { delay: hour },
  silence: {},
  cut: { cut: "after" },
  unknown_type: {},
  unknown_values: {},
  added_fields: {},
  largest_payload: {},
  wrong_signature: {},
  old_timestamp: { age: hour },
};

/** Is a field one that only some effects have, and this one does? */
function belongsTo(effect: string, field: string): boolean {
  return field in (ownFields[effect as Effect] ?? {});
}

/** What no provider does: the signature proves who sent an event, and its time that it is no replay. Choice: event-conduct */
const attacks: readonly Effect[] = ["wrong_signature", "old_timestamp"];

/** The effects, and who does so. */
const conducts = Object.keys(ownFields).map((effect) => ({
  effect: effect as Effect,
  conduct: attacks.includes(effect as Effect) ? ("attacker" as const) : ("honest" as const),
}));

/**
 * Adds an event fault. It affects the events that are written from now on.
 *
 * @param options `isFirst`: of several that strike one delivery it wins, although it is the latest.
 * @throws {HappeningRefused} when there is no such endpoint, or when a field does not belong to the effect.
 */
export async function addEventFault(world: World, input: NewEventFault, { isFirst = false } = {}): Promise<EventFault> {
  const { lasts, ...wanted } = input;
  const conduct = conducts.find(({ effect }) => effect === wanted.effect)?.conduct;
  if (conduct === undefined) {
    throw refused(`Expected effect ${Object.keys(ownFields).join(", ")}, found "${wanted.effect}".`);
  }
  await refuseInvalidEventFault(world, input);
  if (world.eventFaults.count >= mostFaults) {
    throw new HappeningRefused(
      "conflict",
      `The world has ${mostFaults} event faults, which is the limit. Remove some; expired ones count, too.`,
    );
  }
  const { nowMs } = world.clock;
  const endsAtMs = lasts === undefined ? undefined : nowMs + msOfDuration(lasts);
  return world.eventFaults.add({ ...ownFields[wanted.effect], ...wanted, conduct }, endsAtMs, nowMs, isFirst);
}

/** The event faults, the oldest first. */
export function listEventFaults(world: World): EventFault[] {
  return world.eventFaults.all(world.clock.nowMs);
}

/** One event fault. */
export function eventFaultOf(world: World, id: string): EventFault {
  const fault = world.eventFaults.get(id, world.clock.nowMs);
  if (fault !== undefined) return fault;
  throw new HappeningRefused("unknown", `The world has no event fault "${id}". List the event faults for their ids.`);
}

/** Removes an event fault: it affects no more events. */
export function removeEventFault(world: World, id: string): EventFault {
  const fault = eventFaultOf(world, id);
  world.eventFaults.remove(id);
  return fault;
}

async function refuseInvalidEventFault(world: World, wanted: NewEventFault): Promise<void> {
  const { endpoint_id, effect, probability = 1, count = 1, copies = 1, lasts } = wanted;
  if (endpoint_id !== "*" && (await world.records.endpoints.get(endpoint_id)) === undefined) {
    throw refused(
      `Expected endpoint_id to be the id of an endpoint or \`*\`, found "${endpoint_id}". List the endpoints for their ids.`,
    );
  }
  for (const name of ["copies", "delay", "cut", "age"] as const) {
    if (wanted[name] === undefined || belongsTo(effect, name)) continue;
    const effects = Object.keys(ownFields).flatMap((other) => (belongsTo(other, name) ? [`\`${other}\``] : []));
    throw refused(`\`${name}\` belongs to ${effects.join(", ")}, found it with \`${effect}\`. Leave it out.`);
  }
  if (effect === "silence" && lasts === undefined) {
    throw refused("The effect `silence` needs `lasts`, which is missing. Pass how long, such as 3 days.");
  }
  if (!(probability >= 0 && probability <= 1)) throw refused(`Expected probability from 0 to 1, found ${probability}.`);
  for (const [name, value] of Object.entries({ count, copies })) {
    if (!Number.isInteger(value) || value < 1) throw refused(`Expected ${name} to be 1 or more, found ${value}.`);
  }
  for (const name of ["delay", "age", "lasts"] as const) {
    const ms = msOfDuration(wanted[name] ?? {});
    if (!(ms >= 0)) throw refused(`Expected ${name} to be 0 or more, found ${ms} ms.`);
    refuseBeyond(world, name, ms);
  }
}

/** A time that cannot be written cannot be shown either. */
function refuseBeyond(world: World, name: string, ms: number): void {
  const { nowMs } = world.clock;
  if (isWritten(nowMs + ms) && isWritten(nowMs - ms)) return;
  throw refused(`Expected ${name} to end within the years 0 to 9999, and the clock is at ${isoOf(nowMs)}. Pass less.`);
}

function refused(message: string): HappeningRefused {
  return new HappeningRefused("invalid", message);
}
