// Delivers the events of a world to its endpoints: signed, in order per user, tried again by the schedule, and parked at its end.
import { Webhook } from "standardwebhooks";
import { eventValidatorOf } from "../../../../generated/event-validators.js";
import { type DeliveryRules, Poster } from "../../events/index.ts";
import type { Exchange } from "../public/events.ts";
import { machineNow, msOfDuration } from "../world/clock.ts";
import type { EventStrike } from "../world/event-faults.ts";
import type { LiveWorld } from "../world/live-world.ts";
import type { StoredEndpoint } from "../world/records/kinds.ts";
import type { DeliveryRow, LoggedEvent } from "../world/store.ts";
import type { Courier } from "../world/timeline.ts";
import type { World } from "../world/world.ts";
import { deliveryOf, keptExchange } from "./deliveries.ts";
import { type Dispatch, dispatchesOf } from "./dispatches.ts";
import { retryDelaysMs } from "./retries.ts";

/** How many attempts may be under way to one endpoint, each for another user: a slow endpoint does not delay another. */
const attemptsAtOnce = 32;

/** How long to wait after the store failed, for example on a full disk. In time of the machine. */
const restMs = 5000;

/** Makes the courier of a world. */
export function createCourier(live: LiveWorld, rules: DeliveryRules): Courier {
  return new WorldCourier(live, new Poster(rules));
}

class WorldCourier implements Courier {
  readonly #live: LiveWorld;
  readonly #poster: Poster;
  /** The users of each endpoint with a running attempt: only one at a time, to keep the order. Choice: event-order */
  readonly #busy = new Map<string, Set<string>>();
  readonly #underWay = new Set<Promise<void>>();
  readonly #stop = new AbortController();
  #isScheduled = false;

  constructor(live: LiveWorld, poster: Poster) {
    this.#live = live;
    this.#poster = poster;
  }

