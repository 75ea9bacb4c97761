// What can be said of a full sandbox without a clock: every statement goes straight to its rows, and no call reads more of them where there are more.
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../../src/tools/sandbox/start-sandbox.ts";
import { openSqlite } from "../../../src/tools/sandbox/store/sqlite.ts";
import { depth } from "../../run/depth.ts";
import { endure } from "./endurance/run.ts";
import { eventsPerUser, filledId, filledName, fillFile, fillTime } from "./filled.ts";
import { patient, Receiver } from "./receiver.ts";
import { reasonForSlowness, statementsOf } from "./store-statements.ts";

const directory = mkdtempSync(join(tmpdir(), "scale-"));
afterAll(() => rmSync(directory, { recursive: true }));

/**
 * Runs once at a start, lists the few tokens, does away with a whole world or copies one, or passes over the worlds that have expired since the last sweep.
 */
const exempt = [
  /^INSERT INTO records \(world, kind, id, owner, name, body\)\s+SELECT \?/,
  /^SELECT place, payload AS json FROM due_work WHERE world = \? AND kind = 'redelivery'$/,
  /^SELECT \* FROM worlds WHERE \(expires_at_ms IS NULL OR expires_at_ms > \?\) AND place > \? ORDER BY place LIMIT \?$/,
  /^SELECT id, wake_at_ms FROM worlds WHERE wake_at_ms IS NOT NULL$/,
  /^SELECT \* FROM tokens ORDER BY created_at_ms, name$/,
  /^INSERT INTO attempts \(delivery, number, at_ms, exchange\)\s+SELECT made\.place/,
  /^DELETE FROM attempts WHERE delivery IN \(SELECT place FROM deliveries WHERE world = \?\)$/,
];

test("no statement walks over rows that it does not want", async () => {
  const { ran } = await statementsOf(async () => {
    const random = {
      mode: "in-process",
      seed: 42,
      mostCommands: depth(50, 100),
      sequences: depth(1, 3),
      shrinkMs: 10_000,
    } as const;
    expect((await endure({ ...random, directory })).disagreement).toBeUndefined();
    // What the page for people asks, which reads from the latest on
    const store = openSqlite(":memory:");
    await store.reading(async (inside) => {
      const { collection, events, deliveries } = inside.world("w");
      await collection("users", () => ({})).latest(9, 9);
      await events.latest(9, 9);
      await events.latest(9, 9, "somebody");
      await inside.worlds.page(0, 9, 0);
      await inside.worlds.expired(0, 9);
      for (const state of [undefined, "parked"] as const) await deliveries.latest(9, 9, state);
    });
    await store.close();
  });
  const statements = [...new Set(ran.map(({ sql }) => sql))].filter(
    (sql) => /^(SELECT|INSERT|UPDATE|DELETE)/.test(sql) && !exempt.some((one) => one.test(sql)),
  );
  expect(statements.length).toBeGreaterThan(25);
  const slow = statements.map((sql) => ({ sql, reason: reasonForSlowness(sql) }));
  expect(slow.filter(({ reason }) => reason !== undefined)).toEqual([]);
});

test("a statement that walks is noticed", () => {
  expect(reasonForSlowness("SELECT * FROM records WHERE body = ?")).toMatch(/SCAN records/);
  expect(reasonForSlowness("SELECT * FROM events WHERE world = ? AND type = ? ORDER BY place")).toMatch(
    /type is filtered/,
  );
  expect(reasonForSlowness("SELECT * FROM events WHERE world = ? AND user_id = ? ORDER BY at_ms")).toMatch(
    /TEMP B-TREE/,
  );
  expect(reasonForSlowness("DELETE FROM deliveries WHERE world = ? AND endpoint_id = ? AND state IN ('due')")).toMatch(
    /endpoint_id/,
  );
});

