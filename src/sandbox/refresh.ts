// The refresh of a user's data: what each source answers within the timeout, and what comes of it later.
import type { RefreshResult } from "../../generated/schemas.ts";
import { providerOf } from "./catalogue/providers.ts";
import { second } from "./clock.ts";
import { connectionOf, keepConnection } from "./connections.ts";
import { dataArrives, summaryResources, todayOf } from "./health-data.ts";
import type { PreparedRefresh, RefreshInProgress, StoredConnection } from "./records/connections.ts";
import type { StoredUser } from "./records/users.ts";
import { presentUser } from "./users.ts";
import type { World } from "./world.ts";

/** Work that is due when a slow source has its data. */
export interface RefreshDue {
  readonly user_id: string;
  readonly provider: string;
  readonly resource: string;
  /** Milliseconds since 1970. */
  readonly dueAtMs: number;
}

type Sources = Pick<RefreshResult, "refreshed_sources" | "in_progress_sources" | "failed_sources">;

/**
 * Asks all cloud providers of a user. Nothing waits: what a source takes is counted on the world's clock.
 *
 * @param timeout The unit is not shown: the sandbox reads seconds.
 */
export function refresh(world: World, user: StoredUser, timeout: number): Sources {
  const sources: Sources = { refreshed_sources: [], in_progress_sources: [], failed_sources: [] };
  for (const connection of world.records.connections.ofOwner(user.user_id)) {
    // What is on a phone cannot be pulled: the examples name no such source either
    if (providerOf(connection.provider)?.isCloud !== true) continue;
    let waiting = connection.in_progress;
    for (const [resource, { status }] of Object.entries(connection.resource_availability)) {
      const name = sourceName(connection.provider, resource);
      const before = waiting.find((one) => one.resource === resource);
      waiting = waiting.filter((one) => one !== before);
      const becomes = connection.status === "connected" && status === "available" && becomesOf(connection, resource);
      const readyAtMs = before?.dueAtMs ?? world.clock.nowMs + secondsOf(becomes) * second;
      if (becomes === false || (becomes === "failed" && before === undefined)) {
        sources.failed_sources.push(name);
      } else if (readyAtMs > world.clock.nowMs + timeout * second) {
        sources.in_progress_sources.push(name);
        waiting = [...waiting, { resource, dueAtMs: readyAtMs }];
        if (before === undefined) leaveWork(world, connection, { resource, dueAtMs: readyAtMs });
      } else {
        sources.refreshed_sources.push(name);
        bringData(world, user, connection, resource);
      }
    }
    keepConnection(world, { ...connection, in_progress: waiting });
  }
  return sources;
}

/** A slow source has its data: it arrives, unless the connection went or broke in the meantime. */
export function refreshCompletes(world: World, { user_id, provider, resource, dueAtMs }: RefreshDue): void {
  const user = presentUser(world, user_id);
  const connection = connectionOf(world, user_id, provider);
  const waiting = connection?.in_progress.find((one) => one.resource === resource && one.dueAtMs === dueAtMs);
  if (user === undefined || connection === undefined || waiting === undefined) return;
  keepConnection(world, {
    ...connection,
    in_progress: connection.in_progress.filter((one) => one.resource !== resource),
  });
  if (connection.status === "connected") bringData(world, user, connection, resource);
}

function leaveWork(world: World, { user_id, provider }: StoredConnection, { resource, dueAtMs }: RefreshInProgress) {
  world.later(dueAtMs, "refreshCompletes", { user_id, provider, resource, dueAtMs });
}

function bringData(world: World, user: StoredUser, connection: StoredConnection, resource: string): void {
  dataArrives(world, user, connection, { resource, day: todayOf(world, user), data: {} });
}

/** What was prepared for the resource goes before what was prepared for all. */
function becomesOf({ prepared }: StoredConnection, resource: string): PreparedRefresh["becomes"] {
  const own = prepared.find((one) => one.resource === resource);
  const general = prepared.find((one) => one.resource === undefined);
  return (own ?? general)?.becomes ?? "refreshed";
}

function secondsOf(becomes: PreparedRefresh["becomes"] | false): number {
  return typeof becomes === "object" ? becomes.takesSeconds : 0;
}

/** As the contract's examples have it: `demo_ring/sleep`, `demo_ring/timeseries/heartrate`. */
function sourceName(provider: string, resource: string): string {
  const isWhole = [...summaryResources, "sleep_cycle"].includes(resource);
  return isWhole ? `${provider}/${resource}` : `${provider}/timeseries/${resource}`;
}
