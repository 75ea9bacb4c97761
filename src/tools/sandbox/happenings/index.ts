// All that can be made to happen in a world.

import type { Happenings } from "../public/control-calls.ts";
import type { LiveWorld } from "../world/live-world.ts";
import { connections } from "./connections.ts";
import { data } from "./data.ts";
import { labAccounts } from "./lab-accounts.ts";
import { labReports } from "./lab-reports.ts";
import { link } from "./link.ts";
import { orders } from "./orders.ts";
import { organization } from "./organization.ts";
import { settings } from "./settings.ts";
import type { HappeningTable } from "./table.ts";
import { users } from "./users.ts";

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
export function happeningsOf(live: LiveWorld): Happenings {
  const bound = Object.entries(happenings).map(([name, happen]) => [
    name,
    (input: never) => live.write<unknown>((world) => happen(world, input)),
  ]);
  return Object.fromEntries(bound) as Happenings;
}
