// Shared rules of orders: find one, add a step, and send its event.
import type { Order, OrderEvent } from "../../../../generated/schemas.ts";
import type { StoredOrder } from "../world/records/kinds.ts";
import type { World } from "../world/world.ts";
import { newerOr } from "./newer-values.ts";

/** The order of this id. */
export function orderOf(world: World, orderId: string): Promise<StoredOrder | undefined> {
  return world.records.orders.get(orderId.toLowerCase());
}

/** Adds a step to an order and emits it as `order.updated`. */
export async function moveOrder(world: World, order: StoredOrder, event: OrderEvent): Promise<void> {
  await world.records.orders.put(order.id, { ...order, events: [...order.events, event] });
  await reportOrder(world, order, "order.updated", event);
}

/** Emits an event of an order: `order.created` for the first step, `order.updated` for every other. */
export async function reportOrder(
  world: World,
  { id, user_id }: StoredOrder,
  type: "order.created" | "order.updated" | "order.partial_results",
  event: OrderEvent,
): Promise<void> {
  // The order is still about a user who was deleted meanwhile
  const user = user_id === undefined ? undefined : await world.records.users.get(user_id);
  await world.emit(type, user, { ...shownEvent(world, event), order_id: id });
}

/** An order as its answers show it: what else was sent is kept, and not shown. */
export function shownOrder(world: World, order: StoredOrder): Order {
  const { id, patient_address, clinical_comments } = order;
  const events = order.events.map((event) => shownEvent(world, event));
  const last_event = events.at(-1);
  if (last_event === undefined) throw new Error(`The order ${id} has no event.`);
  return {
    id,
    ...(patient_address === undefined ? {} : { patient_address }),
    ...(clinical_comments === undefined ? {} : { clinical_comments }),
    last_event,
    events,
  };
}

function shownEvent(world: World, event: OrderEvent): OrderEvent {
  const { status, low_level_status } = event;
  return {
    ...event,
    ...(status === undefined ? {} : { status: newerOr(world, status, "newer_order_status") }),
    ...(low_level_status === undefined
      ? {}
      : { low_level_status: newerOr(world, low_level_status, "newer_low_level_status") }),
  };
}
