// Finds and lists the worlds of a store.
import type { Database, PageRequest, Row } from "./database.ts";

/** What one looks a world up by. */
export type WorldKey = "id" | "api_key" | "management_key";

/** The entry of a world, as far as one must know it to work on it. Times are the machine's, in milliseconds since 1970. */
export interface WorldEntry {
  readonly id: string;
  /** Later ones have a higher one. */
  readonly place: number;
  /** What the world keeps in its own row, plain JSON data. */
  readonly row: unknown;
  readonly createdAtMs: number;
  readonly usedAtMs: number;
  /** How long it is kept after its last use; null when that has no end. */
  readonly ttlMs: number | null;
  readonly expiresAtMs: number | null;
}

/** The worlds, for who looks for one. Of those that have expired only `find` and `expired` know. */
export class WorldIndex {
  readonly #read: Database["read"];

  constructor(read: Database["read"]) {
    this.#read = read;
  }

  async find(by: WorldKey, key: string): Promise<WorldEntry | undefined> {
    const [found] = await this.#read(`SELECT * FROM worlds WHERE ${by} = ?`, key);
    return found === undefined ? undefined : readEntry(found);
  }

  /** A page of those whose ids begin with `prefix`. */
  async page({ after = 0, before, limit = 100 }: PageRequest, nowMs: number, prefix = ""): Promise<WorldEntry[]> {
    const rows = await this.#read(
      `SELECT * FROM worlds WHERE place > ? AND place < ? AND (expires_at_ms IS NULL OR expires_at_ms > ?) AND substr(id, 1, ?) = ?
       ORDER BY place ${before === undefined ? "" : "DESC"} LIMIT ?`,
      ...[after, before ?? Number.MAX_SAFE_INTEGER, nowMs, [...prefix].length, prefix, limit],
    );
    return rows.map(readEntry);
  }

  /** The ids of at most `limit` worlds that have expired, the earliest first. */
  async expired(nowMs: number, limit: number): Promise<string[]> {
    const text = "SELECT id FROM worlds WHERE expires_at_ms <= ? ORDER BY expires_at_ms LIMIT ?";
    return (await this.#read<{ id: string }>(text, nowMs, limit)).map(({ id }) => id);
  }

  /** When each world that has something to do has it next, by the machine's time. */
  wakes(): Promise<readonly { readonly id: string; readonly wake_at_ms: number }[]> {
    return this.#read("SELECT id, wake_at_ms FROM worlds WHERE wake_at_ms IS NOT NULL");
  }
}

function readEntry(found: Row): WorldEntry {
  return {
    id: String(found["id"]),
    place: Number(found["place"]),
    row: JSON.parse(String(found["value"])) as unknown,
    createdAtMs: Number(found["created_at_ms"]),
    usedAtMs: Number(found["used_at_ms"]),
    ttlMs: found["ttl_ms"] as number | null,
    expiresAtMs: found["expires_at_ms"] as number | null,
  };
}
