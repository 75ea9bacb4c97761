// Delivers the events of a world to its endpoints: signed, in order per user, tried again by the schedule, and parked at its end.
import { setTimeout as wait } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import { type DeliveryRules, Poster } from "../../shared/http/index.ts";
import type { Assumptions } from "../assumptions/assumptions.ts";
import { StoreUnavailable } from "../store/store.ts";
import type { LoggedEvent } from "../store/tables.ts";
import { hour, machineNow, minute, msOfDuration, second } from "../world/clock.ts";
import type { LiveWorld } from "../world/live-world.ts";
import { type AppliedEventFault, findEventProblem } from "../world/outbox.ts";
import type { StoredEndpoint } from "../world/records.ts";
import type { Courier, Plan } from "../world/timeline.ts";
import type { World } from "../world/world.ts";
import { type Exchange, packExchange, readDelivery } from "./deliveries.ts";
import { type Dispatch, planDispatches } from "./dispatches.ts";
import { findConduct } from "./event-faults.ts";

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

/** How long to wait before an attempt that could not be stored is made again. */
const restMs = 5000;

/** How long to wait before what an attempt brought is stored again, when the store could not. */
const againMs = 500;

interface Attempt {
  readonly endpoint: StoredEndpoint;
  readonly place: number;
  readonly userId: string;
  /** As it was written. */
  readonly event: LoggedEvent;
  /** As it is sent, unless a fault changes it. */
  readonly payload: string;
  readonly atMs: number;
  readonly faults: readonly AppliedEventFault[];
}

/** Of one user only one attempt to an endpoint is under way: that keeps the order. One that was under way when the process died is made again. Choice: event-order */
export class WorldCourier implements Courier {
  readonly #live: LiveWorld;
  readonly #poster: Poster;
  readonly #assumptions: Assumptions;
  /** What was taken, by endpoint and user. */
  readonly #taken = new Map<string, Attempt>();
  readonly #underWay = new Set<Promise<void>>();
  readonly #stop = new AbortController();
  #isDraining = false;

  constructor(live: LiveWorld, rules: DeliveryRules, assumptions: Assumptions) {
    this.#live = live;
    this.#assumptions = assumptions;
    this.#poster = new Poster(rules);
  }

