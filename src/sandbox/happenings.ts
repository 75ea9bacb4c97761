// All that can be made to happen in a world.
import { users } from "./happenings/users.ts";
import type { World } from "./world.ts";

/** Each takes the world and its input, and runs in one transaction. It throws `HappeningRefused` when it cannot happen. */
const happenings = { ...users };

type Table = typeof happenings;

/** The happenings of one world, by name. */
export type Happenings = {
  readonly [Name in keyof Table]: (input: Parameters<Table[Name]>[1]) => ReturnType<Table[Name]>;
};

/** Binds the happenings to a world. */
export function happeningsOf(world: World): Happenings {
  const bound = Object.entries(happenings).map(([name, happen]) => [
    name,
    (input: never) => world.transact(() => (happen as (world: World, input: never) => unknown)(world, input)),
  ]);
  return Object.fromEntries(bound) as Happenings;
}
