// What happens to orders outside of the API: they move on, results are published, a service center makes up its mind.

import { moveOrder, orderOf, reportOrder } from "../rules/orders.ts";
import { HappeningRefused } from "../world/happening-refused.ts";
import type { StoredOrder } from "../world/records/kinds.ts";
import type { World } from "../world/world.ts";
import type { HappeningTable } from "./table.ts";

/** The order of this id, which must be there. */
export function orderNamed(world: World, orderId: string): StoredOrder {
  const order = orderOf(world, orderId);
  if (order !== undefined) return order;
  throw new HappeningRefused("unknown", `No order has the order_id "${orderId}". Create or import the order first.`);
}

export const orders = {
  orderMoved(world, input) {
    const { order_id, status, low_level_status, status_detail = null } = input;
    moveOrder(world, orderNamed(world, order_id), {
      status,
      ...(low_level_status === undefined ? {} : { low_level_status }),
      status_detail,
    });
  },

  resultPublished(world, input) {
    const { order_id, results, is_partial = false } = input;
    const order = orderNamed(world, order_id);
    const published = { published_at: world.clock.now, is_partial, results };
    const withResults = { ...order, results: [...order.results, published] };
    if (!is_partial) {
      moveOrder(world, withResults, { status_detail: "The results were published." });
      return;
    }
    world.records.orders.put(order.id, withResults);
    // Choice: results-not-in-events
    if (world.settings.partial_results) reportOrder(world, order, "order.partial_results", { status_detail: null });
  },

  pscConfirmationPrepared(world, input) {
    const order = orderNamed(world, input.order_id);
    if (input.outcome !== "confirmed" && input.outcome !== "refused") {
      throw new HappeningRefused(
        "invalid",
        `Expected the outcome confirmed or refused, found ${JSON.stringify(input.outcome)}.`,
      );
    }
    world.records.orders.put(order.id, { ...order, prepared_confirmation: input.outcome });
  },
} satisfies Partial<HappeningTable>;
