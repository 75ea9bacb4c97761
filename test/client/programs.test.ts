// Five programs as users write them, each against a sandbox: what the client is for, in as few lines as it takes.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, createClient, unwrap } from "../../src/client/index.ts";
import { parseEvent } from "../../src/events/index.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/start-sandbox.ts";

let sandbox: Sandbox;
let client: Client;
beforeAll(async () => {
  sandbox = await startSandbox({ seed: "empty", frozen: true, now: new Date("2026-01-31T12:00:00Z") });
  client = createClient({ apiKey: sandbox.apiKey, baseUrl: "http://sandbox", fetch: sandbox.fetch });
});
afterAll(() => sandbox.close());

/** Finds a user, and creates it when there is none. */
async function ensureUser(client_user_id: string): Promise<string> {
  const created = await client.POST("/v2/user/", { body: { client_user_id } });
  if (!created.ok && created.status === 400) return created.error.user_id;
  return (await unwrap(created)).user_id;
}

/** Refreshes a user, and reads the nights since a day. */
async function syncNights(user_id: string, since: string): Promise<readonly unknown[]> {
  const params = { path: { user_id } };
  await unwrap(client.POST("/v2/user/refresh/{user_id}", { params: { ...params, query: { timeout: 30 } } }));
  const { sleep = [] } = await unwrap(client.GET("/v2/summary/sleep/{user_id}", { params }));
  return sleep.filter(({ day }) => String(day) >= since).map(({ score }) => score);
}

/** Places an order once, however often it is called with the same key. */
async function order(user_id: string, idempotencyKey: string): Promise<string> {
  const { id } = await unwrap(client.POST("/v3/order", { body: { user_id }, idempotencyKey }));
  return id;
}

/** Uploads a report, and reads its results once there are some. */
async function upload(file: File): Promise<{ job_id: string; read: () => Promise<number> }> {
  const { id: job_id } = await unwrap(client.POST("/lab_report/v1/parser/job", { body: { file } }));
  const job = () => client.GET("/lab_report/v1/parser/job/{job_id}", { params: { path: { job_id } } });
  return { job_id, read: async () => (await unwrap(job())).results?.length ?? 0 };
}

/** Says what an event is about. */
function receive(body: string): string {
  const { name, event } = parseEvent(body);
  switch (name) {
    case "order.{event}":
      return `order ${event.data.order_id} is ${event.data.status}`;
    case "daily.data.{resource}.created":
      return `data of ${event.data.source.provider}`;
    default:
      return `nothing to do for ${event.event_type}`;
  }
}

test("ensure a user", async () => {
  const user_id = await ensureUser("ensured-01");
  expect(await ensureUser("ensured-01")).toBe(user_id);
});

test("sync a month", async () => {
  const user_id = await ensureUser("synced-01");
  await sandbox.simulate.connectionMade({ user_id, provider: "demo_ring" });
  for (const score of [70, 81, 77]) {
    await sandbox.simulate.dataArrived({ user_id, provider: "demo_ring", resource: "sleep", data: { score } });
    await sandbox.clock.advance({ days: 1 });
  }
  // The refresh brings the last one
  expect(await syncNights(user_id, "2026-02-01")).toEqual([81, 77, undefined]);
});

test("order and follow", async () => {
  const user_id = await ensureUser("ordering-01");
  const order_id = await order(user_id, "order-17");
  expect(await order(user_id, "order-17")).toBe(order_id);
  const status = "collecting_sample.testkit.problem_in_transit_lab";
  await sandbox.simulate.orderMoved({ order_id, status });
  const { payload } = (await sandbox.events.ofType("order.updated")).at(-1) ?? {};
  expect(receive(JSON.stringify(payload))).toBe(`order ${order_id} is ${status}`);
});

test("upload", async () => {
  const { job_id, read } = await upload(new File(["%PDF-1.7"], "report.pdf", { type: "application/pdf" }));
  expect(await read()).toBe(0);
  await sandbox.simulate.parsingJobFinished({ job_id, status: "completed" });
  expect(await read()).toBeGreaterThan(0);
});

test("receive", async () => {
  const user_id = await ensureUser("received-01");
  await sandbox.simulate.connectionMade({ user_id, provider: "demo_ring" });
  await sandbox.simulate.dataArrived({ user_id, provider: "demo_ring", resource: "steps" });
  const said = (await sandbox.events.ofUser(user_id)).map(({ payload }) => receive(JSON.stringify(payload)));
  expect(said).toEqual(["nothing to do for provider.connection.created", "data of demo_ring"]);
});
