// The checks of behaviour, in the order in which they are made.
import type { Plan } from "../plan.ts";
import type { Check } from "./check.ts";
import { listChecks } from "./lists.ts";
import { mixUpChecks } from "./mix-ups.ts";
import { keepingChecks } from "./orders.ts";
import { userChecks } from "./users.ts";

/** The checks of behaviour; what uses something up comes last. */
export const behaviours: readonly Check[] = [...listChecks, ...userChecks, ...mixUpChecks, ...keepingChecks];

/** The checks of an operation: those that its schemas ask for, and those of its own. */
export function listBehaviours(plan: Plan): Check[] {
  return behaviours.filter(({ on }) => (typeof on === "function" ? on(plan) : [on].flat().includes(plan.id)));
}
