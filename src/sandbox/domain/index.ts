// The behaviour of the service: the operations, happenings and due work of all topics, together. A missing or misnamed one does not compile.
import { doRedelivery } from "../events/courier.ts";
import type { World } from "../world/world.ts";
import * as appointments from "./appointments.ts";
import * as connections from "./connections.ts";
import * as healthData from "./health-data.ts";
import * as labReports from "./lab-reports.ts";
import * as labs from "./labs.ts";
import * as link from "./link.ts";
import * as orders from "./orders.ts";
import * as organization from "./organization.ts";
import * as portal from "./portal.ts";
import * as refresh from "./refresh.ts";
import type { DueTable, HappeningTable, Operations } from "./topic.ts";
import * as users from "./users.ts";

export const operations = {
  ...appointments.operations,
  ...connections.operations,
  ...healthData.operations,
  ...labReports.operations,
  ...labs.operations,
  ...link.operations,
  ...orders.operations,
  ...organization.operations,
  ...portal.operations,
  ...refresh.operations,
  ...users.operations,
} satisfies Operations;

export const happenings = {
  ...appointments.happenings,
  ...connections.happenings,
  ...healthData.happenings,
  ...labReports.happenings,
  ...labs.happenings,
  ...link.happenings,
  ...orders.happenings,
  ...organization.happenings,
  ...refresh.happenings,
  ...users.happenings,
} satisfies HappeningTable;

const due: DueTable = { ...appointments.due, ...labReports.due, ...refresh.due, redelivery: doRedelivery };

type Act = (world: World, input: unknown) => unknown;

/** Calls an operation, with the input that its handler takes. */
export function callOperation(world: World, id: string, input: object): unknown {
  return (Reflect.get(operations, id) as (call: object) => unknown)({ world, ...input });
}

/** Makes something happen. One that is done in slices returns them. */
export function simulate(world: World, name: string, input: unknown): unknown {
  return (Reflect.get(happenings, name) as Act)(world, input);
}

/** Does one piece of work that is due, in the transaction that removes it. */
export function doWork(world: World, kind: string, payload: string): void {
  (Reflect.get(due, kind) as Act)(world, JSON.parse(payload));
}
