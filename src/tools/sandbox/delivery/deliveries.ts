// The deliveries of a world for inspection: the state of each, its requests and responses, and sending one again.

import type { Delivery, DeliveryAttempt, Exchange } from "../public/events.ts";
import { isoOf } from "../world/clock.ts";
import { HappeningRefused } from "../world/happening-refused.ts";
import type { DeliveryRow, DeliveryState } from "../world/store.ts";
import type { World } from "../world/world.ts";

const zlib = process.getBuiltinModule("node:zlib");

/** A file of an older sandbox does not have all fields. */
type KeptExchange = Pick<Exchange, "url" | "headers" | "duration_ms"> &
  Partial<Exchange> & { readonly packed?: string };

/** The deliveries, in the order of their events. */
export async function listDeliveries(
  world: World,
  input: { readonly state?: DeliveryState; readonly after?: number; readonly limit?: number } = {},
): Promise<Delivery[]> {
  const { state, after = 0, limit = Number.MAX_SAFE_INTEGER } = input;
  const shown: Delivery[] = [];
  for (const row of await world.deliveries.page(after, limit, state)) shown.push(await shownDelivery(world, row));
  return shown;
}

/** One delivery. */
export async function deliveryOf(world: World, id: number): Promise<Delivery> {
  return shownDelivery(world, await rowOf(world, id));
}

/** The attempts of a delivery, the first one first. */
export async function attemptsOf(world: World, id: number): Promise<DeliveryAttempt[]> {
  await rowOf(world, id);
  return (await world.deliveries.attempts(id)).map(({ number, atMs, exchange }) => {
    const { packed, ...kept } = JSON.parse(exchange) as KeptExchange;
    const sent = packed === undefined ? {} : { sent: zlib.inflateRawSync(Buffer.from(packed, "base64")).toString() };
    return { number, at: isoOf(atMs), faults: [], is_additional: false, ...kept, ...sent };
  });
}

/** An exchange as it is kept, in JSON. A body that was sent is packed: a payload at its largest has 256 KB. */
export function keptExchange({ sent, ...exchange }: Exchange): string {
  const packed = sent === undefined ? {} : { packed: zlib.deflateRawSync(sent).toString("base64") };
  return JSON.stringify({ ...exchange, ...packed });
}

/**
 * Sends a parked or delivered event again, or a due one now. It goes before all later events of the user to that endpoint.
 *
 * @throws {HappeningRefused} when it waits for an earlier one, or its endpoint was removed.
 */
export async function resendDelivery(world: World, id: number): Promise<Delivery> {
  const { endpointId, state } = await rowOf(world, id);
  if ((await world.records.endpoints.get(endpointId)) === undefined) {
    throw new HappeningRefused(
      "conflict",
      "The endpoint of this delivery was removed. Register it again for new events.",
    );
  }
  if (state === "waiting") {
    throw new HappeningRefused(
      "conflict",
      "This delivery waits for an earlier event of the same user. It is sent after that one is delivered or parked.",
    );
  }
  await world.deliveries.resend(id, world.clock.nowMs);
  world.hasWork = true;
  return shownDelivery(world, await rowOf(world, id));
}

async function rowOf(world: World, id: number): Promise<DeliveryRow> {
  const row = await world.deliveries.get(id);
  if (row !== undefined) return row;
  throw new HappeningRefused("unknown", `No delivery has the id ${id}. List the deliveries for their ids.`);
}

async function shownDelivery(world: World, row: DeliveryRow): Promise<Delivery> {
  const { place, endpointId, eventId, userId, state, attempts, dueAtMs } = row;
  return {
    id: place,
    endpoint_id: endpointId,
    event_id: eventId,
    event_type: (await world.events.get(eventId))?.type ?? "",
    ...(userId === "" ? {} : { user_id: userId }),
    state,
    attempts,
    ...(dueAtMs === undefined ? {} : { due_at: isoOf(dueAtMs) }),
  };
}
