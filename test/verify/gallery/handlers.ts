// One handler for each operation of the contract.
import type { Handlers } from "./call.ts";
import { appointments } from "./handlers/appointments.ts";
import { connections } from "./handlers/connections.ts";
import { labReports } from "./handlers/lab-reports.ts";
import { labTests } from "./handlers/lab-tests.ts";
import { links } from "./handlers/links.ts";
import { locations } from "./handlers/locations.ts";
import { orders } from "./handlers/orders.ts";
import { organizations } from "./handlers/organizations.ts";
import { summaries } from "./handlers/summaries.ts";
import { users } from "./handlers/users.ts";

/** Does not compile when a handler is missing. */
export const handlers: Handlers = {
  ...users,
  ...connections,
  ...links,
  ...summaries,
  ...labTests,
  ...locations,
  ...orders,
  ...appointments,
  ...labReports,
  ...organizations,
};
