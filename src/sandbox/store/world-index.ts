// The index of worlds: by what each is found, and until when it is kept. It is made anew from the worlds where it is lost.
import type { Database, PageRequest } from "./database.ts";

/** What one looks a world up by. */
export type WorldKey = "id" | "api_key" | "management_key";

/** The owner of a world, and its keys. */
export interface WorldIdentity {
  readonly id: string;
  readonly teamId: string;
  readonly teamName: string;
  readonly region: "us" | "eu";
  readonly orgId: string;
  /** The key of the team, for `x-service-api-key`. */
  readonly apiKey: string;
  /** The key of the organization, for `X-Management-Key`. */
  readonly managementKey: string;
}

/** How long a world is kept. Times are the machine's, in milliseconds since 1970. */
export interface Lifetime {
  readonly createdAtMs: number;
  /** After its last use; null when that has no end. */
  readonly ttlMs: number | null;
}

export interface NewEntry extends Lifetime {
  readonly identity: WorldIdentity;
}

/** The entry of a world. */
export interface WorldEntry extends NewEntry {
  /** Later ones have a higher one. */
  readonly place: number;
  readonly usedAtMs: number;
  readonly expiresAtMs: number | null;
}

/** Of the worlds that have expired only `find` and `expired` know. */
export class WorldIndex {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  find(by: WorldKey, key: string): WorldEntry | undefined {
    const found = this.#database.get<EntryRow>(`SELECT * FROM worlds WHERE ${by} = ?`, key);
    return found && readEntry(found);
  }

  /** A page of those whose ids begin with `prefix`. */
  page({ after = 0, before, limit = 100 }: PageRequest, nowMs: number, prefix = ""): WorldEntry[] {
    const rows = this.#database.all<EntryRow>(
      `SELECT * FROM worlds WHERE place > ? AND place < ? AND (expires_at_ms IS NULL OR expires_at_ms > ?) AND substr(id, 1, ?) = ?
       ORDER BY place ${before === undefined ? "" : "DESC"} LIMIT ?`,
      ...[after, before ?? Number.MAX_SAFE_INTEGER, nowMs, prefix.length, prefix, limit],
    );
    return rows.map(readEntry);
  }

  /** All ids. */
  ids(): string[] {
    return this.#database.all<{ id: string }>("SELECT id FROM worlds").map(({ id }) => id);
  }

  /** The ids of at most `limit` worlds that have expired, the earliest first. */
  expired(nowMs: number, limit: number): string[] {
    const text = "SELECT id FROM worlds WHERE expires_at_ms <= ? ORDER BY expires_at_ms LIMIT ?";
    return this.#database.all<{ id: string }>(text, nowMs, limit).map(({ id }) => id);
  }

  /** Adds a world that is not there yet. */
  add({ identity, createdAtMs, ttlMs }: NewEntry, usedAtMs = createdAtMs): void {
    const { id, apiKey, managementKey } = identity;
    this.#database.run(
      `INSERT INTO worlds (id, identity, api_key, management_key, created_at_ms, used_at_ms, ttl_ms, expires_at_ms)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[id, JSON.stringify(identity), apiKey, managementKey, createdAtMs, usedAtMs, ttlMs],
      ttlMs === null ? null : usedAtMs + ttlMs,
    );
  }

  /** Notes a use, which sets the expiry anew. @param ttlMs How long the world is kept from now on. */
  renew(id: string, nowMs: number, ttlMs: number | null): void {
    const text = "UPDATE worlds SET used_at_ms = ?, ttl_ms = ?, expires_at_ms = ? WHERE id = ?";
    this.#database.run(text, nowMs, ttlMs, ttlMs === null ? null : nowMs + ttlMs, id);
  }

  remove(id: string): void {
    this.#database.run("DELETE FROM worlds WHERE id = ?", id);
  }

  /** Throws when the database cannot be used. */
  check(): void {
    this.#database.get("SELECT 1");
  }
}

interface EntryRow {
  readonly place: number;
  readonly identity: string;
  readonly created_at_ms: number;
  readonly used_at_ms: number;
  readonly ttl_ms: number | null;
  readonly expires_at_ms: number | null;
}

function readEntry(found: EntryRow): WorldEntry {
  return {
    place: found.place,
    identity: JSON.parse(found.identity) as WorldIdentity,
    createdAtMs: found.created_at_ms,
    usedAtMs: found.used_at_ms,
    ttlMs: found.ttl_ms,
    expiresAtMs: found.expires_at_ms,
  };
}
