// A copy of a world has everything that the world has, delivers the events that are due, and lives on apart from it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClient, unwrap } from "../../src/client/index.ts";
import { type Sandbox, type SandboxWorld, startSandbox } from "../../src/sandbox/start-sandbox.ts";
import { numbered, runner, walker } from "./cast.ts";
import { patient, Receiver } from "./receiver.ts";

const started = { frozen: true, now: new Date("2026-03-02T09:00:00.000Z"), seed: "demo" } as const;

let sandbox: Sandbox;
let receiver: Receiver;
/** A world with something of every kind. */
let full: SandboxWorld;

/** Lets something of every kind happen in a world: deliveries in every state, a held event, and work that is due. */
async function live(world: SandboxWorld): Promise<void> {
  const { simulate, clock } = world;
  const client = createClient({ apiKey: world.apiKey, baseUrl: "http://sandbox", fetch: sandbox.fetch, maxRetries: 0 });
  const { user_id } = await unwrap(client.POST("/v2/user/", { body: { client_user_id: "mine-01" } }));
  const { id: endpoint_id } = await world.endpoints.register({ url: receiver.url });
  await simulate.connectionMade({ user_id, provider: "demo_ring" });
  const data = { "of \u0000 \ud83d\ude00": 1e21, team_of_mine: world.teamId };
  await simulate.dataArrived({ user_id, provider: "demo_ring", resource: "sleep", data });
  await simulate.linkTokenMinted({ user_id });
  await unwrap(client.POST("/v2/link/code/create", { params: { query: { user_id } } }));
  const path = { user_id: runner };
  await unwrap(client.POST("/v2/user/{user_id}/create_portal_url", { params: { path }, body: { context: "launch" } }));
  const { id: order_id } = await unwrap(client.POST("/v3/order", { body: { user_id }, idempotencyKey: "key" }));
  await unwrap(
    client.POST("/v3/order/{order_id}/phlebotomy/appointment/book", { params: { path: { order_id } }, body: {} }),
  );
  await simulate.resultPublished({ order_id, results: [{ marker: "glucose", value: 91 }] });
  await world.settled();
  receiver.answering = () => 500;
  await numbered(world, runner, 1);
  await world.settled();
  await clock.advance({ days: 5 });
  receiver.answering = () => 204;
  await world.faults.add({ endpoint_id, effect: "redelivery", delay: { days: 3 }, count: 1 });
  await numbered(world, runner, 2);
  await world.settled();
  await numbered(world, runner, 3);
  receiver.answering = () => 500;
  await numbered(world, user_id, 4);
  await numbered(world, user_id, 5);
  await world.faults.add({ endpoint_id, effect: "reorder_within_user", delay: { hours: 9 } });
  await numbered(world, user_id, 6);
  await world.settled();
  const file = new File(["%PDF-1.4\n"], "report", { type: "application/pdf" });
  await unwrap(client.POST("/lab_report/v1/parser/job", { body: { file } }));
  await simulate.userDeleted({ user_id: walker });
  receiver.answering = () => 204;
}

/** All that a world has, without the ids of its team and its organization. */
async function readAll(world: SandboxWorld): Promise<unknown> {
  const deliveries = await world.deliveries.list();
  const attempts = await Promise.all(deliveries.map(({ id }) => world.deliveries.attempts(id)));
  return JSON.parse(
    JSON.stringify([await world.writeSeed(), await world.faults.list(), deliveries, attempts])
      .replaceAll(world.teamId, "the team")
      .replaceAll(world.orgId, "the organization"),
  );
}

/** Everything that a made world sends, until nothing is left: of each user in order, without what the world has as its own. */
async function sentBy(world: SandboxWorld): Promise<string[]> {
  await world.clock.advance({ days: 20 });
  const sent = receiver.received.map(({ body }) => body).filter((body) => body.includes(world.teamId));
  const userOf = (body: string) => String((JSON.parse(body) as { user_id?: string }).user_id);
  return sent
    .map((body) => body.replaceAll(world.teamId, "the team"))
    .sort((one, other) => userOf(one).localeCompare(userOf(other)));
}

describe.each(["memory", "a file"])("in %s", (kind) => {
  const directory = mkdtempSync(join(tmpdir(), "copies-"));
  let db: string;

  beforeAll(async () => {
    db = kind === "memory" ? ":memory:" : join(directory, "sandbox.db");
    sandbox = await startSandbox({ ...started, ...patient, db });
    receiver = await Receiver.start();
    full = await sandbox.createWorld({ ...started, settings: { psc_scheduling: true } });
    await live(full);
  });
  afterAll(async () => {
    await sandbox.close();
    await receiver.close();
    rmSync(directory, { recursive: true });
  });

  test("a copy has all that its origin has, delivers what the origin delivers, and has keys and ids of a team of its own", async () => {
    const origin = await full.copy();
    const copy = await origin.copy();
    const own = [origin, copy, full].flatMap((one) => [one.apiKey, one.managementKey, one.teamId, one.orgId]);
    expect(new Set(own).size).toBe(12);
    expect(await readAll(copy)).toEqual(await readAll(full));
    const sent = await sentBy(copy);
    expect(sent.length).toBeGreaterThan(4);
    // The one that is sent again days after it arrived in the first world
    expect(sent.filter((body) => body.includes('"number":2,'))).toHaveLength(1);
    expect(await sentBy(origin)).toEqual(sent);
  });

  test("what is being delivered while a world is copied is delivered from the copy, too, without another call", async () => {
    const slow = await Receiver.start();
    const world = await sandbox.createWorld(started);
    await world.endpoints.register({ url: slow.url });
    slow.answering = () => new Promise(() => {});
    await numbered(world, runner, 1);
    await expect.poll(() => slow.received).toHaveLength(1);
    slow.answering = () => 204;
    await world.copy();
    await expect.poll(() => slow.received).toHaveLength(2);
    await slow.close();
  });

  test("a copy and its origin change apart from each other", async () => {
    const before = await readAll(full);
    const copy = await full.copy();
    await copy.simulate.userDeleted({ user_id: runner });
    await copy.reset("empty");
    expect(await readAll(full)).toEqual(before);
    expect(await copy.events.all()).toEqual([]);
  });
});
