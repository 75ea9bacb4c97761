// What the sandbox has acknowledged outlives it: killed at any moment under load, and started on files that are foreign or in use.
import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createClient } from "../../../src/package/client/index.ts";
import { sandboxCommand } from "../../../src/tools/sandbox/command.ts";
import { type SandboxWorld, startSandbox } from "../../../src/tools/sandbox/start-sandbox.ts";
import { Failure } from "../../../src/tools/terminal/index.ts";
import { runHere } from "../../commands.ts";
import { depth, inFull } from "../../run/depth.ts";
import { patient, Receiver } from "./receiver.ts";

let directory: string;
let db: string;

beforeEach(() => {
  directory = fs.mkdtempSync(join(tmpdir(), "durability-"));
  db = join(directory, "sandbox.db");
});
afterEach(() => fs.rmSync(directory, { recursive: true }));

/** The sandbox as a process of its own. */
function launched(...args: string[]): ChildProcess {
  const command = ["src/tools/cli.ts", "sandbox", "--port", "0", ...args];
  return spawn(process.execPath, command, { stdio: ["ignore", "pipe", "pipe"] });
}

/** The address that the ready line gives. */
async function readyUrl({ stdout, stderr }: ChildProcess): Promise<string> {
  let text = "";
  let errors = "";
  stderr?.on("data", (chunk) => {
    errors += chunk;
  });
  for await (const chunk of stdout ?? []) {
    text += chunk;
    const url = /http:\/\/\S+?(?=,)/.exec(text)?.[0];
    if (url !== undefined) return url;
  }
  throw new Error(`The sandbox did not start: ${errors}`);
}

/** Runs until it ends by itself. */
async function ended(...args: string[]): Promise<{ code: number | null; errors: string }> {
  const process = launched(...args);
  let errors = "";
  process.stderr?.on("data", (chunk) => {
    errors += chunk;
  });
  const [code] = (await once(process, "close")) as [number | null];
  return { code, errors };
}

/** What was acknowledged: the users by the team's own id, orders and parsing jobs by theirs. */
interface Acknowledged {
  readonly users: Map<string, string>;
  readonly orders: string[];
  readonly jobs: string[];
}

/** Writes as fast as it is answered, until the sandbox is gone. */
async function write(url: string, name: string, acknowledged: Acknowledged): Promise<void> {
  const client = createClient({ apiKey: "sk_demo_team", baseUrl: url, maxRetries: 0 });
  const file = new File(["%PDF-1.4"], "report.pdf", { type: "application/pdf" });
  for (let index = 0; ; index += 1) {
    const client_user_id = `${name}-${index}`;
    const user = await client.POST("/v2/user/", { body: { client_user_id } });
    if (!user.ok) throw new Error(`The user was refused: ${user.status}`);
    acknowledged.users.set(client_user_id, user.data.user_id);
    const order = await client.POST("/v3/order", { body: { user_id: user.data.user_id } });
    if (!order.ok) throw new Error(`The order was refused: ${order.status}`);
    acknowledged.orders.push(String(Object(order.data)["id"]));
    const job = await client.POST("/lab_report/v1/parser/job", { body: { file } });
    if (!job.ok) throw new Error(`The job was refused: ${job.status}`);
    acknowledged.jobs.push(String(Object(job.data)["id"]));
  }
}

/** Everything that was acknowledged is there, each with its event. */
async function expectKept(world: SandboxWorld, fetch: typeof globalThis.fetch, { users, orders, jobs }: Acknowledged) {
  const client = createClient({ apiKey: world.apiKey, baseUrl: "http://sandbox", fetch });
  for (const [client_user_id, user_id] of users) {
    const path = { client_user_id };
    const found = await client.GET("/v2/user/resolve/{client_user_id}", { params: { path } });
    expect(found).toMatchObject({ ok: true, data: { user_id } });
  }
  for (const job_id of jobs) {
    expect(await client.GET("/lab_report/v1/parser/job/{job_id}", { params: { path: { job_id } } })).toMatchObject({
      ok: true,
    });
  }
  const emitted = async (type: string, field: string) =>
    new Set((await world.events.ofType(type)).map(({ payload }) => Object(payload.data)[field]));
  const emittedOrders = await emitted("order.created", "order_id");
  const emittedJobs = await emitted("lab_report.parsing_job.created", "id");
  expect(orders.filter((id) => !emittedOrders.has(id))).toEqual([]);
  expect(jobs.filter((id) => !emittedJobs.has(id))).toEqual([]);
  for (const order_id of orders) expect(await world.inspect.order({ order_id })).toBeDefined();
}

