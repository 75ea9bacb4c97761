// A second process on the same PostgreSQL: it stands by, takes over when the first one is gone, and never writes beside it.
import { expect, onTestFinished, test } from "vitest";
import { startCommand } from "../commands.ts";
import { needs } from "../run/needs.ts";
import { createDatabase, runSql } from "./postgres.ts";

const key = { "x-service-api-key": "sk_demo_team", "content-type": "application/json" };

/** Starts the command, without waiting until it is ready. */
function start(db: string, port: string) {
  const command = startCommand("cli.ts", ["sandbox", "--port", port, "--db", db]);
  onTestFinished(async () => {
    command.child.kill("SIGCONT");
    command.child.kill("SIGKILL");
    await command.ended;
  });
  return command;
}

/** A port that is free now. */
async function freePort(): Promise<string> {
  const { createServer } = process.getBuiltinModule("node:net");
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}

const create = async (url: string, client_user_id: string) =>
  (await fetch(`${url}/v2/user/`, { method: "POST", headers: key, body: JSON.stringify({ client_user_id }) })).status;

const statusOf = async (url: string) => (await fetch(url, { headers: key }).catch(() => undefined))?.status;

/** Starts two on one database: the first is ready, and the second listens. */
async function startTwo() {
  const db = await createDatabase();
  const first = start(db, "0");
  const [, firstUrl = ""] = await first.printed(/^Sandbox ready at (\S+),/m);
  const port = await freePort();
  const second = start(db, port);
  const secondUrl = `http://127.0.0.1:${port}`;
  await expect.poll(() => statusOf(`${secondUrl}/health`)).toBe(200);
  return { db, first, firstUrl, second, secondUrl };
}

/** Ends the connection that holds the lock of the process that has the database. */
const endLock = (db: string) =>
  runSql(
    db,
    `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ExclusiveLock' AND granted
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );

test.runIf(needs("PostgreSQL"))(
  "a second process stands by, takes over within two seconds, and has what the first one acknowledged",
  async () => {
    const { first, firstUrl, second, secondUrl } = await startTwo();
    expect([await statusOf(`${secondUrl}/ready`), await create(secondUrl, "early")]).toEqual([503, 503]);
    expect(await create(firstUrl, "kept")).toBe(200);
    first.child.kill("SIGKILL");
    await first.ended;
    const goneMs = performance.now();
    await expect.poll(() => statusOf(`${secondUrl}/ready`)).toBe(200);
    const tookMs = performance.now() - goneMs;
    await second.printed(/^Sandbox ready at/m);
    expect(await statusOf(`${secondUrl}/v2/user/resolve/kept`)).toBe(200);
    expect(await create(secondUrl, "later")).toBe(200);
    // A busy machine takes longer for all of it
    expect(tookMs).toBeLessThan(30_000);
  },
);

test.runIf(needs("PostgreSQL"))(
  "a process that lost its lock while it was stopped writes nothing when it goes on",
  async () => {
    const { db, first, firstUrl, secondUrl } = await startTwo();
    expect(await create(firstUrl, "kept")).toBe(200);
    first.child.kill("SIGSTOP");
    const waiting = create(firstUrl, "stopped");
    await endLock(db);
    await expect.poll(() => statusOf(`${secondUrl}/ready`)).toBe(200);
    expect(await create(secondUrl, "by-the-second")).toBe(200);
    first.child.kill("SIGCONT");
    expect(await waiting).toBe(503);
    expect([await create(firstUrl, "by-the-first"), await statusOf(`${firstUrl}/ready`)]).toEqual([503, 503]);
    for (const [name, status] of [
      ["kept", 200],
      ["by-the-second", 200],
      ["stopped", 404],
      ["by-the-first", 404],
    ] as const) {
      expect([name, await statusOf(`${secondUrl}/v2/user/resolve/${name}`)]).toEqual([name, status]);
    }
  },
);

test.runIf(needs("PostgreSQL"))(
  "when the connection of the lock is ended, one of two processes writes, and nothing acknowledged is lost",
  async () => {
    const { db, firstUrl, secondUrl } = await startTwo();
    const acknowledged: string[] = [];
    const isDone = { value: false };
    const writeTo = async (url: string, of: string) => {
      for (let number = 0; !isDone.value; number += 1) {
        const name = `${of}-${number}`;
        if ((await create(url, name)) === 200) acknowledged.push(name);
      }
    };
    const writing = [writeTo(firstUrl, "first"), writeTo(secondUrl, "second")];
    for (let round = 0; round < 3; round += 1) {
      const before = acknowledged.length;
      await endLock(db);
      await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 5);
    }
    isDone.value = true;
    await Promise.all(writing);
    const ready = async () => [await statusOf(`${firstUrl}/ready`), await statusOf(`${secondUrl}/ready`)];
    // The lock was ended a moment ago
    await expect.poll(async () => (await ready()).toSorted()).toEqual([200, 503]);
    const active = (await ready())[0] === 200 ? firstUrl : secondUrl;
    const found = await Promise.all(acknowledged.map((name) => statusOf(`${active}/v2/user/resolve/${name}`)));
    expect(new Set(found)).toEqual(new Set([200]));
  },
);
