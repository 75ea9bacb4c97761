// What can be looked at in a world that no operation shows.

import type { Inspections } from "../public/control-calls.ts";
import type { LiveWorld } from "../world/live-world.ts";
import { connections } from "./connections.ts";
import { link } from "./link.ts";
import { orders } from "./orders.ts";
import type { InspectionTable } from "./table.ts";
import { users } from "./users.ts";

const inspections: InspectionTable = { ...connections, ...link, ...orders, ...users };

/** Binds the inspections to a world: each runs in one transaction. */
export function inspectionsOf(live: LiveWorld): Inspections {
  const bound = Object.entries(inspections).map(([name, inspect]) => [
    name,
    (input: never) => live.read<unknown>((world) => inspect(world, input)),
  ]);
  return Object.fromEntries(bound) as Inspections;
}
