// What can be looked at in a world that no operation shows.
import { connections } from "./inspections/connections.ts";
import { events } from "./inspections/events.ts";
import { link } from "./inspections/link.ts";
import { orders } from "./inspections/orders.ts";
import type { World } from "./world.ts";

/** Each takes the world and its input, and changes nothing. It throws `HappeningRefused` for what is not there. */
const inspections = {
  ...connections,
  ...events,
  ...link,
  ...orders,
  /** A user as it is kept, deleted or not. */
  user: (world: World, input: { readonly user_id: string }) => world.records.users.get(input.user_id.toLowerCase()),
};

type Table = typeof inspections;

/** The inspections of one world, by name. */
export type Inspections = {
  readonly [Name in keyof Table]: (input: Parameters<Table[Name]>[1]) => ReturnType<Table[Name]>;
};

/** Binds the inspections to a world. */
export function inspectionsOf(world: World): Inspections {
  const bound = Object.entries(inspections).map(([name, inspect]) => [
    name,
    (input: never) => (inspect as (world: World, input: never) => unknown)(world, input),
  ]);
  return Object.fromEntries(bound) as Inspections;
}
