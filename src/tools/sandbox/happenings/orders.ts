// What happens to orders outside of the API: they move on, results are published, a service center makes up its mind.

import { moveOrder, orderOf, reportOrder } from "../rules/orders.ts";
import { HappeningRefused } from "../world/happening-refused.ts";
import type { StoredOrder } from "../world/records/kinds.ts";
import type { World } from "../world/world.ts";
import type { HappeningTable } from "./table.ts";

/** The order of this id, which must be there. */
export async function orderNamed(world: World, orderId: string): Promise<StoredOrder> {
  const order = await orderOf(world, orderId);
  if (order !== undefined) return order;
  throw new HappeningRefused("unknown", `No order has the order_id "${orderId}". Create or import the order first.`);
}

export const orders = {
  async orderMoved(world, input) {
    const { order_id, status, low_level_status, status_detail = null } = input;
    await moveOrder(world, await orderNamed(world, order_id), {
      status,
      ...(low_level_status === undefined ? {} : { low_level_status }),
      status_detail,
    });
  },

  async resultPublished(world, input) {
    const { order_id, results, is_partial = false } = input;
    const order = await orderNamed(world, order_id);
    const published = { published_at: world.clock.now, is_partial, results };
    const withResults = { ...order, results: [...order.results, published] };
    if (!is_partial) {
      await moveOrder(world, withResults, { status_detail: "The results were published." });
      return;
    }
    await world.records.orders.put(order.id, withResults);
    // Choice: results-not-in-events
    if (world.settings.partial_results)
      await reportOrder(world, order, "order.partial_results", { status_detail: null });
  },

  async pscConfirmationPrepared(world, input) {
    const order = await orderNamed(world, input.order_id);
    if (input.outcome !== "confirmed" && input.outcome !== "refused") {
      throw new HappeningRefused(
        "invalid",
        `Expected the outcome confirmed or refused, found ${JSON.stringify(input.outcome)}.`,
      );
    }
    await world.records.orders.put(order.id, { ...order, prepared_confirmation: input.outcome });
  },
} satisfies Partial<HappeningTable>;
