// What can be looked at in a world that no operation shows.

import type { Inspections } from "../../../../generated/control-calls.ts";
import type { World } from "../world/world.ts";
import { connections } from "./connections.ts";
import { link } from "./link.ts";
import { orders } from "./orders.ts";
import type { InspectionTable } from "./table.ts";
import { users } from "./users.ts";

const inspections: InspectionTable = { ...connections, ...link, ...orders, ...users };

/** Binds the inspections to a world. */
export function inspectionsOf(world: World): Inspections {
  const bound = Object.entries(inspections).map(([name, inspect]) => [name, (input: never) => inspect(world, input)]);
  return Object.fromEntries(bound) as Inspections;
}
