// Acknowledged changes outlive the sandbox, also on a full disk, and a folder that is foreign or in use is left as it is.
import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { createClient } from "../../src/client/index.ts";
import { startSandbox } from "../../src/sandbox/start-sandbox.ts";
import { Database } from "../../src/sandbox/store/database.ts";
import { FolderStore } from "../../src/sandbox/store/folder.ts";
import { makeDraft } from "../../src/sandbox/store/store.ts";
import { readRow, writeRow } from "../../src/sandbox/store/tables.ts";
import { Failure } from "../../src/shared/terminal/index.ts";
import { startCommand } from "../commands.ts";
import { runner } from "./cast.ts";
import { control } from "./fresh-world.ts";

let directory: string;
let db: string;

beforeEach(() => {
  directory = fs.mkdtempSync(join(tmpdir(), "durability-"));
  db = join(directory, "sandbox.db");
});
afterEach(() => fs.rmSync(directory, { recursive: true }));

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

/** A sound folder, closed or as a killed process leaves it: with its logs. */
async function makeFolder(isKilled = false): Promise<void> {
  const made = isKilled ? join(directory, "made") : db;
  const sandbox = await startSandbox({ db: made, frozen: true });
  await sandbox.simulate.organizationTeamAdded({ team_name: "Team", region: "eu" });
  if (isKilled) fs.cpSync(made, db, { recursive: true });
  await sandbox.close();
  if (isKilled) fs.rmSync(made, { recursive: true });
}

/** Every file of the directory with what it holds. */
function snapshot(): Record<string, string> {
  const files = fs.readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map(({ name, parentPath }) => [
      join(parentPath, name),
      createHash("sha256")
        .update(fs.readFileSync(join(parentPath, name)))
        .digest("hex"),
    ]),
  );
}

test("only its owner reads the files of a folder, and a folder of the user stays as it is", async () => {
  fs.mkdirSync(db, { mode: 0o755 });
  const sandbox = await startSandbox({ db });
  await sandbox.openWorld("copied", { copyOf: "demo" });
  await sandbox.endpoints.register({ url: "http://127.0.0.1:9/" });
  const modes = fs.readdirSync(db, { recursive: true, encoding: "utf8" }).map((name) => {
    const { mode } = fs.statSync(join(db, name));
    return [name, (mode & 0o777).toString(8)];
  });
  await sandbox.close();
  expect(modes.length).toBeGreaterThan(4);
  expect(modes).toEqual(modes.map(([name]) => [name, name === "worlds" ? "700" : "600"]));
  expect(fs.statSync(db).mode & 0o777).toBe(0o755);
});

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

/** A file of SQLite with a table, and what the header says of it. */
function writeDatabase(file: string, applicationId: number, layout: number): void {
  const database = new DatabaseSync(file);
  database.exec(
    `CREATE TABLE notes (text TEXT); PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${layout}`,
  );
  database.close();
}

