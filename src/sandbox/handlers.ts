// One handler for each operation of the contract.
import type { Handlers } from "./call.ts";
import { appointments } from "./handlers/appointments.ts";
import { connections } from "./handlers/connections.ts";
import { labLocations } from "./handlers/lab-locations.ts";
import { labReports } from "./handlers/lab-reports.ts";
import { labTests } from "./handlers/lab-tests.ts";
import { link } from "./handlers/link.ts";
import { orders } from "./handlers/orders.ts";
import { organization } from "./handlers/organization.ts";
import { portal } from "./handlers/portal.ts";
import { providers } from "./handlers/providers.ts";
import { summaries } from "./handlers/summaries.ts";
import { users } from "./handlers/users.ts";

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
