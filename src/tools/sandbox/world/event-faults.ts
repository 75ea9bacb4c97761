// The faults of the deliveries of one world: which events they strike when these are written, and in which order and when those are sent.
import type { components } from "../../../../generated/control-types.ts";
import { msOfDuration } from "./clock.ts";
import { FaultSet } from "./fault-set.ts";
import type { DeliveryRows } from "./store.ts";

/** An event fault to add; its effect's own fields have their defaults. */
export type NewEventFault = Omit<components["schemas"]["NewEventFault"], "lasts"> &
  Pick<components["schemas"]["EventFault"], "conduct">;

/** A fault that strikes a delivery. */
export type EventStrike = Pick<NewEventFault, "effect" | "conduct" | "copies" | "delay" | "cut" | "age"> & {
  readonly id: string;
};

/** An event that waits for another one to go first. */
interface Held {
  readonly place: number;
  readonly eventId: string;
  /** When it may be sent, once the other one has gone. */
  readonly atMs: number;
}

/** An event to one endpoint. */
interface Written {
  readonly endpointId: string;
  readonly eventId: string;
  readonly userId: string;
  readonly nowMs: number;
}

export class EventFaults extends FaultSet<NewEventFault> {
  /** What was decided for deliveries that were not tried yet, by their place. */
  readonly #strikes = new Map<number, readonly EventStrike[]>();
  /** By endpoint and user, what goes after the next event of the user; by endpoint, what goes after the next one of another user. */
  readonly #held = new Map<string, Held & { readonly userId: string }>();
  /** What is to be sent once a delivery was tried, by its place. */
  readonly #followers = new Map<number, Held>();

  constructor() {
    super("event_fault");
  }

  /** The world is reset: nothing stays that was decided either. */
  reset(): void {
    this.clear();
    this.#strikes.clear();
    this.#held.clear();
    this.#followers.clear();
  }

  /** Puts an event into the queue of its user at an endpoint, as the faults have it. */
  async deliver(rows: DeliveryRows, written: Written): Promise<void> {
    const { endpointId, eventId, userId, nowMs } = written;
    const ofUser = await this.#waiting(rows, `${endpointId} ${userId}`);
    const ofOther = await this.#waiting(rows, endpointId, userId);
    const found = this.struckBy(
      ({ endpoint_id, effect }) =>
        (endpoint_id === "*" || endpoint_id === endpointId) &&
        // What another one waits for is not held back itself
        !(effect === "reorder_within_user" && ofUser !== undefined) &&
        !(effect === "reorder_between_users" && this.#held.has(endpointId)),
      ({ effect }) => effect === "delay" || effect === "silence",
      nowMs,
    );
    const strikes = found ?? [];
    const times = strikes.flatMap(({ effect, delay = {}, endsAtMs }) =>
      effect === "delay" ? nowMs + msOfDuration(delay) : effect === "silence" ? (endsAtMs ?? nowMs) : nowMs,
    );
    const atMs = Math.max(nowMs, ...times);
    const hold = strikes.find(({ effect }) => effect.startsWith("reorder_"));
    const untilMs = hold === undefined ? atMs : Math.max(atMs, nowMs + msOfDuration(hold.delay ?? {}));
    let place: number;
    if (ofUser === undefined) {
      place = await rows.add(endpointId, eventId, userId, untilMs);
    } else {
      // The other event takes the next place, and this one the place that the other one had
      place = ofUser.place;
      const next = await rows.add(endpointId, ofUser.eventId, userId, ofUser.atMs);
      await rows.replan(place, eventId, untilMs);
      this.decide(next, this.#strikes.get(place) ?? []);
      this.#held.delete(`${endpointId} ${userId}`);
    }
    this.decide(place, strikes);
    if (hold !== undefined) {
      const key = hold.effect === "reorder_between_users" ? endpointId : `${endpointId} ${userId}`;
      this.#held.set(key, { place, eventId, atMs, userId });
    }
    if (ofOther === undefined) return;
    this.#held.delete(endpointId);
    this.#followers.set(place, ofOther);
  }

  /** What was decided for a delivery that is tried now. A retry is sent as usual. */
  take(place: number): readonly EventStrike[] {
    const strikes = this.#strikes.get(place) ?? [];
    this.#strikes.delete(place);
    return strikes;
  }

  /** A delivery was tried: what waited for it may be sent. */
  async tried(rows: DeliveryRows, place: number): Promise<void> {
    const follower = this.#followers.get(place);
    this.#followers.delete(place);
    if (follower !== undefined && (await this.#isUntried(rows, follower)))
      await rows.replan(follower.place, follower.eventId, follower.atMs);
  }

  /** Decides what is done to a delivery when it is tried next. */
  decide(place: number, strikes: readonly EventStrike[]): void {
    if (strikes.length === 0) this.#strikes.delete(place);
    else this.#strikes.set(place, strikes);
  }

  /** The event that waits, of another user if one is named; undefined when there is none, or when it was tried meanwhile. */
  async #waiting(rows: DeliveryRows, key: string, otherThan?: string): Promise<Held | undefined> {
    const held = this.#held.get(key);
    if (held === undefined) return undefined;
    if (await this.#isUntried(rows, held)) return held.userId === otherThan ? undefined : held;
    this.#held.delete(key);
    return undefined;
  }

  /** A place may have another event now, after a transaction that was undone. */
  async #isUntried(rows: DeliveryRows, { place, eventId }: Held): Promise<boolean> {
    return this.#strikes.has(place) && (await rows.get(place))?.eventId === eventId;
  }
}