test("what is of another make or layout is refused and not changed", async () => {
  // "WHAS", as version 0.2.0 wrote it
  writeDatabase(db, 0x57484153, 6);
  await expectRefused(/cannot be the folder of the worlds \(ENOTDIR: not a directory/);
  fs.rmSync(db);

  fs.mkdirSync(db);
  fs.writeFileSync(join(db, "notes.txt"), "keep me");
  await expectRefused(/was not written by this sandbox/);
  fs.rmSync(join(db, "notes.txt"));
  fs.mkdirSync(join(db, "worlds"));
  writeDatabase(join(db, "index.db"), 0x57484153, 99);
  await expectRefused(/has layout 99, but this sandbox reads layout/);
  await expectRefused(
    /cannot be the folder of the worlds \(ENOENT: no such file or directory/,
    join(directory, "nowhere", "sandbox"),
  );
});

test("a folder of the layout before is taken, and marked so that the version before refuses it", async () => {
  await makeFolder();
  const files = ["index.db", join("worlds", "demo.db")];
  const mark = (file: string, change = "") => {
    const database = new DatabaseSync(join(db, file));
    database.exec(change);
    const found = database.prepare("PRAGMA user_version").get();
    database.close();
    return found;
  };
  for (const file of files) mark(file, "PRAGMA user_version = 9");
  await (await startSandbox({ db })).close();
  expect(files.map((file) => mark(file))).toEqual([{ user_version: 10 }, { user_version: 10 }]);
});

test("a folder that cannot be created is reported with its name", async () => {
  // Nobody writes there, on Linux; elsewhere it is not there
  await expectRefused(/nowhere/, "/proc/nowhere");
});

test("on a full disk writes are answered with 503 and when to call again, reads are answered, and nothing acknowledged is lost", async () => {
  // No file may grow beyond half a megabyte, or one: shells count differently
  const command = [process.execPath, "src/cli.ts"];
  const child = spawn(
    "sh",
    ["-c", 'ulimit -f 1000; exec "$@"', "sh", ...command, "sandbox", "--port", "0", "--db", db],
    {
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  onTestFinished(() => void child.kill("SIGKILL"));
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
  const happening = await fetch(`${url}/_sandbox/worlds/demo/happenings`, {
    method: "POST",
    headers: { "x-sandbox-control": "1" },
    body: JSON.stringify({ name: "demographicsSet", user_id: runner, demographics: { note: "x".repeat(20_000) } }),
  });
  expect([happening.status, await happening.json()]).toEqual([503, { error: { message: unavailable } }]);
  expect((await client.GET("/v2/providers/")).status).toBe(200);
  child.kill("SIGKILL");
  await once(child, "close");
  // The operator learns what to do about it
  expect(errors).toMatch(
    /^error: POST \/v2\/user\/ failed: Error \(SQLite: (?:disk I\/O error|database or disk is full)\)/,
  );
  const sandbox = await startSandbox({ db });
  const { apiKey, fetch: inProcess } = sandbox;
  const again = createClient({ apiKey, baseUrl: "http://sandbox", fetch: inProcess });
  for (const [client_user_id, user_id] of users) {
    const found = await again.GET("/v2/user/resolve/{client_user_id}", { params: { path: { client_user_id } } });
    expect(found).toMatchObject({ ok: true, data: { user_id } });
  }
  await sandbox.close();
});

test("a log without its world is not used for a new one", async () => {
  await makeFolder(true);
  fs.rmSync(join(db, "worlds", "demo.db"));
  await expect(startSandbox({ db })).rejects.toThrow(/demo\.db-wal exists/);
});

test("a link is followed, and what a killed process left behind is removed", async () => {
  fs.mkdirSync(db);
  const link = join(directory, "link");
  fs.symlinkSync(db, link);
  const first = await startSandbox({ db: link });
  await first.simulate.organizationTeamAdded({ team_name: "Linked", region: "us" });
  await first.openWorld("kept", { seed: "empty" });
  await first.openWorld("lost", { seed: "empty" });
  await first.close();
  for (const name of ["half.db.new", "dropped.db.7.gone"]) fs.writeFileSync(join(db, "worlds", name), "");
  fs.rmSync(join(db, "worlds", "lost.db"));
  const second = await startSandbox({ db });
  const { teams } = (await (
    await second.fetch(`http://sandbox/v1/org/${second.orgId}/team?search_query=Linked`, {
      headers: { "X-Management-Key": second.managementKey },
    })
  ).json()) as { teams: unknown[] };
  expect(teams).toHaveLength(1);
  const { body: worlds } = await control("GET /worlds", undefined, second);
  expect(worlds).toMatchObject({ worlds: [{ id: "demo" }, { id: "kept" }] });
  await second.close();
  expect(fs.readdirSync(join(db, "worlds")).toSorted()).toEqual(["demo.db", "kept.db"]);
});

test("a lost index is made anew from the worlds, and a file of a world that was put there is served, from then on", async () => {
  const first = await startSandbox({ db });
  const kept = await first.openWorld("Kept", { seed: "empty", ttl: { days: 1 } });
  await first.close();
  fs.rmSync(join(db, "index.db"));
  const other = join(directory, "other");
  const second = await startSandbox({ db });
  const moved = await second.openWorld("Kept");
  expect([moved.apiKey, moved.teamId]).toEqual([kept.apiKey, kept.teamId]);
  await second.close();
  await (await startSandbox({ db: other })).close();
  fs.copyFileSync(join(db, "worlds", "=kept.db"), join(other, "worlds", "=kept.db"));
  // The first start makes its entry in the index, the next one finds it there
  for (let start = 1; start <= 2; start += 1) {
    const third = await startSandbox({ db: other });
    const { body: worlds } = await control("GET /worlds", undefined, third);
    expect(worlds).toMatchObject({ worlds: [{ id: "demo" }, { id: "Kept" }] });
    expect((await third.openWorld("Kept")).apiKey).toBe(kept.apiKey);
    await third.close();
  }
});

test("a folder is one sandbox's at a time, in this process and among processes, and the command says so", async () => {
  const sandbox = await startSandbox({ db });
  await expect(startSandbox({ db })).rejects.toThrow(/in use by another sandbox/);
  const other = startCommand("cli.ts", ["sandbox", "--port", "0", "--db", db]);
  expect(await other.ended).toBe(2);
  expect(other.output.stderr).toContain("is in use by another sandbox.");
  // The refusals have not taken the file from the first one
  await sandbox.simulate.organizationTeamAdded({ team_name: "Still here", region: "us" });
  await sandbox.close();
  const again = await startSandbox({ db });
  await again.close();
});

test("the name of a removed world is free at once: its log is not in the way of another, whenever the process dies", async () => {
  await makeFolder(true);
  const files = () => fs.readdirSync(join(db, "worlds"));
  const store = new FolderStore(db);
  const { identity } = store.index.find("id", "demo") ?? {};
  if (identity === undefined) throw new Error("There is no first world.");
  store.remove("demo");
  expect(files().filter((name) => !name.endsWith(".gone"))).toEqual([]);
  const draft = makeDraft();
  writeRow(new Database(() => draft), { identity });
  store.keep("demo", draft);
  store.index.add({ identity, createdAtMs: 0, ttlMs: null });
  expect(readRow(new Database(() => store.connect("demo")))).toEqual({ identity });
  await store.close();
  expect(files()).toEqual(["demo.db"]);
  // Looks for a world that is not there, and makes none
  const looking = new FolderStore(db);
  expect(() => looking.connect("nowhere")).toThrow(/is not there/);
  await looking.close();
  expect(files()).toEqual(["demo.db"]);
});

test("a removal that was cut short is completed by the next start", async () => {
  await makeFolder(true);
  fs.renameSync(join(db, "worlds", "demo.db"), join(db, "worlds", "demo.db.7-1.gone"));
  const sandbox = await startSandbox({ db });
  await sandbox.close();
  expect(fs.readdirSync(join(db, "worlds"))).toEqual(["demo.db"]);
});

test("a world that cannot be read, or is dropped meanwhile, keeps no other from what is due in it", async () => {
  const first = await startSandbox({ db });
  for (const name of ["broken-1", "dropped", "z-broken-2"]) await first.openWorld(name, { seed: "empty" });
  await first.close();
  for (const name of ["broken-1", "z-broken-2"]) fs.writeFileSync(join(db, "worlds", `${name}.db`), "text");
  const lines: string[] = [];
  const all = Promise.withResolvers<void>();
  const log = (line: string) => void (lines.push(line) === 2 && all.resolve());
  const second = await startSandbox({ db, log });
  const dropped = await control("DELETE /worlds/dropped", undefined, second);
  expect(dropped.status).toBe(200);
  await all.promise;
  // Has each of them been looked at?
  for (let call = 0; call < 5; call += 1) await second.clock.now();
  expect(lines).toEqual(new Array(2).fill(expect.stringMatching(/^error: looking for work that is due failed/)));
  await second.close();
});

/** The words of the log and of the command about a file that may not be opened; here it is a folder, which nobody opens as a file. */
const closedFile = (id: string) =>
  `${join(fs.realpathSync(db), "worlds", `${id}.db`)} cannot be opened (unable to open database file). Allow reading and writing there, or restore it from a backup.`;

test("a world whose file may not be opened is named, at the start and in the log, and its calls are answered with 503", async () => {
  const first = await startSandbox({ db });
  const { apiKey } = await first.openWorld("closed", { seed: "empty" });
  await first.close();
  const close = (id: string) => {
    fs.renameSync(join(db, "worlds", `${id}.db`), join(directory, id));
    fs.mkdirSync(join(db, "worlds", `${id}.db`));
  };
  close("closed");
  const looked = Promise.withResolvers<string>();
  const lines: string[] = [];
  const log = (line: string) => {
    lines.push(line);
    looked.resolve(line);
  };
  const second = await startSandbox({ db, log });
  expect(await looked.promise).toBe(`error: looking for work that is due failed: ${closedFile("closed")}`);
  const answer = await second.fetch("http://sandbox/v2/providers/", { headers: { "x-service-api-key": apiKey } });
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "1"]);
  expect(lines[1]).toBe(`error: GET /v2/providers/ failed: ${closedFile("closed")}`);
  await second.close();
  close("demo");
  const command = startCommand("cli.ts", ["sandbox", "--port", "0", "--db", db]);
  expect(await command.ended).toBe(2);
  expect(command.output.stderr).toBe(`error: ${closedFile("demo")}\n`);
});

test.each(["EACCES", "EPERM", "ENOSPC"])(
  "a world that cannot be made because of %s is answered with 503",
  async (code) => {
    const sandbox = await startSandbox({ db, log: () => {} });
    onTestFinished(() => sandbox.close());
    const keep = vi.spyOn(FolderStore.prototype, "keep").mockImplementation(() => {
      throw Object.assign(new Error(`${code}: not permitted`), { code });
    });
    onTestFinished(() => keep.mockRestore());
    expect(await control("PUT /worlds/new", { seed: "empty" }, sandbox)).toMatchObject({ status: 503 });
  },
);

test.each([
  ["is gone", undefined],
  // Not even root writes there, on Linux; elsewhere it is not there
  ["takes no file", "/proc"],
] as const)("a sandbox whose folder of worlds %s is not ready, and says which it is", async (_, target) => {
  const lines: string[] = [];
  const sandbox = await startSandbox({ db, log: (line) => void lines.push(line) });
  onTestFinished(() => sandbox.close());
  const ready = async () => (await sandbox.fetch("http://sandbox/ready")).status;
  expect(await ready()).toBe(200);
  const worlds = join(fs.realpathSync(db), "worlds");
  fs.renameSync(worlds, join(directory, "moved"));
  if (target !== undefined) fs.symlinkSync(target, worlds);
  const said = `error: the database cannot be used: ${worlds} cannot be written to (CODE). Allow reading and writing there, on a disk with free space.`;
  expect([await ready(), lines.map((line) => line.replace(/(?:ENOENT|EACCES)/, "CODE"))]).toEqual([503, [said]]);
  fs.rmSync(worlds, { force: true });
  fs.renameSync(join(directory, "moved"), worlds);
  expect(await ready()).toBe(200);
  expect(fs.readdirSync(worlds).filter((name) => !name.startsWith("demo.db"))).toEqual([]);
});

test("calls that wait for a copy which fails make one copy", async () => {
  const sandbox = await startSandbox({ db });
  const origin = await sandbox.openWorld("origin");
  const burst = origin.simulate.backfillArrived({
    user_id: runner,
    provider: "demo_ring",
    resource: "steps",
    days: 2000,
  });
  // It has begun when a call that came later is answered
  await sandbox.clock.now();
  const answers = await Promise.all([
    control("DELETE /worlds/origin", undefined, sandbox),
    ...["origin", "demo", "demo", "demo"].map((copy_of) => control("PUT /worlds/copy", { copy_of }, sandbox)),
  ]);
  await burst;
  expect(answers.map(({ status }) => status)).toEqual([200, 404, 201, 200, 200]);
  await sandbox.close();
  expect(fs.readdirSync(join(db, "worlds")).toSorted()).toEqual(["copy.db", "demo.db"]);
});
