// What writes cost on SQLite, and on a PostgreSQL that one or several sandboxes share; and what 5,000 full worlds there add to a call.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { availableParallelism, cpus } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { showProgress } from "../../src/tools/terminal/index.ts";
import { variable } from "../run/directory.ts";
import { needs } from "../run/needs.ts";
import { runSql, startPostgres } from "../tools/sandbox/postgres.ts";

const [instances, clients, callsPerClient, rounds, warmUps] = [3, 24, 30, 6, 8];

/** What is promised of three instances, and of a full database. */
const [leastGain, mostSlower] = [2, 2];

/** How many worlds fill the database, and how many events each. */
const [filledWorlds, eventsPerWorld] = [5_000, 200];

/** As Linux counts the CPU of other processes. */
const ticksPerSecond = 100;

interface Figures {
  readonly perSecond: number;
  /** How long the slowest but one in a hundred took. */
  readonly slowest: number;
  /** The cores that each part kept busy. */
  readonly cores: { readonly sandbox: number; readonly database: number; readonly client: number };
  /** The cores that were free, also of other programs. */
  readonly idle: number;
}

interface Instance {
  readonly child: ChildProcess;
  readonly url: string;
}

/**
 * Measures and prints. It fails only when a sandbox does not answer.
 *
 * @param directory Where the sandbox on SQLite may keep its file.
 */
export async function measureShared(directory: string): Promise<void> {
  const client = fork(join(import.meta.dirname, "shared-client.ts"), { stdio: "inherit" });
  const started: ChildProcess[] = [client];
  const begin = async (db: string) => {
    const instance = await startInstance(db);
    started.push(instance.child);
    return instance;
  };
  try {
    say(`\nValidated writes with their events (placeOrder) of ${clients} clients, each in a world of its own\n`);
    const alone = await begin(join(directory, "shared.db"));
    const onSqlite = await figuresOf("one instance on SQLite", client, [alone], await makeWorlds(alone));
    report("one instance on SQLite", onSqlite, onSqlite);
    if (!needs("PostgreSQL")) return say("PostgreSQL is missing: what is shared was not measured.\n");
    // Its folder is made beside this one, which PostgreSQL's user may not enter
    process.env[variable.run] ??= directory;
    const postgres = await startPostgres();
    try {
      const db = await postgres.createDatabase();
      const pid = await processOf(db);
      const first = await begin(db);
      // The others open what is there when they start
      const apiKeys = await makeWorlds(first);
      const one = await figuresOf("one instance on PostgreSQL", client, [first], apiKeys, pid);
      report("one instance on PostgreSQL", one, onSqlite);
      const all = [first];
      while (all.length < instances) all.push(await begin(db));
      const title = `${instances} instances on PostgreSQL`;
      const several = await figuresOf(title, client, all, apiKeys, pid);
      report(title, several, onSqlite);
      sayGain(one, several);
      await measureFull(db, client, all, { apiKeys, pid, empty: several });
      for (const { child } of all) await stop(child);
    } finally {
      for (const child of started) child.kill();
      await postgres.stop();
    }
  } finally {
    for (const child of started) child.kill();
  }
}

/** Fills the database beside the clients' worlds. Their calls should not notice. */
async function measureFull(
  db: string,
  client: ChildProcess,
  all: readonly Instance[],
  { apiKeys, pid, empty }: { readonly apiKeys: readonly string[]; readonly pid: number; readonly empty: Figures },
): Promise<void> {
  const done = showProgress(`Filling ${filledWorlds} worlds`);
  await runSql(db, fillWorlds);
  await runSql(db, "ANALYZE").finally(done);
  const title = `with ${filledWorlds.toLocaleString("en")} worlds and ${(filledWorlds * eventsPerWorld).toLocaleString("en")} events`;
  const full = await figuresOf(title, client, all, apiKeys, pid);
  report(title, full, empty);
  const slower = full.slowest / empty.slowest;
  say(
    `The slowest call but one in a hundred takes ${slower.toFixed(2)}x of the empty one's, of at most ${mostSlower}x.\n`,
  );
}

/** Worlds like the first one, by their keys, with nothing to do, and events like any. Statements of the counts' triggers see each thousand at once. */
const fillWorlds = `
  INSERT INTO worlds OVERRIDING USER VALUE
  SELECT copied.* FROM worlds, generate_series(1, ${filledWorlds}) AS n,
    jsonb_populate_record(worlds, jsonb_build_object(
      'id', 'filled_' || n, 'wake_at_ms', NULL, 'api_key', 'sk_filled_' || n, 'management_key', 'mk_filled_' || n,
      'value', replace(replace(replace(value, '"demo"', '"filled_' || n || '"'), api_key, 'sk_filled_' || n), management_key, 'mk_filled_' || n)
    )) AS copied WHERE worlds.id = 'demo';
  INSERT INTO events (world, id, type, user_id, at_ms, payload)
  SELECT 'filled_' || world, 'evt_' || world || '_' || event, 'lab_report.parsing_job.created', 'user_' || event % 20, 0, '{}'
  FROM generate_series(1, ${filledWorlds}) AS world, generate_series(1, ${eventsPerWorld}) AS event;`;

