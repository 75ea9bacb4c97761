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
export function listDeliveries(
  world: World,
  input: { readonly state?: DeliveryState; readonly after?: number; readonly limit?: number } = {},
): Delivery[] {
  const { state, after = 0, limit = Number.MAX_SAFE_INTEGER } = input;
  return world.deliveries.page(after, limit, state).map((row) => shownDelivery(world, row));
}

/** One delivery. */
export function deliveryOf(world: World, id: number): Delivery {
  return shownDelivery(world, rowOf(world, id));
}

/** The attempts of a delivery, the first one first. */
export function attemptsOf(world: World, id: number): DeliveryAttempt[] {
  rowOf(world, id);
  return world.deliveries.attempts(id).map(({ number, atMs, exchange }) => {
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
export function resendDelivery(world: World, id: number): Delivery {
  const { endpointId, state } = rowOf(world, id);
  if (world.records.endpoints.get(endpointId) === undefined) {
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
  world.deliveries.resend(id, world.clock.nowMs);
  world.onWork();
  return shownDelivery(world, rowOf(world, id));
}

function rowOf(world: World, id: number): DeliveryRow {
  const row = world.deliveries.get(id);
  if (row !== undefined) return row;
  throw new HappeningRefused("unknown", `No delivery has the id ${id}. List the deliveries for their ids.`);
}

function shownDelivery(world: World, row: DeliveryRow): Delivery {
  const { place, endpointId, eventId, userId, state, attempts, dueAtMs } = row;
  return {
    id: place,
    endpoint_id: endpointId,
    event_id: eventId,
    event_type: world.events.get(eventId)?.type ?? "",
    ...(userId === "" ? {} : { user_id: userId }),
    state,
    attempts,
    ...(dueAtMs === undefined ? {} : { due_at: isoOf(dueAtMs) }),
  };
}