  async take(world: World): Promise<Plan> {
    const attempts: Attempt[] = [];
    const cancel = () => {
      for (const attempt of attempts) this.#taken.delete(nameQueue(attempt));
    };
    const begin = () => {
      for (const attempt of attempts) this.#begin(attempt);
    };
    try {
      const endpoints = this.#isDraining || this.#stop.signal.aborted ? [] : await world.records.endpoints.all();
      for (const endpoint of endpoints) {
        for await (const attempt of this.#attemptsTo(endpoint, world)) attempts.push(attempt);
      }
      return { begin, cancel };
    } catch (error) {
      cancel();
      throw error;
    }
  }

  /** Takes what is due to an endpoint, unless another attempt for the user is under way. */
  async *#attemptsTo(endpoint: StoredEndpoint, world: World) {
    const { clock, deliveries, events, outbox } = world;
    const atMs = clock.nowMs;
    const busy = Array.from(this.#taken.values()).filter((attempt) => attempt.endpoint.id === endpoint.id).length;
    let free = attemptsAtOnce - busy;
    for (const delivery of await deliveries.due(endpoint.id, atMs, attemptsAtOnce)) {
      const { place, user_id: userId } = delivery;
      if (free === 0) return;
      if (this.#taken.has(nameQueue({ endpoint, userId }))) continue;
      const event = await events.get(delivery.event_id);
      if (event === undefined) throw new Error(`The event ${delivery.event_id} is not in the log.`);
      const payload = this.#assumptions.showPayload(world, event);
      const attempt = { endpoint, place, userId, event, payload, atMs, faults: await outbox.start(delivery) };
      this.#taken.set(nameQueue(attempt), attempt);
      free -= 1;
      yield attempt;
    }
  }

  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.race(this.#underWay);
  }

  get isIdle(): boolean {
    return this.#underWay.size === 0;
  }

  drain(): Promise<void> {
    this.#isDraining = true;
    return this.idle();
  }

  /** Attempts in progress are aborted and not stored: the next start makes them again. */
  async close(): Promise<void> {
    this.#stop.abort("the sandbox stopped");
    await Promise.all(this.#underWay);
    this.#poster.close();
  }

  #begin(attempt: Attempt): void {
    const made = this.#attempt(attempt)
      .catch((error: unknown) => {
        if (this.#stop.signal.aborted) return;
        this.#live.onFault("delivering an event", error);
        // It is due still, and made again
        return wait(restMs, undefined, { signal: this.#stop.signal, ref: false }).catch(() => {});
      })
      .then(() => {
        this.#taken.delete(nameQueue(attempt));
        this.#underWay.delete(made);
        // The next one of the user is due
        this.#live.timeline.wake();
      });
    this.#underWay.add(made);
  }

  async #attempt(attempt: Attempt): Promise<void> {
    const { endpoint, place, event, atMs, faults } = attempt;
    // It was checked when it was written; the contract may have changed since
    const problem = findEventProblem(event.type, event.payload);
    const exchanges = problem === undefined ? await this.#send(attempt) : [unsent(endpoint, problem)];
    const { status = 0 } = exchanges.find(({ is_additional }) => !is_additional) ?? {};
    const isTaken = status >= 200 && status < 300;
    const delivery = await this.#write(async (world) => {
      const { clock, deliveries } = world;
      // Read again: it may have been removed, or resent with its attempts reset
      const row = await deliveries.get(place);
      if (row === undefined || this.#stop.signal.aborted) return undefined;
      const delayMs = retryDelaysMs[row.attempts];
      const isLast = delayMs === undefined || problem !== undefined;
      const next = isTaken ? "delivered" : isLast ? "parked" : { retryAtMs: clock.nowMs + delayMs };
      await deliveries.settle(place, { atMs, exchanges: exchanges.map(packExchange) }, next);
      await this.#redeliver(world, place, isTaken, faults);
      return readDelivery(world, place);
    });
    if (delivery === undefined) return;
    this.#live.activity.report({ type: "delivery", data: delivery });
  }

  /**
   * Changes the world as `LiveWorld.write` does, and tries it again while the store is unavailable: what a receiver answered would else be lost, and the
   * event be sent again.
   */
  async #write<T>(work: (world: World) => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await this.#live.write(work);
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
        await wait(againMs, undefined, { signal: this.#stop.signal });
      }
    }
  }

  /** An event that is redelivered once it was acknowledged: now, or by a later attempt. */
  async #redeliver(world: World, place: number, isTaken: boolean, faults: readonly AppliedEventFault[]): Promise<void> {
    const due = faults.find((fault) => fault.effect === "redelivery" && fault.delay !== undefined);
    if (due?.effect !== "redelivery") return;
    const { delay = {}, ...fault } = due;
    if (!isTaken) await world.outbox.keepFaults(place, [due]);
    else await world.later(world.clock.nowMs + msOfDuration(delay), "redelivery", { place, fault });
  }

  /** @returns What was sent and what came back, in the order in which it was sent. */
  async #send({ endpoint, event, payload, faults }: Attempt): Promise<Exchange[]> {
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
    const signedAt = new Date(machineNow() - ageMs);
    const headers = {
      "content-type": "application/json",
      "user-agent": "wearable-health-api-sandbox",
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(signedAt.getTime() / 1000)),
      "webhook-signature": new Webhook(secret).sign(id, signedAt, signed),
    };
    const { answer } = await this.#poster.post(new URL(url), headers, Buffer.from(body), this.#stop.signal, cut);
    return { url, headers, ...answer };
  }
}

/** Attempts of one queue are made one after the other. */
function nameQueue({ endpoint, userId }: Pick<Attempt, "endpoint" | "userId">): string {
  return `${endpoint.id} ${userId}`;
}

function unsent({ url }: StoredEndpoint, error: string): Exchange {
  return { url, headers: {}, error: `Not sent: ${error}.`, faults: [], is_additional: false, duration_ms: 0 };
}
