// The operations of users: create, resolve, undo of a deletion.
import type { User } from "../../../../generated/schemas.ts";
import { type CallOf, type Handlers, refusal } from "../call.ts";
import { isSameId, nextId, type StoredUser, userOfClientId } from "../memory.ts";

const gracePeriod = 7 * 24 * 60 * 60 * 1000;

export const users = {
  createUser({ body, memory, now }) {
    const existing = userOfClientId(memory, body.client_user_id)?.profile;
    if (existing !== undefined) {
      const detail = "The client_user_id belongs to a user already.";
      return { status: 400, body: { detail, user_id: existing.user_id, created_on: existing.created_on } };
    }
    const created_on = now.toISOString();
    const fallback = { source_slug: "manual", updated_at: created_on };
    const profile = {
      user_id: nextId(memory),
      team_id: "8a4d2b6c-1e3f-4a7b-8c9d-5e6f7a8b9c0d",
      client_user_id: body.client_user_id,
      created_on,
      fallback_time_zone: { id: body.fallback_time_zone ?? "UTC", ...fallback },
      ...(body.fallback_birth_date == null
        ? {}
        : { fallback_birth_date: { value: body.fallback_birth_date, ...fallback } }),
      ingestion_start: body.ingestion_start ?? null,
      ingestion_end: body.ingestion_end ?? null,
    };
    memory.users.push({ profile, hasDemographics: false, connections: [], summaries: {}, deletedOn: undefined });
    return { status: 200, body: { user_id: profile.user_id, client_user_id: profile.client_user_id } };
  },

  resolveUser({ path, memory }) {
    const user = userOfClientId(memory, path.client_user_id);
    return user === undefined ? refusal(404, "No user has this client_user_id.") : { status: 200, body: shown(user) };
  },

  undoUserDeletion({ query, body, memory, now }) {
    const ids = [query.user_id, query.client_user_id, body?.user_id, body?.client_user_id];
    if (ids.filter((id) => typeof id === "string").length !== 1) {
      return refusal(422, "Expected exactly one of user_id and client_user_id.");
    }
    const user = deletedUser({ query, body, memory });
    if (user?.deletedOn === undefined) return refusal(400, "The id names no deleted user.");
    if (userOfClientId(memory, user.profile.client_user_id) !== undefined) {
      return refusal(400, "A new user was created with the same client_user_id.");
    }
    if (now.getTime() - user.deletedOn.getTime() >= gracePeriod) {
      return refusal(400, "The user was deleted seven days ago or earlier.");
    }
    user.deletedOn = undefined;
    user.connections = [];
    return { status: 200, body: { success: true } };
  },
} satisfies Partial<Handlers>;

/** A user as resolve shows it. */
function shown({ profile, connections }: StoredUser): User {
  return {
    ...profile,
    connected_sources: connections.map(({ created_on, name, slug, logo }) => ({
      created_on,
      source: { name, slug, logo },
    })),
  };
}

/** The user that an undo names; of several deleted users with one client_user_id the last. */
function deletedUser({ query, body, memory }: Pick<CallOf<"undoUserDeletion">, "query" | "body" | "memory">) {
  const userId = query.user_id ?? body?.user_id;
  const clientUserId = query.client_user_id ?? body?.client_user_id;
  return memory.users.findLast(
    ({ profile, deletedOn }) =>
      deletedOn !== undefined &&
      (typeof userId === "string" ? isSameId(profile.user_id, userId) : profile.client_user_id === clientUserId),
  );
}
