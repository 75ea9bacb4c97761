// Work that is due at a time of a world's clock: its kinds, and what is done for each.

import type { World } from "../world/world.ts";
import { type LabReportKinds, labReports } from "./lab-reports.ts";
import { type OrderKinds, orders } from "./orders.ts";
import { type RefreshKinds, refresh } from "./refresh.ts";

/** The kinds of work, each with what it has to know. */
export interface DueKinds extends LabReportKinds, OrderKinds, RefreshKinds {}

type DueHandlers = { readonly [Kind in keyof DueKinds]: (world: World, payload: DueKinds[Kind]) => void };

/** What is done; a kind without it does not compile. */
const handlers: DueHandlers = { ...refresh, ...labReports, ...orders };

/** Does one piece of work, in the transaction that removes it. */
export function doWork(world: World, kind: string, payload: string): void {
  const handler = (handlers as Readonly<Record<string, (world: World, payload: unknown) => void>>)[kind];
  if (handler === undefined) throw new Error(`There is no work of the kind "${kind}".`);
  handler(world, JSON.parse(payload));
}
