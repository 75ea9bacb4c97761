// Databases of the PostgreSQL that a test run has, and a PostgreSQL of a test's own for what would disturb others.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { onTestFinished } from "vitest";
import { newPostgres, postgresOfRun, untilReady } from "../run/postgres.ts";

const urlOf = (directory: string, database: string) => `postgres:///${database}?host=${directory}&user=sandbox`;

/** Creates a database in the PostgreSQL of a folder. */
async function createIn(directory: string, options: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await runSql(urlOf(directory, "postgres"), `CREATE DATABASE ${name} ${options}`);
  return urlOf(directory, name);
}

/**
 * Creates a database in the PostgreSQL of the run, with what belongs behind its name in SQL. It stays until the run ends.
 *
 * @returns Its URL.
 */
export async function createDatabase(options = ""): Promise<string> {
  return createIn(await postgresOfRun(), options);
}

/** Those that tests have ended with. */
const free: string[] = [];

/** Removes all that a sandbox has written, and starts its numbers anew: a third of the CPU of TRUNCATE for a few rows. */
const empty = `
SET session_replication_role = replica;
DO $$ DECLARE name regclass; BEGIN
  FOR name IN
    SELECT oid FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> 'sandbox_layout'
  LOOP EXECUTE 'DELETE FROM ' || name; END LOOP;
END $$;
SELECT setval(oid, 1, false) FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'S'`;
const others = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";

/** Of connections: on a busy machine calls wait for each other for longer than a sandbox has them. */
const patient = ["lock_timeout", "query_timeout", "idle_in_transaction_session_timeout"].map(
  (name) => `${name}=600000`,
);

/**
 * Returns a database for one test or the test that a `beforeEach` prepares: empty, or with the empty tables of a sandbox.
 * To create one costs more than many a test, so the next test gets it emptied. What changes more than rows needs `createDatabase`.
 *
 * @returns Its URL.
 */
export async function databaseForTest(): Promise<string> {
  const url = (await emptied(free.shift())) ?? `${await createDatabase()}&${patient.join("&")}`;
  onTestFinished(() => void free.push(url));
  return url;
}

async function emptied(url: string | undefined): Promise<string | undefined> {
  if (url === undefined) return undefined;
  // One that somebody still uses is left to them
  if ((await runSql(url, others)).length > 0) return undefined;
  await runSql(url, empty);
  return url;
}

/** A PostgreSQL of a test's own. */
export interface Postgres {
  /** Creates a database. @returns Its URL. */
  createDatabase(): Promise<string>;
  /** The socket it listens on. */
  readonly socket: string;
  /** Kills its first process at once, as a failure does, and starts it again on the same folder. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

/** Settings of a PostgreSQL that waits until the disk has what it acknowledges. */
export const durable = ["fsync=on", "full_page_writes=on"];

/**
 * Starts one, for what may crash it, sets it up otherwise or measures it; `needs("PostgreSQL")` says whether it is there.
 *
 * @param more Settings that replace those of the tests.
 */
export async function startPostgres(more: readonly string[] = []): Promise<Postgres> {
  const { directory, how, command } = await newPostgres(more);
  const [program, ...args] = command;
  const start = async () => {
    const child = spawn(program, args, { ...how, stdio: ["ignore", "ignore", "pipe"] });
    const ended = once(child, "exit");
    return { child, ended, ...(await untilReady(child)) };
  };
  let server = await start();
  if (!server.isReady) {
    await rm(directory, { recursive: true });
    throw new Error(`PostgreSQL did not start: ${server.said}`);
  }
  return {
    createDatabase: () => createIn(directory, ""),
    socket: join(directory, ".s.PGSQL.5432"),
    async crash() {
      server.child.kill("SIGKILL");
      await server.ended;
      // Refused while processes of the killed one still end
      do {
        server = await start();
        if (!server.isReady && !/shared memory|lock file/.test(server.said)) throw new Error(server.said);
      } while (!server.isReady);
    },
    async stop() {
      // Ends the connections that are left, too
      server.child.kill("SIGINT");
      await server.ended;
      await rm(directory, { recursive: true });
    },
  };
}

/** Runs statements in a database. @returns The rows of the last one. */
export async function runSql(url: string, sql: string): Promise<readonly unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
