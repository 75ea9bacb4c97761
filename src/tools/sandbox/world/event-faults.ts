// The faults of the deliveries of one world: which events they strike when these are written, and in which order and when those are sent.
import type { components } from "../../../../generated/control-types.ts";
import { msOfDuration } from "./clock.ts";
import { FaultSet, type KeptFaults } from "./fault-set.ts";
import type { StoredHeldEvent } from "./records/kinds.ts";
import type { Collection, DeliveryRow, DeliveryRows } from "./store.ts";

/** An event fault to add; its effect's own fields have their defaults. */
export type NewEventFault = Omit<components["schemas"]["NewEventFault"], "lasts"> &
  Pick<components["schemas"]["EventFault"], "conduct">;

/** A fault that strikes a delivery. */
export type EventStrike = Pick<NewEventFault, "effect" | "conduct" | "copies" | "delay" | "cut" | "age"> & {
  readonly id: string;
};

/** What is kept of the faults of a world's deliveries. */
export type KeptEventFaults = KeptFaults<NewEventFault>;

/** An event to one endpoint. */
interface Written {
  readonly endpointId: string;
  readonly eventId: string;
  readonly userId: string;
  readonly nowMs: number;
}

export class EventFaults extends FaultSet<NewEventFault> {
  readonly #rows: DeliveryRows;
  readonly #held: Collection<StoredHeldEvent>;

  constructor(kept: KeptEventFaults | undefined, rows: DeliveryRows, held: Collection<StoredHeldEvent>) {
    super("event_fault", kept);
    this.#rows = rows;
    this.#held = held;
  }

  /** Puts an event into the queue of its user at an endpoint, as the faults have it. */
  async deliver({ endpointId, eventId, userId, nowMs }: Written): Promise<void> {
    // Without a fault there never was one: nothing is held back either
    if (this.kept.made === 0) {
      await this.#rows.add(endpointId, eventId, userId, nowMs);
      return;
    }
    const held = await this.#held.get(heldId(endpointId, userId));
    const strikes = this.struckBy(
      ({ endpoint_id, effect }) =>
        (endpoint_id === "*" || endpoint_id === endpointId) &&
        // What another one waits for is not held back itself
        !(effect === "reorder_within_user" && held !== undefined),
      ({ effect }) => effect === "delay" || effect === "silence",
      nowMs,
    );
    const times = strikes.flatMap(({ effect, delay = {}, endsAtMs }) =>
      effect === "delay" ? nowMs + msOfDuration(delay) : effect === "silence" ? (endsAtMs ?? nowMs) : nowMs,
    );
    const atMs = Math.max(nowMs, ...times);
    const hold = strikes.find(isHold);
    const untilMs = hold === undefined ? atMs : Math.max(atMs, nowMs + msOfDuration(hold.delay ?? {}));
    let place: number;
    if (held === undefined) {
      place = await this.#rows.add(endpointId, eventId, userId, untilMs, written(strikes));
    } else {
      // The other event takes the next place, and this one the place that the other one had
      place = held.place;
      const strikesOfHeld = strikesOf(await this.#rows.get(place));
      await this.#rows.add(endpointId, held.event_id, userId, held.at_ms, written(strikesOfHeld));
      await this.#rows.replan(place, eventId, untilMs, written(strikes));
      await this.#held.delete(held.id);
    }
    if (hold === undefined) return;
    const id = heldId(endpointId, userId);
    await this.#held.put(id, { id, endpoint_id: endpointId, user_id: userId, place, event_id: eventId, at_ms: atMs });
  }

  /** A delivery is tried now: no other event takes its place any more. */
  async started(delivery: DeliveryRow): Promise<readonly EventStrike[]> {
    const strikes = strikesOf(delivery);
    if (strikes.some(isHold)) {
      const held = await this.#held.get(heldId(delivery.endpointId, delivery.userId));
      if (held?.place === delivery.place) await this.#held.delete(held.id);
    }
    return strikes;
  }

  /** Decides what is done to a delivery when it is tried next. */
  async decide(place: number, strikes: readonly EventStrike[]): Promise<void> {
    await this.#rows.decide(place, JSON.stringify({ strikes }));
  }

  /** Nothing more is sent to an endpoint. */
  async forget(endpointId: string): Promise<void> {
    for (const { id } of await this.#held.ofOwner(endpointId)) await this.#held.delete(id);
  }
}

function isHold({ effect }: EventStrike): boolean {
  return effect === "reorder_within_user";
}

/** At an endpoint one event of each user waits for the next one of the user. */
function heldId(endpointId: string, userId: string): string {
  return `${endpointId} ${userId}`;
}

/** What is kept with a delivery until its next attempt is settled. A retry is sent as usual. */
function written(strikes: readonly EventStrike[]): string | null {
  return strikes.length === 0 ? null : JSON.stringify({ strikes });
}

function strikesOf(delivery: DeliveryRow | undefined): readonly EventStrike[] {
  if (delivery === undefined || delivery.decided === null) return [];
  return (JSON.parse(delivery.decided) as { readonly strikes: readonly EventStrike[] }).strikes;
}
