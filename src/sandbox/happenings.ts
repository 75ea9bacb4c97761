// All that can be made to happen in a world.
import type { HappeningTable } from "./happening.ts";
import { connections } from "./happenings/connections.ts";
import { data } from "./happenings/data.ts";
import { labAccounts } from "./happenings/lab-accounts.ts";
import { labReports } from "./happenings/lab-reports.ts";
import { link } from "./happenings/link.ts";
import { orders } from "./happenings/orders.ts";
import { organization } from "./happenings/organization.ts";
import { settings } from "./happenings/settings.ts";
import { users } from "./happenings/users.ts";
import type { Happenings } from "./sandbox-happenings.ts";
import type { World } from "./world.ts";

const happenings: HappeningTable = {
  ...connections,
  ...data,
  ...labAccounts,
  ...labReports,
  ...link,
  ...orders,
  ...organization,
  ...settings,
  ...users,
};

/** Binds the happenings to a world: each runs in one transaction. */
export function happeningsOf(world: World): Happenings {
  const bound = Object.entries(happenings).map(([name, happen]) => [
    name,
    (input: never) => world.transact(() => happen(world, input)),
  ]);
  return Object.fromEntries(bound) as Happenings;
}
