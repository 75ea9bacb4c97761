// A PostgreSQL of a test file's own, in a temporary folder: it listens on a socket there, and on no port.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chown, mkdtemp, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { Client } from "pg";
import { inRun } from "../../run/directory.ts";
import { postgresPrograms } from "../../run/needs.ts";

export interface Postgres {
  /** Creates a database, with what belongs behind its name in SQL. @returns Its URL. */
  createDatabase(options?: string): Promise<string>;
  /** The socket it listens on. */
  readonly socket: string;
  /** Kills its first process at once, as a failure does, and starts it again on the same folder. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

/** Nobody: PostgreSQL refuses to run as root. Others run it as themselves. */
const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined;

/** What it writes is lost with the test. */
const settings = ["listen_addresses=", "fsync=off", "full_page_writes=off", "shared_buffers=16MB", "autovacuum=off"];

/** Settings of a PostgreSQL that waits until the disk has what it acknowledges. */
export const durable = ["fsync=on", "full_page_writes=on"];

/**
 * Starts it; `needs("PostgreSQL")` says whether it is there.
 *
 * @param more Settings that replace those of the tests.
 */
export async function startPostgres(more: readonly string[] = []): Promise<Postgres> {
  const programs = postgresPrograms();
  if (programs === undefined) throw new Error("PostgreSQL is missing.");
  // Beside the folder of the run, which only its user may enter, and short, as the path of a socket must be
  const directory = await mkdtemp(join(dirname(inRun()), "postgres-"));
  if (nobody !== undefined) await chown(directory, nobody.uid, nobody.gid);
  const data = join(directory, "data");
  const how = { cwd: directory, ...nobody };
  const made = spawnSync(
    join(programs, "initdb"),
    ["--pgdata", data, "--username", "sandbox", "--auth", "trust", "--encoding", "UTF8", "--locale", "C", "--no-sync"],
    { ...how, encoding: "utf8" },
  );
  if (made.status !== 0) {
    await rm(directory, { recursive: true });
    throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`);
  }
  const options = [...settings, ...more].flatMap((setting) => ["-c", setting]);
  const start = async () => {
    const child = spawn(join(programs, "postgres"), ["-D", data, "-k", directory, ...options], {
      ...how,
      stdio: ["ignore", "ignore", "pipe"],
    });
    const ended = once(child, "exit");
    const said: string[] = [];
    for await (const line of createInterface(child.stderr)) {
      said.push(line);
      if (line.includes("ready to accept connections")) break;
    }
    child.stderr.resume();
    return {
      child,
      ended,
      said: said.join("\n"),
      isReady: said.at(-1)?.includes("ready to accept connections") === true,
    };
  };
  let server = await start();
  if (!server.isReady) {
    await rm(directory, { recursive: true });
    throw new Error(`PostgreSQL did not start: ${server.said}`);
  }
  const urlOf = (database: string) => `postgres:///${database}?host=${directory}&user=sandbox`;
  let databases = 0;
  return {
    async createDatabase(options = "") {
      databases += 1;
      const name = `test_${databases}`;
      await runSql(urlOf("postgres"), `CREATE DATABASE ${name} ${options}`);
      return urlOf(name);
    },
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
