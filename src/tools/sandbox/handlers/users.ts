// The operations of users: create, resolve, undo of a deletion.
import { randomUUID } from "node:crypto";
import type { User } from "../../../../generated/schemas.ts";
import { newerOr } from "../rules/newer-values.ts";
import { isTimeZone } from "../rules/time-zones.ts";
import { connectedSourcesOf, presentUserNamed } from "../rules/users.ts";
import { day, msOf } from "../world/clock.ts";
import type { StoredUser } from "../world/records/kinds.ts";
import { type Call, type Handlers, refusal } from "./call.ts";

/** How long a deletion can be undone. */
const gracePeriodMs = 7 * day;

export const users = {
  async createUser({ body, world }) {
    const { fallback_time_zone } = body;
    // Choice: time-zone-checked
    if (typeof fallback_time_zone === "string" && !isTimeZone(fallback_time_zone)) {
      return refusal(
        422,
        `The IANA database has no time zone ${JSON.stringify(fallback_time_zone)}. Send one such as Europe/Berlin.`,
      );
    }
    const existing = await presentUserNamed(world, body.client_user_id);
    if (existing !== undefined) {
      const { user_id, created_on } = existing;
      return {
        status: 400,
        body: { ...refusal(400, "A user has this client_user_id already.").body, user_id, created_on },
      };
    }
    const created_on = world.clock.now;
    const fallback = { source_slug: "manual", updated_at: created_on } as const;
    const user: StoredUser = {
      user_id: randomUUID(),
      client_user_id: body.client_user_id,
      created_on,
      fallback_time_zone: { id: fallback_time_zone ?? "UTC", ...fallback },
      ...(body.fallback_birth_date == null
        ? {}
        : { fallback_birth_date: { value: body.fallback_birth_date, ...fallback } }),
      ingestion_start: body.ingestion_start ?? null,
      ingestion_end: body.ingestion_end ?? null,
    };
    await world.records.users.put(user.user_id, user);
    return { status: 200, body: { user_id: user.user_id, client_user_id: user.client_user_id } };
  },

  async resolveUser({ path, world }) {
    const user = await presentUserNamed(world, path.client_user_id);
    if (user === undefined) return refusal(404, "No user has this client_user_id.");
    const { user_id, client_user_id, created_on, fallback_time_zone, fallback_birth_date } = user;
    const ofNewer = <Fallback extends { readonly source_slug: string }>(fallback: Fallback) => ({
      ...fallback,
      source_slug: newerOr(world, fallback.source_slug, "newer_source"),
    });
    // Field by field: a copy of all but some of them costs each call half a microsecond
    const body: User = {
      user_id,
      client_user_id,
      created_on,
      fallback_time_zone: ofNewer(fallback_time_zone),
      ...(fallback_birth_date === undefined ? {} : { fallback_birth_date: ofNewer(fallback_birth_date) }),
      ingestion_start: user.ingestion_start,
      ingestion_end: user.ingestion_end,
      team_id: world.identity.teamId,
      connected_sources: await connectedSourcesOf(world, user_id),
    };
    return { status: 200, body };
  },

  async undoUserDeletion(call) {
    const { query, body, world } = call;
    const ids = [query.user_id, query.client_user_id, body?.user_id, body?.client_user_id];
    if (ids.filter((id) => typeof id === "string").length !== 1) {
      return refusal(422, "Expected exactly one of user_id and client_user_id, in the query or in the body.");
    }
    const user = await deletedUser(call);
    if (user?.deleted_at === undefined) return refusal(400, "The id names no deleted user.");
    // A new one comes later in the list; it blocks the undo even when it was deleted again
    const isLatest = (await world.records.users.named(user.client_user_id)).at(-1)?.user_id === user.user_id;
    if (!isLatest || (await presentUserNamed(world, user.client_user_id)) !== undefined) {
      return refusal(400, "A new user was created with the same client_user_id.");
    }
    if (world.clock.nowMs - msOf(user.deleted_at) >= gracePeriodMs) {
      return refusal(400, "The user was deleted seven days ago or earlier.");
    }
    const { deleted_at: _, ...restored } = user;
    await world.records.users.put(user.user_id, restored);
    return { status: 200, body: { success: true } };
  },
} satisfies Partial<Handlers>;

/** The user that an undo names; of several deleted users with one client_user_id the one deleted last. Choice: undo-of-latest */
async function deletedUser({ query, body, world }: Call<"undoUserDeletion">): Promise<StoredUser | undefined> {
  const userId = query.user_id ?? body?.user_id?.toLowerCase();
  if (typeof userId === "string") {
    const user = await world.records.users.get(userId);
    return user?.deleted_at === undefined ? undefined : user;
  }
  const clientUserId = query.client_user_id ?? body?.client_user_id ?? "";
  // Each was created after the one before was deleted
  return (await world.records.users.named(clientUserId)).findLast(({ deleted_at }) => deleted_at !== undefined);
}