describe("with ten times the users", () => {
  const sizes = [40, 400];
  /** The larger one again: to deliver its backlog would change what the calls read. */
  const backlog = join(directory, "backlog.db");
  let receiver: Receiver;
  let sandboxes: Sandbox[] = [];

  beforeAll(async () => {
    receiver = await Receiver.start();
    for (const users of sizes) {
      const file = join(directory, `${users}.db`);
      await fillFile(file, { users, receiver: receiver.url, retryAtMs: Date.parse(fillTime) + 3_600_000 });
      copyFileSync(file, backlog);
      sandboxes.push(await startSandbox({ ...patient, db: file }));
    }
  });
  afterAll(async () => {
    for (const sandbox of sandboxes) await sandbox.close();
    sandboxes = [];
    await receiver.close();
  });

  /** Calls, and tells how many rows were read and the most by one statement. */
  async function rowsOf(sandbox: Sandbox, method: string, path: string, body?: object) {
    // The use of a world is noted once a minute: now, and not by the call that is looked at
    const used = await sandbox.fetch("http://127.0.0.1/_sandbox/worlds/demo", {
      headers: { "x-sandbox-control": "1" },
    });
    await used.text();
    const { ran } = await statementsOf(async () => {
      const response = await sandbox.fetch(`http://127.0.0.1${path}`, {
        method,
        headers: {
          "x-service-api-key": sandbox.apiKey,
          "x-sandbox-control": "1",
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      expect([path, response.status]).toEqual([path, 200]);
      await response.text();
    });
    const rows = ran.map((one) => one.rows);
    return { statements: rows.length, rows: rows.reduce((sum, one) => sum + one, 0), most: Math.max(...rows) };
  }

  const world = "/_sandbox/worlds/demo";
  // Events of every tenth user wait behind one that has failed: they leave the courier nothing to do meanwhile
  test.each<[method: string, path: string, body?: object]>([
    ["GET", `/v2/user/resolve/${filledName(7)}`],
    ["GET", `/v2/user/providers/${filledId(7)}`],
    ["GET", `/v2/summary/sleep/${filledId(7)}`],
    ["POST", "/v2/user/", { client_user_id: "one-more" }],
    ["POST", "/v3/order", { user_id: filledId(10) }],
    ["POST", `/v2/user/refresh/${filledId(20)}`],
    ["POST", `${world}/simulate/dataArrived`, { user_id: filledId(30), provider: "demo_ring", resource: "sleep" }],
    ["POST", `${world}/simulate/userDeleted`, { user_id: filledId(9) }],
    ["GET", "/_sandbox/worlds"],
    ["GET", `${world}/users?limit=10&after=50`],
    ["GET", `${world}/orders?limit=10&after=50`],
    ["GET", `${world}/events?limit=10&after=50`],
    ["GET", `${world}/events?limit=10&user_id=${filledId(5)}`],
    ["GET", `${world}/deliveries?limit=10&after=50`],
    ["GET", `${world}/deliveries?limit=2&state=due`],
    ["GET", `${world}/deliveries?limit=10&state=parked`],
  ])("%s %s reads as many rows", async (method, path, body) => {
    // What the courier still has in hand would be counted, too
    await Promise.all(sandboxes.map((sandbox) => sandbox.settled()));
    const [few, many] = [
      await rowsOf(sandboxes[0] as Sandbox, method, path, body),
      await rowsOf(sandboxes[1] as Sandbox, method, path, body),
    ];
    expect(many).toEqual(few);
    expect(few.statements).toBeGreaterThan(0);
    expect(many.most).toBeLessThanOrEqual(30);
  });

  test("a backlog is never read whole, and all of it is delivered", async () => {
    const sandbox = await startSandbox({ ...patient, db: backlog });
    const before = receiver.received.length;
    const { ran } = await statementsOf(() => sandbox.clock.advance({ hours: 1 }));
    await sandbox.close();
    // One user out of ten
    expect(receiver.received.length - before).toBeGreaterThanOrEqual((400 / 10) * eventsPerUser);
    expect(Math.max(...ran.map(({ rows }) => rows))).toBe(32);
  });
});
