// All checks of behaviour that `verify` makes of operations, in their order.
import type { Plan } from "../plan.ts";
import type { Check } from "./check.ts";
import { listChecks } from "./lists.ts";
import { mixUpChecks } from "./mix-ups.ts";
import { keepingChecks } from "./orders.ts";
import { userChecks } from "./users.ts";

/** The checks of behaviour. Those that use something up come last. */
export const behaviours: readonly Check[] = [...listChecks, ...userChecks, ...mixUpChecks, ...keepingChecks];

/** The checks that apply to an operation: by its id, or by its schemas. */
export function listBehaviours(plan: Plan): Check[] {
  return behaviours.filter(({ on }) => (typeof on === "function" ? on(plan) : [on].flat().includes(plan.id)));
}
