// Opens the store that `--db` names: PostgreSQL by its URL, else SQLite.
import type { RecordCheck } from "./database.ts";
import type { Store } from "./store.ts";

/** Does it name a database in PostgreSQL? */
export function isPostgres(db: string): boolean {
  return /^postgres(ql)?:/.test(db);
}

/**
 * Opens a store.
 *
 * @param db A URL such as `postgres://…`, a path, or `:memory:`.
 * @param check Checks each record that is read of a database that others may have written.
 * @throws {Failure} when what is there is not a sandbox's, cannot be used, or has another layout; it is left untouched.
 */
export async function openStore(db: string, check?: RecordCheck): Promise<Store> {
  // Each is loaded when it is needed: a command says its help on a Node without SQLite, too
  if (isPostgres(db)) return (await import("./postgres.ts")).openPostgres(db, check);
  return (await import("./sqlite.ts")).openSqlite(db, check);
}
