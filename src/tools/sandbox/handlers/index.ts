// One handler for each operation of the contract.

import { appointments } from "./appointments.ts";
import type { Handlers } from "./call.ts";
import { connections } from "./connections.ts";
import { labLocations } from "./lab-locations.ts";
import { labReports } from "./lab-reports.ts";
import { labTests } from "./lab-tests.ts";
import { link } from "./link.ts";
import { orders } from "./orders.ts";
import { organization } from "./organization.ts";
import { portal } from "./portal.ts";
import { providers } from "./providers.ts";
import { summaries } from "./summaries.ts";
import { users } from "./users.ts";

/** Does not compile when a handler is missing or misnamed. */
export const handlers = {
  ...appointments,
  ...connections,
  ...labLocations,
  ...labReports,
  ...labTests,
  ...link,
  ...orders,
  ...organization,
  ...portal,
  ...providers,
  ...summaries,
  ...users,
} satisfies Handlers;