test("kill -9 at any moment under load loses no acknowledged write and no event of one", async () => {
  // After so many writes, and a little later: in the middle of one. The one kill of the quick run has each kind of write before it
  const moment = fc.record({
    writes: fc.integer({ min: depth(20, 1), max: 80 }),
    pause: fc.integer({ min: 0, max: 4 }),
  });
  const moments = fc.sample(moment, depth(1, 15));
  const receiver = await Receiver.start();
  const acknowledged: Acknowledged = { users: new Map(), orders: [], jobs: [] };
  try {
    const first = await startSandbox({ db });
    await first.endpoints.register({ url: receiver.url });
    await first.close();
    for (const [round, { writes, pause }] of moments.entries()) {
      const child = launched("--db", db);
      const closed = once(child, "close");
      const url = await readyUrl(child);
      const count = () => acknowledged.users.size + acknowledged.orders.length + acknowledged.jobs.length;
      const before = count();
      const writers = [0, 1, 2, 3].map((writer) => write(url, `user-${round}-${writer}`, acknowledged));
      const ended = Promise.allSettled(writers);
      try {
        // A writer that ends before the kill says why
        while (count() < before + writes) await Promise.race([...writers, wait(1)]);
        if (round === 0) await expect(startSandbox({ db })).rejects.toThrow(/in use by another sandbox/);
        await wait(pause);
      } finally {
        child.kill("SIGKILL");
        await Promise.all([closed, ended]);
      }
      // Every fifth file is looked at here; the others go on as the kill has left them
      if (round % 5 !== 4) continue;
      const again = await startSandbox({ db });
      await expectKept(again, again.fetch, acknowledged);
      await again.close();
    }
    const last = await startSandbox({ ...patient, db });
    try {
      await expectKept(last, last.fetch, acknowledged);
      // An attempt that a busy machine did not finish in time is made again after 5 seconds, then after 5 minutes
      await last.clock.advance({ minutes: 10 });
      const arrived = new Set(receiver.ids);
      expect((await last.events.all()).filter(({ id }) => !arrived.has(id))).toEqual([]);
      const { users, orders, jobs } = acknowledged;
      process.stdout.write(`kill -9: kept ${users.size} users, ${orders.length} orders and ${jobs.length} jobs\n`);
    } finally {
      await last.close();
    }
  } finally {
    await receiver.close();
  }
});

/** A sound file with some records, closed or as a killed process leaves it: with its log. */
async function madeFile(isKilled = false): Promise<void> {
  // Few enough that the log does not begin anew
  const teams = isKilled ? 150 : 300;
  const made = join(directory, "made.db");
  const sandbox = await startSandbox({ db: made, frozen: true });
  for (let index = 0; index < teams; index += 1) {
    await sandbox.simulate.organizationTeamAdded({ name: `Team ${index}`, region: "eu" });
  }
  if (isKilled) copyDatabase(made, db);
  await sandbox.close();
  if (!isKilled) copyDatabase(made, db);
  fs.rmSync(made);
}

function copyDatabase(from: string, to: string): void {
  fs.copyFileSync(from, to);
  if (fs.existsSync(`${from}-wal`)) fs.copyFileSync(`${from}-wal`, `${to}-wal`);
}

/** Every file of the directory with what it holds. */
function snapshot(): Record<string, string> {
  return Object.fromEntries(
    fs.readdirSync(directory, { withFileTypes: true }).map((entry) => [
      entry.name,
      entry.isFile()
        ? createHash("sha256")
            .update(fs.readFileSync(join(directory, entry.name)))
            .digest("hex")
        : "",
    ]),
  );
}

