// Finds and lists the worlds of a store, in the SQL that SQLite and PostgreSQL have in common.
import type { ListedWorld, WorldIndex } from "../world/store.ts";
import { keyOf, type Row, type Statements } from "./statements.ts";

/** With the sizes of each, which are counted already. Users are records of this kind; the kind of events is empty. */
export const listedWorlds = `
SELECT place, id, value, created_at_ms, used_at_ms, ttl_ms, expires_at_ms,
  (SELECT sum(n) FROM counts WHERE counts.world = worlds.id AND kind = 'users') AS users,
  (SELECT sum(n) FROM counts WHERE counts.world = worlds.id AND kind = '') AS events,
  (SELECT sum(bytes) FROM counts WHERE counts.world = worlds.id) AS bytes
FROM worlds`;

const isKept = "(expires_at_ms IS NULL OR expires_at_ms > ?)";

export function worldIndexOf({ read }: Pick<Statements, "read">): WorldIndex {
  const listed = async (order: string, place: number, limit: number, nowMs: number, prefix: string) => {
    const begins = prefix === "" ? "" : " AND substr(id, 1, ?) = ?";
    const rows = await read(
      `${listedWorlds} WHERE ${isKept}${begins} AND ${order} LIMIT ?`,
      nowMs,
      ...(prefix === "" ? [] : [[...prefix].length, keyOf(prefix)]),
      place,
      limit,
    );
    return rows.map(listedOf);
  };
  return {
    async find(by, key) {
      const [found] = await read(`SELECT value, used_at_ms, ttl_ms FROM worlds WHERE ${by} = ?`, keyOf(key));
      return found === undefined ? undefined : foundOf(found);
    },
    page: (after, limit, nowMs, prefix = "") => listed("place > ? ORDER BY place", after, limit, nowMs, prefix),
    latest: (before, limit, nowMs, prefix = "") =>
      listed("place < ? ORDER BY place DESC", before, limit, nowMs, prefix),
    async expired(nowMs, limit) {
      const rows = await read(
        "SELECT id FROM worlds WHERE expires_at_ms <= ? ORDER BY expires_at_ms LIMIT ?",
        nowMs,
        limit,
      );
      return rows.map(({ id }) => String(id));
    },
  };
}

export function listedOf(found: Row): ListedWorld {
  return {
    ...foundOf(found),
    id: String(found["id"]),
    place: Number(found["place"]),
    createdAtMs: Number(found["created_at_ms"]),
    expiresAtMs: numberOf(found["expires_at_ms"]),
    users: Number(found["users"]),
    events: Number(found["events"]),
    bytes: Number(found["bytes"]),
  };
}

function foundOf(found: Row) {
  return {
    row: JSON.parse(String(found["value"])) as unknown,
    usedAtMs: Number(found["used_at_ms"]),
    ttlMs: numberOf(found["ttl_ms"]),
  };
}

function numberOf(value: unknown): number | null {
  return value === null ? null : Number(value);
}
