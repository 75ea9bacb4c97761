// All checks of stated behaviour, in the order in which they are made: what uses something up comes last.

import type { ContractOperation } from "../../contract/index.ts";
import type { Session } from "../session.ts";
import { connectionBehaviours } from "./connections.ts";
import { defaultBehaviours } from "./defaults.ts";
import { labBehaviours } from "./labs.ts";
import { linkBehaviours } from "./links.ts";
import { orderBehaviours } from "./orders.ts";
import { organizationBehaviours } from "./organization.ts";
import { otherUserBehaviours } from "./other-users.ts";
import { reportBehaviours } from "./reports.ts";
import type { Behaviour } from "./scene.ts";
import { userBehaviours } from "./users.ts";
import { valueBehaviours } from "./values.ts";

const behaviours: readonly Behaviour[] = [
  ...userBehaviours,
  ...otherUserBehaviours,
  ...linkBehaviours,
  ...labBehaviours,
  ...orderBehaviours,
  ...reportBehaviours,
  ...organizationBehaviours,
  ...connectionBehaviours,
];

/** The checks of an operation: those that its schemas ask for, and those of its own. */
export function behavioursOf(session: Session, operation: ContractOperation): Behaviour[] {
  return [
    ...valueBehaviours(session, operation),
    ...defaultBehaviours(session, operation),
    ...behaviours.filter((one) => one.operation === operation.id),
  ];
}
