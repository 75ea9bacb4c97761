// A sandbox that is killed in the middle of its work: the next one on its database goes on with it, and has every acknowledged write.
import { execSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createClient } from "../../src/client/index.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/start-sandbox.ts";
import { projectDirectory } from "../../src/shared/contract/index.ts";
import { startCommand } from "../commands.ts";
import { depth } from "../run/depth.ts";
import { numbered, numbersOf, runner } from "./cast.ts";
import { patient, Receiver } from "./receiver.ts";

const startMs = Date.parse("2026-03-02T09:00:00Z");
let directory: string;
let db: string;
let receiver: Receiver;
let next: Sandbox | undefined;

/** A database with an endpoint. */
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "killed-"));
  db = join(directory, "sandbox");
  receiver = await Receiver.start();
  const first = await startSandbox({ db, frozen: true, now: new Date(startMs) });
  await first.endpoints.register({ url: receiver.url });
  await first.close();
});
afterEach(async () => {
  await next?.close();
  await receiver.close();
  rmSync(directory, { recursive: true });
});

/** Starts a process on the database. */
async function startProcess() {
  const killed = startCommand("cli.ts", ["sandbox", "--port", "0", "--db", db]);
  const [, url = ""] = await killed.printed(/^Sandbox ready at (\S+),/m);
  const kill = () => {
    killed.child.kill("SIGKILL");
    return killed.ended;
  };
  return { url, kill };
}

test("the next sandbox does what a killed one had begun: its deliveries in order, and its advance of the clock", async () => {
  const { url, kill } = await startProcess();
  const headers = { "x-sandbox-control": "1", "content-type": "application/json" };
  const control = (method: string, path: string, body: object) =>
    fetch(`${url}/_sandbox/worlds/demo/${path}`, { method, headers, body: JSON.stringify(body) });
  const arrived = Promise.withResolvers<void>();
  receiver.answering = () => {
    if (receiver.received.length > 1) return 204;
    arrived.resolve();
    return undefined;
  };
  for (const number of [1, 2]) {
    const data = { name: "dataArrived", user_id: runner, provider: "demo_ring", resource: "sleep", data: { number } };
    expect((await control("POST", "happenings", data)).status).toBe(200);
  }
  await arrived.promise;
  // It waits for the delivery, and is kept long before so many other calls are answered
  const advanced = control("PATCH", "clock", { advance: { hours: 1 } }).catch(() => {});
  for (let calls = 0; calls < 20; calls += 1) await control("PATCH", "clock", { is_frozen: true });
  await Promise.all([kill(), advanced]);
  const sandbox = await startSandbox({ db, ...patient });
  next = sandbox;
  await expect.poll(async () => (await sandbox.clock.now()).getTime()).toBe(startMs + 3_600_000);
  await numbered(sandbox, runner, 3);
  await sandbox.settled();
  expect(numbersOf(receiver.received, runner)).toEqual([1, 1, 2, 3]);
  expect(new Set(receiver.ids).size).toBe(3);
});

test("what many writers were acknowledged is there after each kill, each order with its event, which is delivered", async () => {
  const [users, orders]: [Set<string>, Set<string>] = [new Set(), new Set()];
  for (let round = 1; round <= depth(2, 12); round += 1) {
    const { url, kill } = await startProcess();
    const client = createClient({ apiKey: "sk_demo_team", baseUrl: url, maxRetries: 0 });
    const write = async (writer: number) => {
      for (let number = 0; ; number += 1) {
        const user = await client.POST("/v2/user/", { body: { client_user_id: `${round}-${writer}-${number}` } });
        if (user.ok) users.add(user.data.user_id);
        const order = await client.POST("/v3/order", { body: {} });
        if (order.ok) orders.add(String(order.data.id));
      }
    };
    const writers = Array.from({ length: 8 }, (_, writer) => write(writer).catch(() => {}));
    await expect.poll(() => orders.size, { interval: 1 }).toBeGreaterThanOrEqual(50 * round);
    await Promise.all([kill(), ...writers]);
  }
  next = await startSandbox({ db, ...patient });
  const kept = await next.records.orders();
  const ids = (await next.records.users()).map(({ user_id }) => user_id);
  expect([...users].filter((id) => !ids.includes(id))).toEqual([]);
  expect([...orders].filter((id) => !kept.some((order) => order.id === id))).toEqual([]);
  const events = await next.events.ofType("order.created");
  // The demo cast's orders were not created by a call
  expect(events.map(({ payload }) => payload.data.order_id)).toEqual(kept.slice(3).map(({ id }) => id));
  // Also what this process took too long to answer, which is tried again later
  await next.clock.advance({ days: 5 });
  expect(new Set(receiver.ids)).toEqual(new Set(events.map(({ id }) => id)));
});

test("a backup of a killed sandbox, by the command of OPERATE.md, has everything", async () => {
  const { url, kill } = await startProcess();
  const client = createClient({ apiKey: "sk_demo_team", baseUrl: url });
  expect((await client.POST("/v2/user/", { body: { client_user_id: "kept" } })).ok).toBe(true);
  await kill();
  const page = readFileSync(join(projectDirectory, "src/sandbox/OPERATE.md"), "utf8");
  for (const [command] of page.matchAll(/^cp .+$/gm)) execSync(command, { cwd: directory });
  next = await startSandbox({ db: join(directory, "backup-2") });
  expect(await next.records.users({ client_user_id: "kept" })).toHaveLength(1);
});
