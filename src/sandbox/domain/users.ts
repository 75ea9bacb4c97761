// Users: created, resolved, deleted, and the undo of a deletion.
import { describeProvider } from "../catalogue/providers.ts";
import { day, toMs } from "../world/clock.ts";
import { omitUndefined } from "../world/omit-undefined.ts";
import { connectionId, type StoredUser } from "../world/records.ts";
import { assertFound, Refused, refuseUnless } from "../world/refused.ts";
import type { World } from "../world/world.ts";
import type { Call, HappeningTable, Operations } from "./topic.ts";

/** How long a deletion can be undone. */
const gracePeriodMs = 7 * day;

/** The user of this id, unless deleted. Choice: deleted-user-unknown */
export function findUser(world: World, userId: string): StoredUser | undefined {
  const user = world.records.users.get(userId.toLowerCase());
  return user?.deleted_at === undefined ? user : undefined;
}

/** The user of the team's own id, unless deleted. */
function findUserByClientId(world: World, clientUserId: string): StoredUser | undefined {
  return world.records.users.named(clientUserId).find(({ deleted_at }) => deleted_at === undefined);
}

/** @throws {Refused} when the user is unknown or deleted. */
export function getUser(world: World, userId: string): StoredUser {
  const message = `No user has the user_id "${userId}", or the user is deleted. Create the user first.`;
  return assertFound(findUser(world, userId), message);
}

export const operations = {
  createUser({ body, world }) {
    const { fallback_time_zone } = body;
    // Choice: time-zone-checked
    refuseUnless(
      fallback_time_zone == null || isTimeZone(fallback_time_zone),
      `The IANA database has no time zone ${JSON.stringify(fallback_time_zone)}. Send one such as Europe/Berlin.`,
    );
    const existing = findUserByClientId(world, body.client_user_id);
    if (existing !== undefined) {
      const { user_id, created_on } = existing;
      throw new Refused(400, "A user has this client_user_id already.", { fields: { user_id, created_on } });
    }
    const created_on = world.clock.now;
    const fallback = { source_slug: "manual", updated_at: created_on } as const;
    const user: StoredUser = omitUndefined({
      user_id: world.newId(),
      client_user_id: body.client_user_id,
      created_on,
      fallback_time_zone: { id: fallback_time_zone ?? "UTC", ...fallback },
      fallback_birth_date:
        body.fallback_birth_date == null ? undefined : { value: body.fallback_birth_date, ...fallback },
      ingestion_start: body.ingestion_start ?? null,
      ingestion_end: body.ingestion_end ?? null,
    });
    world.records.users.put(user);
    return { user_id: user.user_id, client_user_id: user.client_user_id };
  },

  resolveUser({ path, world }) {
    const user = assertFound(findUserByClientId(world, path.client_user_id), "No user has this client_user_id.");
    const { deleted_at: _, demographics: __, ...shown } = user;
    const connections = world.records.connections.ofOwner(user.user_id);
    return {
      ...shown,
      team_id: world.identity.teamId,
      connected_sources: connections.map(({ provider, created_on }) => ({
        created_on,
        source: describeProvider(provider),
      })),
    };
  },

  undoUserDeletion(call) {
    const { query, body, world } = call;
    const ids = [query.user_id, query.client_user_id, body?.user_id, body?.client_user_id];
    refuseUnless(
      ids.filter((id) => typeof id === "string").length === 1,
      "Expected exactly one of user_id and client_user_id, in the query or in the body.",
    );
    const user = findDeletedUser(call);
    refuseUnless(user?.deleted_at !== undefined, "The id names no deleted user.", 400);
    // A new one comes later in the list; it blocks the undo even when it was deleted again
    const latest = world.records.users.named(user.client_user_id).at(-1);
    refuseUnless(latest?.user_id === user.user_id, "A new user was created with the same client_user_id.", 400);
    refuseUnless(
      world.clock.nowMs - toMs(user.deleted_at) < gracePeriodMs,
      "The user was deleted seven days ago or earlier.",
      400,
    );
    const { deleted_at: _, ...restored } = user;
    world.records.users.put(restored);
    return { success: true };
  },
} satisfies Partial<Operations>;

export const happenings = {
  demographicsSet(world, { user_id, demographics }) {
    const user = getUser(world, user_id);
    world.records.users.put(omitUndefined({ ...user, demographics: demographics ?? undefined }));
  },

  userDeleted(world, { user_id }) {
    const user = getUser(world, user_id);
    world.records.users.put({ ...user, deleted_at: world.clock.now });
    // Choice: deletion-removes-connections
    const { connections } = world.records;
    for (const connection of connections.ofOwner(user.user_id)) connections.delete(connectionId(connection));
  },
} satisfies Partial<HappeningTable>;

/** The user that an undo names; of several deleted users with one client_user_id the one deleted last. Choice: undo-of-latest */
function findDeletedUser({ query, body, world }: Call<"undoUserDeletion">): StoredUser | undefined {
  const userId = query.user_id ?? body?.user_id?.toLowerCase();
  if (typeof userId === "string") return world.records.users.get(userId);
  const clientUserId = query.client_user_id ?? body?.client_user_id ?? "";
  // Each was created after the one before was deleted
  return world.records.users.named(clientUserId).findLast(({ deleted_at }) => deleted_at !== undefined);
}

/** The zones of three letters that the IANA database has; the library that Node asks knows more by such short names. */
const shortZones = ["CET", "EET", "EST", "GMT", "HST", "MET", "MST", "PRC", "ROC", "ROK", "UCT", "UTC", "WET"];

/** Does the IANA database have a time zone of this name? Upper and lower case are one, as it says. */
function isTimeZone(name: string): boolean {
  if (/^(?:[a-z]{3}$|SystemV\/|[+-])/i.test(name)) return shortZones.includes(name.toUpperCase());
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