/** A start is refused, and leaves every byte as it was. */
async function expectRefused(message: RegExp, file = db): Promise<void> {
  const before = snapshot();
  const failure = await startSandbox({ db: file }).then(
    async (sandbox) => {
      await sandbox.close();
      return undefined;
    },
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(Failure);
  expect(String(failure)).toMatch(message);
  expect(snapshot()).toEqual(before);
}

test("a file of another make or layout is refused and not changed", async () => {
  fs.writeFileSync(db, "client_user_id,created_on\n".repeat(100));
  await expectRefused(/was not written by this sandbox/);

  fs.rmSync(db);
  const other = new DatabaseSync(db);
  other.exec("CREATE TABLE notes (text TEXT); INSERT INTO notes VALUES ('keep me')");
  other.close();
  await expectRefused(/was not written by this sandbox/);

  fs.rmSync(db);
  await madeFile();
  const newer = new DatabaseSync(db);
  newer.exec("PRAGMA journal_mode = DELETE; PRAGMA user_version = 99");
  newer.close();
  await expectRefused(/has layout 99, but this sandbox reads layout/);

  fs.rmSync(db);
  fs.mkdirSync(db);
  await expectRefused(/is not a file/);
  await expectRefused(/does not exist/, join(directory, "nowhere", "sandbox.db"));
});

test("a file that cannot be created is reported with its name", async () => {
  // Nobody writes there, on Linux; elsewhere it is not there
  await expectRefused(/^Failure: \/proc\/nowhere\.db cannot be created|does not exist/, "/proc/nowhere.db");
});

test.skipIf(process.getuid?.() === 0)(
  "a directory that cannot be written to is reported as that, and not as damage",
  async () => {
    await madeFile();
    fs.chmodSync(directory, 0o555);
    try {
      await expect(startSandbox({ db })).rejects.toMatchObject({ code: "EACCES", path: directory });
    } finally {
      fs.chmodSync(directory, 0o755);
    }
  },
);

test("on a full disk writes are answered with 503 and when to call again, reads are answered, and nothing acknowledged is lost", async () => {
  // No file may grow beyond half a megabyte, or one: shells count differently
  const command = [process.execPath, "src/tools/cli.ts"];
  const child = spawn(
    "sh",
    ["-c", 'ulimit -f 1000; exec "$@"', "sh", ...command, "sandbox", "--port", "0", "--db", db],
    {
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let errors = "";
  const url = await readyUrl(child);
  child.stderr?.on("data", (chunk) => {
    errors += chunk;
  });
  const client = createClient({ apiKey: "sk_demo_team", baseUrl: url, maxRetries: 0 });
  const unavailable = expect.stringMatching(/^The sandbox's database cannot be used now\./) as unknown;
  const users = new Map<string, string>();
  for (let index = 0; index < 5_000; index += 1) {
    const client_user_id = `${index}-${"x".repeat(200)}`;
    const user = await client.POST("/v2/user/", { body: { client_user_id } });
    if (!user.ok) {
      expect(user).toMatchObject({ status: 503, error: { detail: unavailable } });
      expect(user.response.headers.get("retry-after")).toBe("1");
      break;
    }
    users.set(client_user_id, user.data.user_id);
  }
  const control = await fetch(`${url}/_sandbox/worlds`, { method: "POST", headers: { "x-sandbox-control": "1" } });
  expect([control.status, await control.json()]).toEqual([503, { error: { message: unavailable } }]);
  expect((await client.GET("/v2/providers/")).status).toBe(200);
  child.kill("SIGKILL");
  await once(child, "close");
  // The operator learns what to do about it
  expect(errors).toMatch(
    /^error: POST \/v2\/user\/ failed: StoreUnavailable \(SQLite: (?:disk I\/O error|database or disk is full)\)/,
  );
  const sandbox = await startSandbox({ db });
  await expectKept(sandbox, sandbox.fetch, { users, orders: [], jobs: [] });
  await sandbox.close();
});

test("a log without its database is not used for a new one", async () => {
  await madeFile(true);
  fs.rmSync(db);
  await expectRefused(/-wal exists/);
  fs.writeFileSync(db, "");
  await expectRefused(/-wal exists/);
});

test("an empty file is filled, and a link is followed", async () => {
  fs.writeFileSync(db, "");
  const link = join(directory, "link.db");
  fs.symlinkSync(db, link);
  const first = await startSandbox({ db: link });
  const { id } = (await first.simulate.organizationTeamAdded({ name: "Linked", region: "us" })) as { id: string };
  await first.close();
  const second = await startSandbox({ db });
  expect(id).toEqual(expect.any(String));
  await expect(() => second.simulate.demographicsSet({ user_id: "nobody", demographics: {} })).rejects.toThrow();
  await second.close();
  expect(fs.readdirSync(directory).toSorted()).toEqual(["link.db", "sandbox.db"]);
});

test("a file is one sandbox's at a time, in this process and among processes, and the command says so", async () => {
  const sandbox = await startSandbox({ db });
  await expect(startSandbox({ db })).rejects.toThrow(/in use by another sandbox/);
  const refused = await runHere(sandboxCommand, ["--port", "0", "--db", db]);
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("is in use by another sandbox.") });
  // In the quick run the process that is killed under load holds its file against this one
  for (let index = 0; index < depth(0, 3); index += 1) {
    const { code, errors } = await ended("--db", db);
    expect({ code, errors }).toEqual({ code: 2, errors: expect.stringContaining("is in use by another sandbox.") });
  }
  // The refusals have not taken the file from the first one
  await sandbox.simulate.organizationTeamAdded({ name: "Still here", region: "us" });
  await sandbox.close();
  const again = await startSandbox({ db });
  await again.close();

  fs.writeFileSync(db, "text");
  const before = snapshot();
  const { code, stderr } = await runHere(sandboxCommand, ["--port", "0", "--db", db]);
  expect(code).toBe(2);
  expect(stderr).toMatch(/^error: .*was not written by this sandbox; it was not changed\. .*\n$/);
  expect(snapshot()).toEqual(before);
});

// The quick run asks this once, of the process that it kills
inFull?.("a file that is written to is in use", async () => {
  const child = launched("--db", db);
  const url = await readyUrl(child);
  const acknowledged: Acknowledged = { users: new Map(), orders: [], jobs: [] };
  const writers = [0, 1, 2, 3].map((writer) => write(url, `busy-${writer}`, acknowledged).catch(() => {}));
  try {
    for (let index = 0; index < 20; index += 1) {
      await expect(startSandbox({ db })).rejects.toThrow(/in use by another sandbox/);
      await wait(20);
    }
  } finally {
    const closed = once(child, "close");
    child.kill("SIGKILL");
    await Promise.all([closed, ...writers]);
  }
  const again = await startSandbox({ db });
  await expectKept(again, again.fetch, acknowledged);
  await again.close();
});