  /** After a moment, so that the caller answers first. */
  pump(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      void this.#start();
    });
  }

  async quiet(): Promise<boolean> {
    await this.#start();
    if (this.#underWay.size === 0) return false;
    while (this.#underWay.size > 0) {
      await Promise.race(this.#underWay);
      await this.#start();
    }
    return true;
  }

  get isIdle(): boolean {
    return !this.#isScheduled && this.#underWay.size === 0;
  }

  /** Attempts in progress are aborted and not stored: they are made again at the next start. */
  async close(): Promise<void> {
    this.#stop.abort("the sandbox stopped");
    await Promise.all(this.#underWay);
    this.#poster.close();
  }

  /** Starts all that is due and may be started; never rejects. */
  async #start(): Promise<void> {
    if (this.#stop.signal.aborted) return;
    try {
      // As one that writes: an attempt that stores its outcome meanwhile waits for it, and until then its user is busy. Nothing is started twice
      await this.#live.write(async (world) => {
        for (const endpoint of await world.records.endpoints.all()) await this.#startOf(world, endpoint);
      });
    } catch (error) {
      if (this.#stop.signal.aborted) return;
      this.#live.onFault("delivering events", error);
      setTimeout(() => this.#live.onWork(), restMs).unref();
    }
  }

  async #startOf(world: World, endpoint: StoredEndpoint): Promise<void> {
    const busy = this.#busy.get(endpoint.id) ?? new Set();
    this.#busy.set(endpoint.id, busy);
    if (busy.size >= attemptsAtOnce) return;
    // At most one per user is due, so only those in progress are skipped
    const due = await world.deliveries.dueBy(endpoint.id, world.clock.nowMs, attemptsAtOnce);
    for (const delivery of due) {
      if (busy.size >= attemptsAtOnce || this.#stop.signal.aborted) return;
      if (busy.has(delivery.userId)) continue;
      busy.add(delivery.userId);
      const strikes = await world.eventFaults.started(delivery);
      const attempt = this.#attempt(endpoint, delivery, strikes).then((isNoted) => {
        this.#underWay.delete(attempt);
        const free = () => {
          busy.delete(delivery.userId);
          this.#live.onWork();
        };
        if (isNoted) free();
        else setTimeout(free, restMs).unref();
      });
      this.#underWay.add(attempt);
    }
  }

  /** @returns Whether the outcome was stored; never rejects. */
  async #attempt(
    endpoint: StoredEndpoint,
    { place, eventId }: DeliveryRow,
    strikes: readonly EventStrike[],
  ): Promise<boolean> {
    const { signal } = this.#stop;
    try {
      const { atMs, event } = await this.#live.read(async ({ clock, events }) => ({
        atMs: clock.nowMs,
        event: await events.get(eventId),
      }));
      if (event === undefined) throw new Error(`The event ${eventId} is not in the log.`);
      const problem = contractProblemOf(event);
      const exchanges =
        problem === undefined ? await this.#send(endpoint, event, strikes) : [unsent(endpoint, problem)];
      if (signal.aborted) return true;
      const { status = 0 } = exchanges.find(({ is_additional }) => !is_additional) ?? {};
      const isTaken = status >= 200 && status < 300;
      const delivery = await this.#live.write(async (world) => {
        const { clock, deliveries, eventFaults } = world;
        // Read again: it may have been resent, with its attempts reset
        const row = await deliveries.get(place);
        const delayMs = retryDelaysMs[row?.attempts ?? 0];
        const isLast = delayMs === undefined || problem !== undefined;
        const next = isTaken ? "delivered" : isLast ? "parked" : { retryAtMs: clock.nowMs + delayMs };
        await deliveries.settle(place, { atMs, exchanges: exchanges.map(keptExchange) }, next);
        await this.#redeliver(world, place, isTaken, strikes);
        await eventFaults.tried(row);
        // It may have been removed meanwhile
        return (await deliveries.get(place)) === undefined ? undefined : deliveryOf(world, place);
      });
      if (delivery !== undefined) this.#live.activity.report({ type: "delivery", data: delivery });
      return true;
    } catch (error) {
      if (signal.aborted) return true;
      this.#live.onFault("delivering an event", error);
      return false;
    }
  }

  /** An event that is redelivered once it was acknowledged: now, or by a later attempt. */
  async #redeliver(world: World, place: number, isTaken: boolean, strikes: readonly EventStrike[]): Promise<void> {
    const due = strikes.find(({ effect, delay }) => effect === "redelivery" && delay !== undefined);
    if (due === undefined) return;
    const { delay = {}, ...strike } = due;
    if (!isTaken) await world.eventFaults.decide(place, [due]);
    else await world.later(world.clock.nowMs + msOfDuration(delay), "redelivery", { place, strike });
  }

  /** @returns What was sent and what came back, in the order in which it was sent. */
  async #send(endpoint: StoredEndpoint, event: LoggedEvent, strikes: readonly EventStrike[]): Promise<Exchange[]> {
    const faults = strikes.map(({ id, effect, conduct }) => ({ id, effect, conduct }));
    const exchanges: Exchange[] = [];
    for (const group of await dispatchesOf(event, strikes)) {
      const posted = await Promise.all(group.map((dispatch) => this.#post(endpoint, dispatch)));
      exchanges.push(
        ...posted.map((exchange, index) => {
          const { body = event.payload, isAdditional = false } = group[index] ?? {};
          const sent = body === event.payload ? {} : { sent: body };
          return { ...exchange, ...sent, faults, is_additional: isAdditional };
        }),
      );
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

/** An event was checked against the contract when it was written; the contract may have changed since. */
function contractProblemOf({ type, payload }: LoggedEvent): string | undefined {
  const validate = eventValidatorOf(type);
  if (validate === undefined) return `Not sent: the contract has no event "${type}".`;
  if (validate(JSON.parse(payload))) return undefined;
  const [problem] = validate.errors ?? [];
  return `Not sent: it breaks the contract: ${problem?.instancePath ?? ""} ${problem?.message ?? ""}.`;
}

function unsent({ url }: StoredEndpoint, error: string): Exchange {
  return { url, headers: {}, error, faults: [], is_additional: false, duration_ms: 0 };
}
