// Does the work that is due at a time of a world's clock.
import { refreshCompletes } from "../rules/refresh.ts";
import type { World } from "../world/world.ts";
import { deliveries } from "./deliveries.ts";
import { labReports } from "./lab-reports.ts";
import { orders } from "./orders.ts";
import type { DueTable } from "./table.ts";

const handlers: DueTable = { ...deliveries, ...labReports, ...orders, refreshCompletes };

/** Does one piece of work, in the transaction that removes it. */
export async function doWork(world: World, kind: string, payload: string): Promise<void> {
  const handler = (handlers as Readonly<Record<string, (world: World, payload: unknown) => Promise<void>>>)[kind];
  if (handler === undefined) throw new Error(`Unknown work "${kind}".`);
  await handler(world, JSON.parse(payload));
}
