// The outbox of a world: each event is written with a delivery for every endpoint, in which order and when the event faults say.
import { eventValidators } from "../../../generated/event-validators.js";
import { eventNameOf } from "../../../generated/events.ts";
import type { Deliveries, DeliveryRow, EventLog, Queue } from "../store/tables.ts";
import type { WorldIdentity } from "../store/world-index.ts";
import { type Clock, msOfDuration } from "./clock.ts";
import type { Applied, EventFault, Faults } from "./faults.ts";
import type { Records, StoredUser } from "./records.ts";

/** An event fault that applies to a delivery. */
export type AppliedEventFault = Applied<EventFault>;

/** An event to write. */
export interface NewEvent {
  /** Its name, such as `daily.data.steps.created`. */
  readonly type: string;
  /** Whom it is about; undefined where it is about no user. */
  readonly user: StoredUser | undefined;
  readonly data: unknown;
}

/** The world whose outbox it is. */
interface Writing {
  readonly identity: WorldIdentity;
  readonly clock: Clock;
  readonly records: Records;
  readonly events: EventLog;
  readonly deliveries: Deliveries;
  readonly eventFaults: Faults<EventFault>;
  readonly row: { readonly eventsAfter: number };
  newId(): string;
  noteWork(): void;
}

export class Outbox {
  readonly #world: Writing;

  constructor(world: Writing) {
    this.#world = world;
  }

  /**
   * Writes an event.
   *
   * @throws when its payload breaks the contract: that is a bug in the sandbox, and the change is undone with it.
   */
  write({ type, user, data }: NewEvent): void {
    const { events, records, deliveries, eventFaults, identity, clock, row } = this.#world;
    const at_ms = clock.nowMs;
    const id = `evt_${this.#world.newId().replaceAll("-", "")}`;
    const user_id = user?.user_id ?? "";
    const payload = writePayload(type, user, identity.teamId, data);
    events.append({ id, type, user_id, at_ms, payload }, row.eventsAfter);
    for (const endpoint of records.endpoints.all()) {
      this.#world.noteWork();
      const queue = { endpoint_id: endpoint.id, user_id };
      // Without a fault there never was one: nothing is held back either
      if (eventFaults.made === 0) deliveries.add(queue, id, at_ms);
      else this.#deliver(queue, id, at_ms);
    }
  }

  /** A delivery is tried now: no other event takes its place any more. */
  start(delivery: DeliveryRow): readonly AppliedEventFault[] {
    const faults = readFaults(delivery);
    if (faults.some(isHold)) {
      const held = this.#world.records.heldEvents.get(heldId(delivery));
      if (held?.place === delivery.place) this.#world.records.heldEvents.delete(held.id);
    }
    return faults;
  }

  /** Keeps which faults a delivery has when it is tried next. */
  keepFaults(place: number, faults: readonly AppliedEventFault[]): void {
    this.#world.deliveries.keepFaults(place, JSON.stringify(faults));
  }

  /** Nothing more is sent to an endpoint. */
  removeEndpoint(endpointId: string): void {
    this.#world.deliveries.removeEndpoint(endpointId);
    for (const { id } of this.#world.records.heldEvents.ofOwner(endpointId)) this.#world.records.heldEvents.delete(id);
  }

  /** Puts an event into a queue as the faults have it. */
  #deliver(queue: Queue, eventId: string, nowMs: number): void {
    const { deliveries, records, eventFaults } = this.#world;
    const { heldEvents } = records;
    const held = heldEvents.get(heldId(queue));
    const faults = eventFaults.apply(
      ({ endpoint_id, effect }) =>
        (endpoint_id === "*" || endpoint_id === queue.endpoint_id) &&
        // What another one waits for is not held back itself
        !(effect === "reorder_within_user" && held !== undefined),
      ({ effect }) => effect === "delay" || effect === "silence",
      nowMs,
    );
    const times = faults.map((fault) =>
      fault.effect === "delay"
        ? nowMs + msOfDuration(fault.delay ?? {})
        : fault.effect === "silence"
          ? (fault.endsAtMs ?? nowMs)
          : nowMs,
    );
    const atMs = Math.max(nowMs, ...times);
    const hold = faults.find(isHold);
    const untilMs = hold === undefined ? atMs : Math.max(atMs, nowMs + msOfDuration(hold.delay ?? {}));
    const kept = faults.length === 0 ? null : JSON.stringify(faults);
    let place: number | undefined;
    if (held === undefined) place = deliveries.add(queue, eventId, untilMs, kept);
    else {
      // The other event takes the next place, and this one the place that the other one had
      place = held.place;
      const faultsOfHeld = deliveries.get(place)?.faults;
      deliveries.add(queue, held.event_id, held.at_ms, faultsOfHeld);
      deliveries.replan(place, eventId, untilMs, kept);
      heldEvents.delete(held.id);
    }
    if (hold === undefined || place === undefined) return;
    const id = heldId(queue);
    heldEvents.put(id, { id, ...queue, place, event_id: eventId, at_ms: atMs });
  }
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

function isHold(fault: AppliedEventFault): fault is Extract<AppliedEventFault, { readonly delay?: unknown }> {
  return fault.effect === "reorder_within_user";
}

/** At an endpoint one event of each user waits for the next one of the user. */
function heldId({ endpoint_id, user_id }: Queue): string {
  return `${endpoint_id} ${user_id}`;
}

/** What is kept with a delivery until its next attempt is settled. A retry is sent as usual. */
function readFaults({ faults }: DeliveryRow): readonly AppliedEventFault[] {
  return faults === null ? [] : (JSON.parse(faults) as readonly AppliedEventFault[]);
}
