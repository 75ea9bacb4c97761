// Finds and lists the worlds of a store, in the SQL that SQLite and PostgreSQL have in common.
import type { ListedWorld, WorldIndex } from "../world/store.ts";
import { keyOf, type Row, type Statements } from "./statements.ts";

const isKept = "(expires_at_ms IS NULL OR expires_at_ms > ?)";

export function worldIndexOf({ read }: Pick<Statements, "read">): WorldIndex {
  const listed = async (order: string, place: number, limit: number, nowMs: number, prefix: string) => {
    const begins = prefix === "" ? "" : " AND substr(id, 1, ?) = ?";
    const rows = await read(
      `SELECT * FROM worlds WHERE ${isKept}${begins} AND ${order} LIMIT ?`,
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
    async wakes() {
      const rows = await read("SELECT id, wake_at_ms FROM worlds WHERE wake_at_ms IS NOT NULL");
      return rows.map((row) => [String(row["id"]), Number(row["wake_at_ms"])] as const);
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
