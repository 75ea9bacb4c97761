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

/** What is kept with a delivery until its next attempt is settled. */
interface Decided {
  /** What is done to it. A retry is sent as usual. */
  readonly strikes: readonly EventStrike[];
  /** The delivery that waits for this one to be tried, and when it may be sent then. */
  readonly follower?: { readonly place: number; readonly atMs: number } | undefined;
}

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
    const ofUser = await this.#held.get(heldId("reorder_within_user", endpointId, userId));
    const ofAny = await this.#held.get(heldId("reorder_between_users", endpointId, userId));
    const ofOther = ofAny?.user_id === userId ? undefined : ofAny;
    const strikes = this.struckBy(
      ({ endpoint_id, effect }) =>
        (endpoint_id === "*" || endpoint_id === endpointId) &&
        // What another one waits for is not held back itself
        !(effect === "reorder_within_user" && ofUser !== undefined) &&
        !(effect === "reorder_between_users" && ofAny !== undefined),
      ({ effect }) => effect === "delay" || effect === "silence",
      nowMs,
    );
    const times = strikes.flatMap(({ effect, delay = {}, endsAtMs }) =>
      effect === "delay" ? nowMs + msOfDuration(delay) : effect === "silence" ? (endsAtMs ?? nowMs) : nowMs,
    );
    const atMs = Math.max(nowMs, ...times);
    const hold = strikes.find(isHold);
    const untilMs = hold === undefined ? atMs : Math.max(atMs, nowMs + msOfDuration(hold.delay ?? {}));
    const follower = ofOther && { place: ofOther.place, atMs: ofOther.at_ms };
    let place: number;
    if (ofUser === undefined) {
      place = await this.#rows.add(endpointId, eventId, userId, untilMs, written({ strikes, follower }));
    } else {
      // The other event takes the next place, and this one the place that the other one had
      place = ofUser.place;
      const was = decidedOf(await this.#rows.get(place));
      const next = { strikes: was.strikes };
      await this.#rows.add(endpointId, ofUser.event_id, userId, ofUser.at_ms, written(next));
      const now = { strikes, follower: follower ?? was.follower };
      await this.#rows.replan(place, eventId, untilMs, written(now));
      await this.#held.delete(ofUser.id);
    }
    if (ofOther !== undefined) await this.#held.delete(ofOther.id);
    if (hold === undefined) return;
    const id = heldId(hold.effect, endpointId, userId);
    await this.#held.put(id, { id, endpoint_id: endpointId, user_id: userId, place, event_id: eventId, at_ms: atMs });
  }

  /** A delivery is tried now: no other event takes its place any more. */
  async started(delivery: DeliveryRow): Promise<readonly EventStrike[]> {
    const { strikes } = decidedOf(delivery);
    const hold = strikes.find(isHold);
    if (hold !== undefined) {
      const held = await this.#held.get(heldId(hold.effect, delivery.endpointId, delivery.userId));
      if (held?.place === delivery.place) await this.#held.delete(held.id);
    }
    return strikes;
  }

  /** A delivery was tried, for which this was decided: what waited for it may be sent. */
  async tried(delivery: DeliveryRow | undefined): Promise<void> {
    const { follower } = decidedOf(delivery);
    const row = follower && (await this.#rows.get(follower.place));
    if (row?.attempts === 0) await this.#rows.replan(row.place, row.eventId, follower?.atMs ?? 0, row.decided);
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
  return effect.startsWith("reorder_");
}

/** At an endpoint one event of each user waits for the next one of the user, and one event for the next one of another user. */
function heldId(effect: string, endpointId: string, userId: string): string {
  return effect === "reorder_between_users" ? endpointId : `${endpointId} ${userId}`;
}

function written(decided: Decided): string | null {
  return decided.strikes.length === 0 && decided.follower === undefined ? null : JSON.stringify(decided);
}

function decidedOf(delivery: DeliveryRow | undefined): Decided {
  return delivery === undefined || delivery.decided === null
    ? { strikes: [] }
    : (JSON.parse(delivery.decided) as Decided);
}
