// The later steps of deliveries: an event that was acknowledged is sent again.
import type { DueTable } from "./table.ts";

export const deliveries = {
  async redelivery(world, { place, strike }) {
    const row = await world.deliveries.get(place);
    // It is on its way again already, or nothing more is sent there
    if (row?.state !== "delivered" || (await world.records.endpoints.get(row.endpointId)) === undefined) return;
    await world.eventFaults.decide(place, [strike]);
    await world.deliveries.resend(place, world.clock.nowMs);
  },
} satisfies Partial<DueTable>;
