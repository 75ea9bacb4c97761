// What the sandbox has acknowledged outlives it: on a full disk, and started on files that are foreign or in use.
import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createClient } from "../../src/client/index.ts";
import { sandboxCommand } from "../../src/sandbox/command.ts";
import { startSandbox } from "../../src/sandbox/start-sandbox.ts";
import { Failure } from "../../src/shared/terminal/index.ts";
import { runHere, startCommand } from "../commands.ts";

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
  const command = [process.execPath, "src/cli.ts"];
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
  const { apiKey, fetch: inProcess } = sandbox;
  const again = createClient({ apiKey, baseUrl: "http://sandbox", fetch: inProcess });
  for (const [client_user_id, user_id] of users) {
    const found = await again.GET("/v2/user/resolve/{client_user_id}", { params: { path: { client_user_id } } });
    expect(found).toMatchObject({ ok: true, data: { user_id } });
  }
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
  const other = startCommand("cli.ts", ["sandbox", "--port", "0", "--db", db]);
  expect(await other.ended).toBe(2);
  expect(other.output.stderr).toContain("is in use by another sandbox.");
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
