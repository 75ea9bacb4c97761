// The refresh of a user's data: what each source answers within the timeout, and what arrives later.
import type { RefreshResult } from "../../../../generated/schemas.ts";
import { providerOf } from "../catalogue/providers.ts";
import { isoOf, lastMs, msOf, second } from "../world/clock.ts";
import type { DueKinds } from "../world/due-kinds.ts";
import type { StoredConnection, StoredUser } from "../world/records/kinds.ts";
import type { World } from "../world/world.ts";
import { connectionOf, keepConnection } from "./connections.ts";
import { dataArrives, summaryResources, todayOf } from "./health-data.ts";
import { presentUser } from "./users.ts";

type InProgress = StoredConnection["in_progress"][number];

type Sources = Pick<RefreshResult, "refreshed_sources" | "in_progress_sources" | "failed_sources">;

/**
 * Asks all cloud providers of a user. Nothing waits: what a source takes is counted on the world's clock.
 *
 * @param timeout In seconds. Choice: refresh-answers-at-once
 */
export async function refresh(world: World, user: StoredUser, timeout: number): Promise<Sources> {
  const sources: Sources = { refreshed_sources: [], in_progress_sources: [], failed_sources: [] };
  const { nowMs } = world.clock;
  for (const connection of await world.records.connections.ofOwner(user.user_id)) {
    // Choice: refresh-of-cloud-providers
    if (providerOf(connection.provider)?.isCloud !== true) continue;
    const in_progress: InProgress[] = [];
    for (const [resource, { status }] of Object.entries(connection.resource_availability)) {
      const name = sourceName(connection.provider, resource);
      // Choice: refresh-failed-sources
      const isThere = connection.status === "connected" && status === "available";
      const before = connection.in_progress.find((one) => one.resource === resource);
      const readyAtMs = isThere ? readyAtMsOf(connection, before, resource, nowMs) : undefined;
      if (readyAtMs === undefined) sources.failed_sources.push(name);
      else if (readyAtMs <= nowMs + timeout * second) {
        sources.refreshed_sources.push(name);
        await bringData(world, user, connection, resource);
      } else {
        sources.in_progress_sources.push(name);
        in_progress.push({ resource, due_at: isoOf(readyAtMs) });
        if (before === undefined) await leaveWork(world, connection, resource, readyAtMs);
      }
    }
    await keepConnection(world, { ...connection, in_progress });
  }
  return sources;
}

/** A slow source has its data: it arrives, unless the connection went or broke in the meantime. */
export async function refreshCompletes(
  world: World,
  { user_id, provider, resource, dueAtMs }: DueKinds["refreshCompletes"],
): Promise<void> {
  const user = await presentUser(world, user_id);
  const connection = await connectionOf(world, user_id, provider);
  const waiting = connection?.in_progress.find((one) => one.resource === resource && msOf(one.due_at) === dueAtMs);
  if (user === undefined || connection === undefined || waiting === undefined) return;
  await keepConnection(world, {
    ...connection,
    in_progress: connection.in_progress.filter((one) => one.resource !== resource),
  });
  if (connection.status === "connected") await bringData(world, user, connection, resource);
}

async function leaveWork(
  world: World,
  { user_id, provider }: StoredConnection,
  resource: string,
  dueAtMs: number,
): Promise<void> {
  await world.later(dueAtMs, "refreshCompletes", { user_id, provider, resource, dueAtMs });
}

/** Choice: refresh-brings-data */
async function bringData(
  world: World,
  user: StoredUser,
  connection: StoredConnection,
  resource: string,
): Promise<void> {
  await dataArrives(world, user, connection, { resource, day: todayOf(world, user), data: {} });
}

/** When a source has its data; undefined when it fails. What was prepared for the resource goes before what was for all. */
function readyAtMsOf(
  { prepared }: StoredConnection,
  before: InProgress | undefined,
  resource: string,
  nowMs: number,
): number | undefined {
  if (before !== undefined) return msOf(before.due_at);
  const own = prepared.find((one) => one.resource === resource);
  const general = prepared.find((one) => one.resource === undefined);
  const becomes = (own ?? general)?.becomes ?? "refreshed";
  if (becomes === "failed") return undefined;
  return becomes === "refreshed" ? nowMs : Math.min(nowMs + Math.round(becomes.takes_seconds * second), lastMs);
}

/** As the contract's examples have it: `demo_ring/sleep`, `demo_ring/timeseries/heartrate`. Choice: refresh-source-names */
function sourceName(provider: string, resource: string): string {
  const isWhole = [...summaryResources, "sleep_cycle"].includes(resource);
  return isWhole ? `${provider}/${resource}` : `${provider}/timeseries/${resource}`;
}
