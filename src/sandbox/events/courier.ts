// Delivers the events of a world to its endpoints: signed, in order per user, tried again by the schedule, and parked at its end.
import { setTimeout as wait } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import type { Poster } from "../../shared/http/index.ts";
import type { Assumptions } from "../assumptions/assumptions.ts";
import { isUnavailable } from "../store/database.ts";
import type { DeliveryRow, LoggedEvent, Queue } from "../store/tables.ts";
import type { Courier } from "../world/agenda.ts";
import { addDuration, hour, machineNow, minute, second } from "../world/clock.ts";
import type { AppliedEventFault } from "../world/faults.ts";
import type { StoredEndpoint } from "../world/records.ts";
import type { World } from "../world/world.ts";
import { type Exchange, packExchange, readDelivery } from "./deliveries.ts";
import { type Dispatch, planDispatches } from "./dispatches.ts";
import { findConduct } from "./event-faults.ts";
import { readFaults, writeFaults } from "./outbox.ts";

/**
 * How long after each failure the next attempt follows, by the world's clock: the schedule that Standard Webhooks suggests.
 * After the last failure the event is parked. Choice: event-retries
 */
export const retryDelaysMs: readonly number[] = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];

/**
 * How many attempts may be under way to one endpoint, each for another user: a slow endpoint does not delay another.
 */
const attemptsAtOnce = 32;

/** How long to wait before an attempt that failed in the sandbox is made again. */
const restMs = 5000;

/** How long to wait before what an attempt brought is stored again, when the store could not. */
const againMs = 500;

/** An attempt of a delivery that is due. */
interface Attempt {
  readonly endpoint: StoredEndpoint;
  readonly delivery: DeliveryRow;
  /** As it was written. */
  readonly event: LoggedEvent;
  /** As it is sent, unless a fault changes it. */
  readonly payload: string;
  readonly atMs: number;
  readonly faults: readonly AppliedEventFault[];
}

/** Of one user only one attempt to an endpoint is under way: that keeps the order. One that was under way when the process died is made again. Choice: event-order */
export class WorldCourier implements Courier {
  readonly #world: World;
  readonly #poster: Poster;
  readonly #assumptions: Assumptions;
  readonly #onFault: (what: string, error: unknown) => void;
  /** The attempts that are under way, by endpoint and user. */
  readonly #underWay = new Map<string, Promise<void>>();

  constructor(world: World, poster: Poster, assumptions: Assumptions, onFault: (what: string, error: unknown) => void) {
    this.#world = world;
    this.#poster = poster;
    this.#assumptions = assumptions;
    this.#onFault = onFault;
  }

