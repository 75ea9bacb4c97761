// Every wrong server that `verify` has to find, by topic.
import { answerFaults } from "./answers.ts";
import { departures } from "./departures.ts";
import { eventFaults } from "./events.ts";
import { inputFaults } from "./input.ts";
import { linkFaults } from "./links.ts";
import { listFaults } from "./lists.ts";
import { mixUpFaults } from "./mix-ups.ts";
import { orderFaults } from "./orders.ts";
import { userFaults } from "./users.ts";
import { valueFaults } from "./values.ts";
import type { WrongServer } from "./wrong-server.ts";

/** Every wrong server; of those for one check the first ones are found by that check alone where one is. */
export const wrongServers: readonly WrongServer[] = [
  ...answerFaults,
  ...inputFaults,
  ...userFaults,
  ...valueFaults,
  ...linkFaults,
  ...listFaults,
  ...orderFaults,
  ...eventFaults,
  ...mixUpFaults,
  ...departures,
];