async function startInstance(db: string): Promise<Instance> {
  const child = fork(join(import.meta.dirname, "sandbox-server.ts"), ["sandbox", db], { stdio: "inherit" });
  const [{ url }] = await once(child, "message");
  return { child, url: String(url) };
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.kill();
  await ended;
}

/** @returns The key of each world. */
async function makeWorlds({ url }: Instance): Promise<string[]> {
  const keys: string[] = [];
  while (keys.length < clients) {
    // The client's bench has put a stub in place of fetch
    const headers = { "content-type": "application/json", "x-sandbox-control": "1" };
    const outgoing = request(`${url}/_sandbox/worlds`, { method: "POST", headers }).end('{ "seed": "empty" }');
    const [incoming] = (await once(outgoing, "response")) as [IncomingMessage];
    const { api_key } = (await json(incoming)) as { readonly api_key?: string };
    if (api_key === undefined) throw new Error(`A world was answered ${incoming.statusCode}.`);
    keys.push(api_key);
  }
  return keys;
}

/** The round of the middle. The clients go round the instances. */
async function figuresOf(
  title: string,
  client: ChildProcess,
  all: readonly Instance[],
  apiKeys: readonly string[],
  database?: number,
): Promise<Figures> {
  const measured: Figures[] = [];
  const done = showProgress(title);
  for (let round = -warmUps; round < rounds; round += 1) {
    const [sandboxBefore, databaseBefore, idleBefore] = [await cpuOfAll(all), cpuOfTree(database), idleSeconds()];
    client.send({ urls: all.map(({ url }) => url), apiKeys, calls: callsPerClient });
    const [{ seconds, cpuSeconds, slowest }] = (await once(client, "message")) as [Record<string, number>];
    if (seconds === undefined || cpuSeconds === undefined || slowest === undefined || round < 0) continue;
    const idle = (idleSeconds() - idleBefore) / seconds;
    const cores = {
      sandbox: ((await cpuOfAll(all)) - sandboxBefore) / seconds,
      database: (cpuOfTree(database) - databaseBefore) / seconds,
      client: cpuSeconds / seconds,
    };
    measured.push({ perSecond: (clients * callsPerClient) / seconds, slowest, cores, idle });
  }
  done();
  const middle = measured.sort((a, b) => a.perSecond - b.perSecond)[Math.floor(measured.length / 2)];
  if (middle === undefined) throw new Error("Nothing was measured.");
  return middle;
}

async function cpuOfAll(all: readonly Instance[]): Promise<number> {
  let seconds = 0;
  for (const { child } of all) {
    child.send("cpu");
    const [{ cpuMicroseconds }] = await once(child, "message");
    seconds += Number(cpuMicroseconds) / 1e6;
  }
  return seconds;
}

/** The process of the database. */
async function processOf(db: string): Promise<number> {
  const [row] = (await runSql(db, "SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1) AS pid")) as [
    { readonly pid: string },
  ];
  return Number(row.pid);
}

/** Seconds of a process and of all that it has started; 0 where the system does not say so. */
function cpuOfTree(pid: number | undefined): number {
  if (pid === undefined || process.platform !== "linux") return 0;
  let ticks = 0;
  for (const entry of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    // It may have ended meanwhile
    try {
      const [own, ...fields] = readFileSync(`/proc/${entry}/stat`, "utf8").split(/ \(.*\) /s);
      const [, parent, ...rest] = (fields[0] ?? "").split(" ");
      const [inUser, inSystem, inUserEnded, inSystemEnded] = rest.slice(9, 13).map(Number);
      if (Number(own) !== pid && Number(parent) !== pid) continue;
      ticks += (inUser ?? 0) + (inSystem ?? 0);
      if (Number(own) === pid) ticks += (inUserEnded ?? 0) + (inSystemEnded ?? 0);
    } catch {}
  }
  return ticks / ticksPerSecond;
}

/** Seconds that the machine's cores had nothing to do. */
function idleSeconds(): number {
  return cpus().reduce((sum, { times }) => sum + times.idle, 0) / 1000;
}

/** Says how much more several instances do, and what kept them from more. */
function sayGain(one: Figures, several: Figures): void {
  const { sandbox, database, client } = several.cores;
  const cores = availableParallelism();
  const busy = sandbox + database + client;
  const used = `${busy.toFixed(1)} of the machine's ${cores} cores were busy with it, ${several.idle.toFixed(1)} free`;
  const limit = several.idle < cores * 0.15 ? "the cores were the limit" : "the cores were not the limit";
  say(
    `${instances} instances do ${(several.perSecond / one.perSecond).toFixed(2)}x of one, of ${leastGain}x. ${used}: ${limit}.\n`,
  );
}

function report(title: string, { perSecond, slowest, cores }: Figures, beside: Figures): void {
  const { sandbox, database, client } = cores;
  const busy = `busy cores: sandbox ${sandbox.toFixed(2)}, PostgreSQL ${database.toFixed(2)}, client ${client.toFixed(2)}`;
  say(
    `  ${title.padEnd(44)} ${perSecond.toFixed(0).padStart(6)}/s ${(perSecond / beside.perSecond).toFixed(2).padStart(5)}x  99 % within ${slowest.toFixed(0).padStart(4)} ms  ${busy}\n`,
  );
}

function say(text: string): void {
  process.stdout.write(text);
}
