// The index of worlds: by what each is found, and until when it is kept. It is made anew from the worlds where it is lost.
import { type PageRequest, Table } from "./database.ts";

/** The columns by which a world is looked up. */
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

/** Worlds that have expired are in it until they are removed. */
export class WorldIndex extends Table {
  find(by: WorldKey, key: string): WorldEntry | undefined {
    return this.page({}, { [by]: key })[0];
  }

  page(request: PageRequest, wanted: { readonly [Key in WorldKey]?: string } = {}): WorldEntry[] {
    const rows = this.database.select<Omit<WorldEntry, "identity"> & { identity: string }>(entries, wanted, request);
    return rows.map((row) => ({ ...row, identity: JSON.parse(row.identity) as WorldIdentity }));
  }

  /** All ids. */
  ids(): string[] {
    return this.database.all<{ id: string }>("SELECT id FROM worlds").map(({ id }) => id);
  }

  /** The ids of at most `limit` worlds that have expired, the earliest first. */
  expired(nowMs: number, limit: number): string[] {
    return this.database.all<{ id: string }>`SELECT id FROM worlds WHERE expires_at_ms <= ${nowMs}
      ORDER BY expires_at_ms LIMIT ${limit}`.map(({ id }) => id);
  }

  /** Adds a world that is not there yet. */
  add({ identity, createdAtMs, ttlMs }: NewEntry, usedAtMs = createdAtMs): void {
    const { id, apiKey, managementKey } = identity;
    this.database.run`
      INSERT INTO worlds (id, identity, api_key, management_key, created_at_ms, used_at_ms, ttl_ms, expires_at_ms)
      VALUES (${id}, ${JSON.stringify(identity)}, ${apiKey}, ${managementKey}, ${createdAtMs}, ${usedAtMs}, ${ttlMs},
        ${ttlMs} + ${usedAtMs})`;
  }

  /** Notes a use, which sets the expiry anew. @param ttlMs How long the world is kept from now on. */
  renew(id: string, nowMs: number, ttlMs: number | null): void {
    this.database.run`UPDATE worlds SET used_at_ms = ${nowMs}, ttl_ms = ${ttlMs}, expires_at_ms = ${ttlMs} + ${nowMs}
      WHERE id = ${id}`;
  }

  remove(id: string): void {
    this.database.run`DELETE FROM worlds WHERE id = ${id}`;
  }
}

/** Has the time to live of a world ended by the machine's time? */
export function isExpired({ expiresAtMs }: WorldEntry, nowMs: number): boolean {
  return expiresAtMs !== null && expiresAtMs <= nowMs;
}

/** The entries, with their columns by the names of their fields. */
const entries = `(SELECT *, created_at_ms AS createdAtMs, used_at_ms AS usedAtMs, ttl_ms AS ttlMs,
  expires_at_ms AS expiresAtMs FROM worlds)`;
