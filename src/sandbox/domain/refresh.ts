// The refresh of a user's data: what each source answers within the timeout, and what arrives later.
import type { RefreshResult } from "../../../generated/schemas.ts";
import { findProvider } from "../catalogue/providers.ts";
import { lastMs, second, toIso, toMs } from "../world/clock.ts";
import { omitUndefined } from "../world/omit-undefined.ts";
import type { StoredConnection, StoredUser } from "../world/records.ts";
import { refuseUnless } from "../world/refused.ts";
import type { World } from "../world/world.ts";
import { findConnection, getConnection } from "./connections.ts";
import { findToday, storeData, summaryResources } from "./health-data.ts";
import type { DueTable, HappeningTable, Operations } from "./topic.ts";
import { findUser, getUser } from "./users.ts";

export const operations = {
  /** Asks all cloud providers of a user. Nothing waits: what a source takes is counted on the world's clock. Choice: refresh-answers-at-once */
  refreshUserData({ path, query: { timeout = 10 }, world }) {
    const user = getUser(world, path.user_id);
    const sources = {
      refreshed_sources: [],
      in_progress_sources: [],
      failed_sources: [],
    } as Pick<RefreshResult, `${string}_sources` & keyof RefreshResult>;
    const { nowMs } = world.clock;
    for (const connection of world.records.connections.ofOwner(user.user_id)) {
      // Choice: refresh-of-cloud-providers
      if (findProvider(connection.provider)?.isCloud !== true) continue;
      const in_progress: StoredConnection["in_progress"][number][] = [];
      for (const [resource, { status }] of Object.entries(connection.resource_availability)) {
        const name = sourceName(connection.provider, resource);
        // Choice: refresh-failed-sources
        const isAvailable = connection.status === "connected" && status === "available";
        const before = connection.in_progress.find((one) => one.resource === resource);
        const readyAtMs = isAvailable ? planReadyMs(connection, before?.due_at, resource, nowMs) : undefined;
        if (readyAtMs === undefined) sources.failed_sources.push(name);
        else if (readyAtMs <= nowMs + timeout * second) {
          sources.refreshed_sources.push(name);
          bringData(world, user, connection, resource);
        } else {
          sources.in_progress_sources.push(name);
          in_progress.push({ resource, due_at: toIso(readyAtMs) });
          const { user_id, provider } = connection;
          const work = { user_id, provider, resource, dueAtMs: readyAtMs };
          if (before === undefined) world.later(readyAtMs, "refreshCompletes", work);
        }
      }
      world.records.connections.put({ ...connection, in_progress });
    }
    // Choice: refresh-succeeds
    return { success: true, user_id: user.user_id, ...sources };
  },
} satisfies Partial<Operations>;

export const happenings = {
  refreshPrepared(world, input) {
    const { connection } = getConnection(world, input);
    const { resource, outcome, takes_seconds = 0 } = input;
    const known = Object.keys(connection.resource_availability);
    refuseUnless(
      resource === undefined || known.includes(resource),
      `Expected a resource of ${known.join(", ")}, found "${resource}".`,
      "unknown",
    );
    refuseUnless(
      (outcome === undefined) !== (input.takes_seconds === undefined),
      "Expected either outcome or takes_seconds, found both or neither.",
    );
    const others = connection.prepared.filter((one) => one.resource !== resource);
    const prepared = omitUndefined({ resource, becomes: outcome ?? { takes_seconds } });
    world.records.connections.put({ ...connection, prepared: [...others, prepared] });
  },
} satisfies Partial<HappeningTable>;

export const due = {
  /** A slow source has its data: it arrives, unless the connection went or broke in the meantime. */
  refreshCompletes(world, { user_id, provider, resource, dueAtMs }) {
    const user = findUser(world, user_id);
    const connection = findConnection(world, { user_id, provider });
    const waiting = connection?.in_progress.find((one) => one.resource === resource && toMs(one.due_at) === dueAtMs);
    if (user === undefined || connection === undefined || waiting === undefined) return;
    const in_progress = connection.in_progress.filter((one) => one.resource !== resource);
    world.records.connections.put({ ...connection, in_progress });
    if (connection.status === "connected") bringData(world, user, connection, resource);
  },
} satisfies Partial<DueTable>;

/** Choice: refresh-brings-data */
function bringData(world: World, user: StoredUser, connection: StoredConnection, resource: string) {
  storeData(world, user, connection, { resource, day: findToday(world, user), data: {} });
}

/** When a source has its data; undefined when it fails. What was prepared for the resource goes before what was for all. */
function planReadyMs(
  { prepared }: StoredConnection,
  dueAt: string | undefined,
  resource: string,
  nowMs: number,
): number | undefined {
  if (dueAt !== undefined) return toMs(dueAt);
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
