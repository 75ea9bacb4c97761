// Delivers the events of a world to its endpoints: signed, in order per user, tried again by the schedule, and parked at its end.
import { setTimeout as wait } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import type { Poster } from "../../shared/http/index.ts";
import type { Assumptions } from "../assumptions/assumptions.ts";
import { isUnavailable } from "../store/database.ts";
import type { DeliveryRow, LoggedEvent, Queue } from "../store/tables.ts";
import type { Courier } from "../world/agenda.ts";
import { addDuration, hour, machineNow, minute, second } from "../world/clock.ts";
import { type AppliedEventFault, showFaults } from "../world/faults.ts";
import type { StoredEndpoint } from "../world/records.ts";
import type { World } from "../world/world.ts";
import { type Exchange, readDelivery } from "./deliveries.ts";
import { type Dispatch, planDispatches } from "./dispatches.ts";
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

/**
 * Makes the courier of a world. Of one user only one attempt to an endpoint is under way: that keeps the order. One that was under way when the process died is made
 * again. Choice: event-order
 *
 * @param onFault Called when an attempt failed in the sandbox.
 */
export function makeCourier(
  world: World,
  poster: Poster,
  assumptions: Assumptions,
  onFault: (what: string, error: unknown) => void,
): Courier {
  const { deliveries, records, ended } = world;
  /** The attempts that are under way, by endpoint and user. */
  const underWay = new Map<string, Promise<void>>();

  function send(): boolean {
    const due = records.endpoints.all().flatMap((endpoint) =>
      // The attempts that are under way are due still, and among the earliest: there are never more at once
      deliveries
        .dueTo(endpoint.id, world.clock.nowMs, attemptsAtOnce)
        .filter((delivery) => !underWay.has(nameQueue(delivery)))
        .map((delivery) => ({ endpoint, delivery })),
    );
    if (due.length === 0) return false;
    for (const one of due.map(take)) underWay.set(nameQueue(one.delivery), make(one));
    return true;
  }

  function take({ endpoint, delivery }: Pick<Attempt, "endpoint" | "delivery">): Attempt {
    const event = world.events.get(delivery.event_id);
    if (event === undefined) throw new Error(`The event ${delivery.event_id} is not in the log.`);
    const payload = assumptions.showPayload(world, event);
    return { endpoint, delivery, event, payload, atMs: world.clock.nowMs, faults: readFaults(delivery) };
  }

  /** Never rejects. */
  async function make(attempt: Attempt): Promise<void> {
    try {
      await settle(attempt, await exchange(attempt));
    } catch (error) {
      if (ended.aborted) return;
      onFault("delivering an event", error);
      // It is due still, and made again
      await wait(restMs, undefined, { signal: ended, ref: false }).catch(() => {});
    } finally {
      underWay.delete(nameQueue(attempt.delivery));
      // The next one of the user is due
      world.agenda.wake();
    }
  }

  /** Stores what an attempt brought; when the store cannot be used, again and again: the event would else be sent once more. */
  async function settle(attempt: Attempt, exchanges: readonly Exchange[]): Promise<void> {
    for (;;) {
      try {
        const delivery = await world.whenFree(() => world.transaction(() => storeOutcome(world, attempt, exchanges)));
        if (delivery !== undefined) world.activity.report({ type: "delivery", data: delivery });
        return;
      } catch (error) {
        if (!isUnavailable(error)) throw error;
        await wait(againMs, undefined, { signal: ended });
      }
    }
  }

  /** @returns What was sent and what came back, in the order in which it was sent. */
  async function exchange({ endpoint, event, payload, faults }: Attempt): Promise<Exchange[]> {
    const shown = showFaults(faults);
    const exchanges: Exchange[] = [];
    for (const group of await planDispatches({ ...event, payload }, faults)) {
      const posted = await Promise.all(
        group.map(async (dispatch) => {
          const { body, isAdditional } = dispatch;
          const sent = body === event.payload ? {} : { sent: body };
          return { ...(await post(endpoint, dispatch)), ...sent, faults: shown, is_additional: isAdditional };
        }),
      );
      exchanges.push(...posted);
    }
    return exchanges;
  }

  async function post({ url, secret }: StoredEndpoint, { id, body, signed, ageMs, cut }: Dispatch) {
    // Receivers refuse a signature of another time than theirs: it is made with the machine's. Choice: event-signature
    const signedAt = new Date(Math.max(machineNow() - ageMs, 0));
    const headers = {
      "content-type": "application/json",
      "user-agent": "wearable-health-api-sandbox",
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(signedAt.getTime() / 1000)),
      "webhook-signature": new Webhook(secret).sign(id, signedAt, signed),
    };
    const { answer } = await poster.post(new URL(url), headers, Buffer.from(body), ended, cut);
    return { url, headers, ...answer };
  }

  const idle = async () => void (await Promise.all(underWay.values()));
  return { send, idle };
}

/** Stores what was sent and what came back, and the next state of the delivery. @returns The delivery; undefined when it was removed. */
function storeOutcome(
  world: World,
  { delivery: { place }, atMs, faults }: Attempt,
  exchanges: readonly Exchange[],
): ReturnType<typeof readDelivery> | undefined {
  const { status = 0 } = exchanges.find(({ is_additional }) => !is_additional) ?? {};
  const isTaken = status >= 200 && status < 300;
  // Read again: it may have been removed, or resent with its attempts reset
  const row = world.deliveries.get(place);
  if (row === undefined) return undefined;
  const delayMs = retryDelaysMs[row.attempts];
  const retry = delayMs === undefined ? "parked" : { retryAtMs: world.clock.nowMs + delayMs };
  world.deliveries.settle(
    row,
    { atMs, exchanges: exchanges.map((one) => JSON.stringify(one)) },
    isTaken ? "delivered" : retry,
  );
  redeliver(world, place, isTaken, faults);
  return readDelivery(world, place);
}

/** An event that is redelivered once it was acknowledged: now, or by a later attempt. */
function redeliver(world: World, place: number, isTaken: boolean, faults: readonly AppliedEventFault[]): void {
  const due = faults.find((fault) => fault.effect === "redelivery" && fault.delay !== undefined);
  if (due?.effect !== "redelivery") return;
  const { delay, ...fault } = due;
  if (!isTaken) world.deliveries.keepFaults(place, writeFaults([due]));
  else world.later(addDuration(world.clock.nowMs, delay), "redelivery", { place, fault });
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

/** Attempts of one queue are made one after the other. */
function nameQueue({ endpoint_id, user_id }: Queue): string {
  return `${endpoint_id} ${user_id}`;
}
