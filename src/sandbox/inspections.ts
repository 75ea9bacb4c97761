// What can be looked at in a world that no operation shows.
import type { InspectionTable } from "./inspection.ts";
import { connections } from "./inspections/connections.ts";
import { link } from "./inspections/link.ts";
import { orders } from "./inspections/orders.ts";
import { users } from "./inspections/users.ts";
import type { Inspections } from "./sandbox-inspections.ts";
import type { World } from "./world.ts";

const inspections: InspectionTable = { ...connections, ...link, ...orders, ...users };

/** Binds the inspections to a world. */
export function inspectionsOf(world: World): Inspections {
  const bound = Object.entries(inspections).map(([name, inspect]) => [name, (input: never) => inspect(world, input)]);
  return Object.fromEntries(bound) as Inspections;
}
