// Brings a PostgreSQL database to the tables of this version, forwards only, by the numbered files in migrations/.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { ClientBase } from "pg";
import { Failure } from "../../terminal/index.ts";
import { applicationId } from "./schema.ts";

/** In the order of their numbers, which begin at 1. A file that was released is never changed. */
export const migrations: readonly string[] = [import.meta.resolve("./migrations/0001-tables.sql")];

/** What stands in the schema that the connection uses. An extension's tables belong to no application. */
const look = `
SELECT current_setting('server_encoding') AS encoding,
  bool_or(relname = 'sandbox_migrations') AS is_ours,
  count(relname) > 0 AS is_used
FROM pg_class
WHERE relnamespace = to_regnamespace(current_schema()) AND relkind IN ('r', 'p', 'v', 'm', 'f')
  AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')`;

/**
 * Applies the migrations that are missing, all or none. Others that start at the same time wait for it.
 *
 * @param shown How messages call the database.
 * @throws {Failure} when it belongs to a newer version or to another application; it is left untouched.
 */
export async function migrate(client: ClientBase, shown: string): Promise<void> {
  // One that only reads is refused now, not with the first call that writes
  await client.query("BEGIN READ WRITE");
  try {
    await client.query("SET LOCAL lock_timeout = 0");
    await client.query("SELECT pg_advisory_xact_lock($1)", [applicationId]);
    const done = await migrationsIn(client, shown);
    if (done > migrations.length) {
      throw new Failure(
        `${shown} has migration ${done}, but this sandbox knows those up to ${migrations.length}; it was not changed.`,
        "Use the version of the package that wrote it, or another database.",
      );
    }
    for (const [index, file] of migrations.entries()) {
      if (index < done) continue;
      await client.query(await readFile(fileURLToPath(file), "utf8"));
      await client.query("INSERT INTO sandbox_migrations (number) VALUES ($1)", [index + 1]);
    }
    await client.query("COMMIT");
  } catch (error) {
    // A connection that is lost has nothing to undo
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  }
}

/** The number of the last one that was applied; in an empty database 0. */
async function migrationsIn(client: ClientBase, shown: string): Promise<number> {
  const found = (await client.query<{ encoding: string; is_ours: boolean | null; is_used: boolean }>(look)).rows[0];
  if (found?.encoding !== "UTF8") {
    throw new Failure(
      `${shown} has the encoding ${found?.encoding}, but the sandbox's texts need UTF8; it was not changed.`,
      "Create a database with `ENCODING 'UTF8' TEMPLATE template0`.",
    );
  }
  if (found.is_ours !== true) {
    if (found.is_used) {
      throw new Failure(
        `${shown} has tables of another application; it was not changed.`,
        "Use an empty database; the sandbox creates its tables.",
      );
    }
    await client.query(
      "CREATE TABLE sandbox_migrations (number integer PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())",
    );
  }
  const last = await client.query<{ number: number }>(
    "SELECT coalesce(max(number), 0) AS number FROM sandbox_migrations",
  );
  return last.rows[0]?.number ?? 0;
}