  send(): boolean {
    const { deliveries, clock, records } = this.#world;
    const due = records.endpoints.all().flatMap((endpoint) =>
      // The attempts that are under way are due still, and among the earliest: there are never more at once
      deliveries
        .dueTo(endpoint.id, clock.nowMs, attemptsAtOnce)
        .filter((delivery) => !this.#underWay.has(nameQueue(delivery)))
        .map((delivery) => ({ endpoint, delivery })),
    );
    if (due.length === 0) return false;
    const attempts = this.#world.transaction((world) => due.map((one) => this.#take(world, one)));
    for (const attempt of attempts) this.#begin(attempt);
    return true;
  }

  async idle(): Promise<void> {
    await Promise.all(this.#underWay.values());
  }

  #take(world: World, due: Pick<Attempt, "endpoint" | "delivery">): Attempt {
    const { delivery } = due;
    const event = world.events.get(delivery.event_id);
    if (event === undefined) throw new Error(`The event ${delivery.event_id} is not in the log.`);
    const payload = this.#assumptions.showPayload(world, event);
    return { ...due, event, payload, atMs: world.clock.nowMs, faults: readFaults(delivery) };
  }

  #begin(attempt: Attempt): void {
    const queue = nameQueue(attempt.delivery);
    const made = this.#attempt(attempt)
      .catch((error: unknown) => {
        if (this.#world.ended.aborted) return;
        this.#onFault("delivering an event", error);
        // It is due still, and made again
        return wait(restMs, undefined, { signal: this.#world.ended, ref: false }).catch(() => {});
      })
      .then(() => {
        this.#underWay.delete(queue);
        // The next one of the user is due
        this.#world.agenda.wake();
      });
    this.#underWay.set(queue, made);
  }

  async #attempt(attempt: Attempt): Promise<void> {
    const exchanges = await this.#exchange(attempt);
    for (;;) {
      try {
        return await this.#world.whenFree(() => this.#settle(attempt, exchanges));
      } catch (error) {
        // The answer of the receiver would else be lost, and the event be sent again
        if (!isUnavailable(error)) throw error;
        await wait(againMs, undefined, { signal: this.#world.ended });
      }
    }
  }

  /** Stores what an attempt brought. */
  #settle({ delivery: { place }, atMs, faults }: Attempt, exchanges: readonly Exchange[]): void {
    const { status = 0 } = exchanges.find(({ is_additional }) => !is_additional) ?? {};
    const isTaken = status >= 200 && status < 300;
    const delivery = this.#world.transaction((world) => {
      // Read again: it may have been removed, or resent with its attempts reset
      const row = world.deliveries.get(place);
      if (row === undefined) return undefined;
      const nowMs = world.clock.nowMs;
      const delayMs = retryDelaysMs[row.attempts];
      const next = isTaken ? "delivered" : delayMs === undefined ? "parked" : { retryAtMs: nowMs + delayMs };
      world.deliveries.settle(row, { atMs, exchanges: exchanges.map(packExchange) }, next);
      redeliver(world, place, isTaken, faults);
      return readDelivery(world, place);
    });
    if (delivery !== undefined) this.#world.activity.report({ type: "delivery", data: delivery });
  }

  /** @returns What was sent and what came back, in the order in which it was sent. */
  async #exchange({ endpoint, event, payload, faults }: Attempt): Promise<Exchange[]> {
    const shown = faults.map(({ id, effect }) => ({ id, effect, conduct: findConduct(effect) }));
    const exchanges: Exchange[] = [];
    for (const group of await planDispatches({ ...event, payload }, faults)) {
      const posted = await Promise.all(
        group.map(async (dispatch) => {
          const { body, isAdditional } = dispatch;
          const sent = body === event.payload ? {} : { sent: body };
          return { ...(await this.#post(endpoint, dispatch)), ...sent, faults: shown, is_additional: isAdditional };
        }),
      );
      exchanges.push(...posted);
    }
    return exchanges;
  }

  async #post({ url, secret }: StoredEndpoint, { id, body, signed, ageMs, cut }: Dispatch) {
    // Receivers refuse a signature of another time than theirs: it is made with the machine's. Choice: event-signature
    const signedAt = new Date(Math.max(machineNow() - ageMs, 0));
    const headers = {
      "content-type": "application/json",
      "user-agent": "wearable-health-api-sandbox",
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(signedAt.getTime() / 1000)),
      "webhook-signature": new Webhook(secret).sign(id, signedAt, signed),
    };
    const { answer } = await this.#poster.post(new URL(url), headers, Buffer.from(body), this.#world.ended, cut);
    return { url, headers, ...answer };
  }
}

/** An event that is redelivered once it was acknowledged: now, or by a later attempt. */
function redeliver(world: World, place: number, isTaken: boolean, faults: readonly AppliedEventFault[]): void {
  const due = faults.find((fault) => fault.effect === "redelivery" && fault.delay !== undefined);
  if (due?.effect !== "redelivery") return;
  const { delay, ...fault } = due;
  if (!isTaken) world.deliveries.keepFaults(place, writeFaults([due]));
  else world.later(addDuration(world.clock.nowMs, delay), "redelivery", { place, fault });
}

/** Attempts of one queue are made one after the other. */
function nameQueue({ endpoint_id, user_id }: Queue): string {
  return `${endpoint_id} ${user_id}`;
}
