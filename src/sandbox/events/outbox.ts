// The outbox of a world: each event is written with a delivery for every endpoint, in which order and when the event faults say.
import { eventValidators } from "../../../generated/event-validators.js";
import { eventNameOf, type KnownEvents } from "../../../generated/events.ts";
import type { DeliveryRow, Queue } from "../store/tables.ts";
import { addDuration } from "../world/clock.ts";
import { type AppliedEventFault, applyFaults, type EventFault } from "../world/faults.ts";
import type { StoredUser } from "../world/records.ts";
import type { World } from "../world/world.ts";

/** The payload of an event named so: of a family when the name only matches its pattern. */
export type EventData<Name extends string> = Name extends keyof KnownEvents
  ? KnownEvents[Name]["data"]
  : Readonly<Record<string, unknown>>;

/**
 * Writes an event, and a delivery of it for every endpoint, in the transaction of the change that it reports.
 *
 * @param user Whom it is about; undefined where it is about no user.
 * @throws when its payload breaks the contract: that is a bug in the sandbox, and the change is undone with it.
 */
export function emit<Name extends string>(
  world: World,
  type: Name,
  user: StoredUser | undefined,
  data: EventData<Name>,
): void {
  const at_ms = world.clock.nowMs;
  const id = `evt_${world.newId().replaceAll("-", "")}`;
  const user_id = user?.user_id ?? "";
  world.addEvent({ id, type, user_id, at_ms, payload: writePayload(type, user, world.identity.teamId, data) });
  for (const endpoint of world.records.endpoints.all()) {
    world.noteWork();
    const queue = { endpoint_id: endpoint.id, user_id };
    // Without a fault there never was one: nothing is held back either
    if (world.row.faults.made === 0) world.deliveries.add(queue, id, at_ms);
    else deliver(world, queue, id, at_ms);
  }
}

/** Puts an event into a queue as the faults have it. */
function deliver(world: World, queue: Queue, eventId: string, nowMs: number): void {
  const { deliveries } = world;
  const last = deliveries.lastOpen(queue);
  const faultsOfLast = last === undefined ? [] : readFaults(last);
  const { heldFromMs } = faultsOfLast.find((fault) => fault.heldFromMs !== undefined) ?? {};
  // Once its time has come it may be under way: then no other event takes its place
  const isHeld = last !== undefined && heldFromMs !== undefined && (last.not_before_ms ?? 0) > nowMs;
  const faults = applyFaults(
    world,
    (wanted): wanted is EventFault =>
      "endpoint_id" in wanted &&
      ["*", queue.endpoint_id].includes(wanted.endpoint_id) &&
      // An event for which another one waits is not held back itself
      !(wanted.effect === reorder && isHeld),
    // The longest delay or silence counts, and of any other effect the oldest fault
    ({ effect }, found) => effect === "delay" || effect === "silence" || found.every((one) => one.effect !== effect),
  );
  let [atMs, holdsUntilMs] = [nowMs, nowMs];
  for (const fault of faults) {
    if (fault.effect === "silence") atMs = Math.max(atMs, fault.endsAtMs ?? nowMs);
    if (fault.effect === "delay") atMs = Math.max(atMs, addDuration(nowMs, fault.delay));
    // It waits for the next one of the user, but not for ever
    if (fault.effect === reorder) holdsUntilMs = addDuration(nowMs, fault.delay);
  }
  const untilMs = Math.max(atMs, holdsUntilMs);
  const kept = writeFaults(faults.map((one) => (one.effect === reorder ? { ...one, heldFromMs: atMs } : one)));
  if (!isHeld) {
    deliveries.add(queue, eventId, untilMs, kept);
    return;
  }
  // The other event takes the next place, and this one the place that the other one had
  const released = faultsOfLast.map(({ heldFromMs: _, ...fault }) => fault as KeptFault);
  deliveries.add(queue, last.event_id, heldFromMs, writeFaults(released));
  deliveries.replan(last.place, eventId, untilMs, kept);
}

/** The text that was checked against the contract is sent, not the object that it was made of. */
function writePayload(event_type: string, user: StoredUser | undefined, team_id: string, data: unknown): string {
  const ids = user === undefined ? {} : { user_id: user.user_id, client_user_id: user.client_user_id };
  const payload = JSON.stringify({ event_type, ...ids, team_id, data });
  const name = eventNameOf(event_type);
  if (name === undefined) throw new Error(`The contract has no event "${event_type}".`);
  // By the validators that the client's package has, too: they need no Ajv
  const validate = eventValidators[name];
  if (validate(JSON.parse(payload))) return payload;
  const [problem] = validate.errors ?? [];
  const found = `${problem?.instancePath ?? ""} ${problem?.message ?? ""}`;
  throw new Error(`The event "${event_type}" is not written: it breaks the contract: ${found}.`);
}

/** The effect of a fault by which an event waits for the next one of its user. */
const reorder = "reorder_within_user";

/** A fault as it is kept with a delivery. */
type KeptFault = AppliedEventFault & {
  /** Of an event that waits for another: when it may be sent, once the other one has gone. */
  readonly heldFromMs?: number;
};

/** The text that is kept of the faults of a delivery when it is tried next. */
export function writeFaults(faults: readonly KeptFault[]): string | null {
  return faults.length === 0 ? null : JSON.stringify(faults);
}

/** The faults that are kept with a delivery until its next attempt is settled. A retry is sent as usual. */
export function readFaults({ faults }: DeliveryRow): readonly KeptFault[] {
  return faults === null ? [] : (JSON.parse(faults) as readonly KeptFault[]);
}
