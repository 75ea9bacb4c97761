// All that can be made to happen in a world.
import { labReports } from "./happenings/lab-reports.ts";
import { organization } from "./happenings/organization.ts";
import { connections } from "./happenings/connections.ts";
import { data } from "./happenings/data.ts";
import { labAccounts } from "./happenings/lab-accounts.ts";
import { link } from "./happenings/link.ts";
import { orders } from "./happenings/orders.ts";
import { settings } from "./happenings/settings.ts";
import { users } from "./happenings/users.ts";
import type { World } from "./world.ts";

/** Each takes the world and its input, and runs in one transaction. It throws `HappeningRefused` when it cannot happen. */
const happenings = { ...connections, ...data, ...labAccounts, ...link, ...orders, ...settings, ...labReports, ...organization, ...users };

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
