// The gallery of wrong servers, by topic.

import { bodyFaults } from "./bodies.ts";
import { connectionFaults } from "./connections.ts";
import { credentialFaults } from "./credentials.ts";
import { departures } from "./departures.ts";
import { eventFaults } from "./events.ts";
import { generatedFaults } from "./generated.ts";
import { hostileFaults } from "./hostile.ts";
import { inputFaults } from "./input.ts";
import { labFaults } from "./labs.ts";
import { linkFaults } from "./links.ts";
import { mixUpFaults } from "./mix-ups.ts";
import { orderFaults } from "./orders.ts";
import { organizationFaults } from "./organization.ts";
import { reportFaults } from "./reports.ts";
import { statusFaults } from "./statuses.ts";
import { transportFaults } from "./transport.ts";
import { userFaults } from "./users.ts";
import { valueFaults } from "./values.ts";
import type { WrongServer } from "./wrong-server.ts";

/** Every wrong server; of those for one check the first ones are found by that check alone where one is. */
export const wrongServers: readonly WrongServer[] = [
  ...transportFaults,
  ...statusFaults,
  ...bodyFaults,
  ...inputFaults,
  ...generatedFaults,
  ...hostileFaults,
  ...credentialFaults,
  ...userFaults,
  ...valueFaults,
  ...connectionFaults,
  ...linkFaults,
  ...labFaults,
  ...orderFaults,
  ...reportFaults,
  ...organizationFaults,
  ...eventFaults,
  ...mixUpFaults,
  ...departures,
];
