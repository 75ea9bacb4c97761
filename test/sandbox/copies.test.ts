// A copy of a world: everything is in it, and it goes on apart from its origin.
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
  const created = async (client_user_id: string) =>
    (await unwrap(client.POST("/v2/user/", { body: { client_user_id } }))).user_id;
  const { id: endpoint_id } = await world.endpoints.register({ url: receiver.url });
  // A long key, and those that look like the hash of one
  const user_id = await created(`long ${"x".repeat(900)}`);
  await created("#1");
  await simulate.connectionMade({ user_id, provider: "demo_ring" });
  const data = { "of \u0000 \ud83d\ude00": 1e21, team_of_mine: world.teamId };
  await simulate.dataArrived({ user_id, provider: "demo_ring", resource: "sleep", data });
  await simulate.linkTokenMinted({ user_id });
  await unwrap(client.POST("/v2/link/code/create", { params: { query: { user_id } } }));
  const path = { user_id: runner };
  await unwrap(client.POST("/v2/user/{user_id}/create_portal_url", { params: { path }, body: { context: "launch" } }));
  const order = await unwrap(client.POST("/v3/order", { body: { user_id }, idempotencyKey: "#key" }));
  const order_id = order.id;
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

/** Answers of the service and of inspections, with deliveries by their order, and without the ids of the team and its organization. */
async function answers(world: SandboxWorld): Promise<unknown> {
  const get = async (path: string) => {
    const response = await sandbox.fetch(`http://sandbox${path}`, { headers: { "x-service-api-key": world.apiKey } });
    return [path, response.status, await response.json()] as const;
  };
  const events = await world.events.all();
  const userIds = [runner, ...new Set(events.flatMap(({ user_id }) => user_id ?? []))];
  const about = async (user_id: string) => [
    (await world.records.users({ user_id }))[0],
    await world.records.connections({ user_id }),
    await world.records.healthData({ user_id }),
    await world.records.linkCodes({ user_id }),
    await get(`/v2/user/providers/${user_id}`),
    await get(`/v2/summary/sleep/${user_id}?start_date=2026-01-01`),
  ];
  const deliveries = await world.deliveries.list();
  const all = {
    users: await Promise.all(userIds.map(about)),
    others: await Promise.all(
      ["/v2/user/resolve/demo-runner-01", "/v2/user/resolve/%231", "/v2/providers/", "/v3/lab_tests"].map(get),
    ),
    now: await world.clock.now(),
    events: events.map(({ place: _, ...event }) => event),
    endpoints: await world.endpoints.list(),
    faults: await world.faults.list(),
    deliveries: deliveries.map(({ id: _, ...delivery }) => delivery),
    attempts: await Promise.all(deliveries.map(({ id }) => world.deliveries.attempts(id))),
  };
  return JSON.parse(
    JSON.stringify(all).replaceAll(world.teamId, "the team").replaceAll(world.orgId, "the organization"),
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

/** A repetition of the order that was placed with the key "#key". */
async function orderedAgain(world: SandboxWorld): Promise<unknown> {
  const headers = { "x-service-api-key": world.apiKey, "content-type": "application/json", "idempotency-key": "#key" };
  const [{ user_id } = {}] = await world.events.ofType("provider.connection.created");
  const body = JSON.stringify({ user_id });
  const response = await sandbox.fetch("http://sandbox/v3/order", { method: "POST", headers, body });
  return ((await response.json()) as { id: unknown }).id;
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

  test("a copy answers as its origin, delivers what the origin delivers, and has keys and ids of a team of its own", async () => {
    const origin = await full.copy();
    const copy = await origin.copy();
    expect(
      new Set(
        [origin, copy, full].flatMap(({ apiKey, managementKey, teamId, orgId }) => [
          apiKey,
          managementKey,
          teamId,
          orgId,
        ]),
      ).size,
    ).toBe(12);
    expect(await answers(copy)).toEqual(await answers(full));
    expect(await orderedAgain(copy)).toBe(await orderedAgain(full));
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
    const before = await answers(full);
    const copy = await full.copy();
    await copy.simulate.userDeleted({ user_id: runner });
    await copy.reset("empty");
    expect(await answers(full)).toEqual(before);
    expect(await copy.events.all()).toEqual([]);
  });
});
