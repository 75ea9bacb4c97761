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
  stop(): Promise<void>;
}

/** Nobody: PostgreSQL refuses to run as root. Others run it as themselves. */
const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined;

/** What it writes is lost with the test. */
const settings = ["listen_addresses=", "fsync=off", "full_page_writes=off", "shared_buffers=16MB", "autovacuum=off"];

/** Starts it; `needs("PostgreSQL")` says whether it is there. */
export async function startPostgres(): Promise<Postgres> {
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
  const server = spawn(
    join(programs, "postgres"),
    ["-D", data, "-k", directory, ...settings.flatMap((setting) => ["-c", setting])],
    { ...how, stdio: ["ignore", "ignore", "pipe"] },
  );
  const ended = once(server, "exit");
  const said: string[] = [];
  for await (const line of createInterface(server.stderr)) {
    said.push(line);
    if (line.includes("ready to accept connections")) break;
  }
  server.stderr.resume();
  if (!said.at(-1)?.includes("ready to accept connections")) {
    await rm(directory, { recursive: true });
    throw new Error(`PostgreSQL did not start: ${said.join("\n")}`);
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
    async stop() {
      // Ends the connections that are left, too
      server.kill("SIGINT");
      await ended;
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
