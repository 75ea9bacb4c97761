// All checks of stated behaviour, in the order in which they are made: what uses something up comes last.

import { connectionBehaviours } from "./connections.ts";
import { labBehaviours } from "./labs.ts";
import { linkBehaviours } from "./links.ts";
import { orderBehaviours } from "./orders.ts";
import { organizationBehaviours } from "./organization.ts";
import { reportBehaviours } from "./reports.ts";
import type { Behaviour } from "./scene.ts";
import { userBehaviours } from "./users.ts";

export const behaviours: readonly Behaviour[] = [
  ...userBehaviours,
  ...linkBehaviours,
  ...labBehaviours,
  ...orderBehaviours,
  ...reportBehaviours,
  ...organizationBehaviours,
  ...connectionBehaviours,
];
