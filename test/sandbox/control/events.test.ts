// Events over HTTP: endpoints, deliveries with their attempts, parked ones sent again, and the live stream.
import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { ControlMessage, ResendFilter } from "../../../src/sandbox/control-client/index.ts";
import { walker } from "../cast.ts";
import { Receiver } from "../receiver.ts";
import { type ControlledSandbox, demo, startControlled } from "./controlled.ts";

const user_id = "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10";

let controlled: ControlledSandbox;
let receiver: Receiver;

beforeAll(async () => {
  controlled = await startControlled();
});
beforeEach(async () => {
  await controlled.sandbox.reset();
  receiver = await Receiver.start();
});
afterEach(() => receiver.close());
afterAll(async () => {
  await controlled.sandbox.close();
  expect(controlled.complaints).toEqual([]);
});

const registered = () =>
  controlled.control.POST("/_sandbox/worlds/{world_id}/endpoints", { params: demo, body: { url: receiver.url } });

const arrived = (day: string) =>
  controlled.sandbox.simulate.dataArrived({ user_id, provider: "demo_ring", resource: "steps", day });

const advanced = (advance: { days?: number }) => controlled.sandbox.clock.advance(advance);

test("parked events are sent again by a filter, or at once, and arrive", async () => {
  await registered();
  const removed = await registered();
  if (!removed.ok) throw new Error(removed.error.error.message);
  receiver.answering = () => 500;
  for (const day of ["2026-02-26", "2026-02-27", "2026-02-28"]) await arrived(day);
  await advanced({ days: 60 });
  const endpoint_id = removed.data.id;
  await controlled.sandbox.endpoints.remove(endpoint_id);
  // Deliveries to an endpoint that is gone stay as they are
  const parked = (await controlled.sandbox.deliveries.list({ state: "parked" })).filter(
    (one) => one.endpoint_id !== endpoint_id,
  );
  expect(parked).toHaveLength(3);
  receiver.answering = () => 204;
  receiver.received.length = 0;
  const resend = async (filter: ResendFilter) => {
    const { resend, list } = controlled.sandbox.deliveries;
    const resent = await resend(filter);
    await advanced({});
    return [resent, (await list({ state: "delivered" })).map(({ id }) => id)];
  };
  const [first = 0, second = 0, third = 0] = parked.map(({ id }) => id);
  expect(await resend({ event_type: "order.updated" })).toEqual([0, []]);
  expect(await resend({ user_id: walker })).toEqual([0, []]);
  expect(await resend({ endpoint_id })).toEqual([0, []]);
  expect(await resend({ state: "delivered" })).toEqual([0, []]);
  expect(await resend({ delivery_id: second })).toEqual([1, [second]]);
  expect(await resend({})).toEqual([2, [first, second, third]]);
  expect(await resend({ state: "delivered", user_id, event_type: "daily.data.steps.created" })).toEqual([
    3,
    [first, second, third],
  ]);
  expect(receiver.received).toHaveLength(6);
});

test("events, deliveries, users and orders are read a page at a time, all or those of a user", async () => {
  await registered();
  for (const day of ["2026-02-26", "2026-02-27", "2026-02-28"]) await arrived(day);
  const page = async (list: string, query = "") => {
    const headers = { "x-sandbox-control": "1" };
    const answer = await fetch(`${controlled.url}/_sandbox/worlds/demo/${list}?${query}`, { headers });
    const { next, ...body } = (await answer.json()) as Record<string, object[]> & { next: number | null };
    return { items: body[list.replace(/\/.*/, "")] ?? [], next };
  };
  for (const [list, length] of Object.entries({ events: 3, deliveries: 3, "records/users": 7, "records/orders": 3 })) {
    const all = await page(list);
    const first = await page(list, "limit=2");
    const rest = await page(list, `after=${first.next}`);
    expect([all.items.length, first.items.length, all.next, rest.next], list).toEqual([length, 2, null, null]);
    expect([...first.items, ...rest.items], list).toEqual(all.items);
  }
  for (const list of ["events", "records/orders"]) {
    expect((await page(list, `user_id=${user_id}`)).items).toHaveLength(3);
    expect((await page(list, `user_id=${walker}`)).items).toEqual([]);
  }
  expect((await page("records/users", "client_user_id=demo-runner-01")).items).toMatchObject([{ user_id }]);
});

test("a watcher sees calls with their faults, events, deliveries and control calls, in order", async () => {
  await registered();
  const stop = new AbortController();
  const messages: ControlMessage[] = [];
  const watching = await controlled.control.watch("demo", { signal: stop.signal });
  const delivered = (async () => {
    for await (const message of watching) {
      messages.push(message);
      if (message.type === "delivery") return;
    }
  })();
  await controlled.control.POST("/_sandbox/worlds/{world_id}/faults", {
    params: demo,
    body: { operation_id: "*", effect: "drop" },
  });
  await fetch(`${controlled.url}/v2/providers/?source_type=oauth`, {
    headers: { "x-service-api-key": "sk_demo_team" },
  }).catch(() => {});
  await controlled.sandbox.faults.remove("*");
  await fetch(`${controlled.url}/v2/user/resolve/nobody`, { headers: { "x-service-api-key": "sk_demo_team" } });
  await fetch(`${controlled.url}/v2/user/`, {
    method: "POST",
    headers: { "x-service-api-key": "sk_demo_team", "content-type": "application/json" },
    body: "{",
  });
  await arrived("2026-03-01");
  await delivered;
  stop.abort();
  expect(messages).toMatchObject([
    { type: "control", data: { operation_id: "addFault" } },
    {
      type: "request",
      data: { operation_id: "listProviders", method: "GET", status: null, fault_ids: [expect.any(String)] },
    },
    { type: "control", data: { operation_id: "removeFaults" } },
    {
      type: "request",
      data: { operation_id: "resolveUser", path: "/v2/user/resolve/nobody", status: 404, fault_ids: [] },
    },
    { type: "request", data: { operation_id: "createUser", status: 422 } },
    { type: "event", data: { event_type: "daily.data.steps.created", user_id } },
    { type: "control", data: { operation_id: "simulateHappening" } },
    { type: "delivery", data: { state: "delivered" } },
  ]);
});

/** A reader that says when it has the head of the stream. */
async function reader() {
  const socket = connect(Number(new URL(controlled.url).port), "127.0.0.1");
  socket.write("GET /_sandbox/worlds/demo/stream HTTP/1.1\r\nhost: 127.0.0.1\r\nx-sandbox-control: 1\r\n\r\n");
  socket.on("error", () => {});
  await once(socket, "data");
  return socket;
}

test("a reader that does not read is cut off, and the others miss nothing", async () => {
  const slow = await reader();
  slow.pause();
  const closed = new Promise<void>((done) => slow.once("close", () => done()));
  const stop = new AbortController();
  const watching = await controlled.control.watch("demo", { signal: stop.signal });
  const total = 900;
  const seen = (async () => {
    let requests = 0;
    for await (const { type } of watching) {
      if (type === "request") requests += 1;
      if (requests === total) return requests;
    }
    return requests;
  })();
  // Long addresses fill its buffers soon
  const query = "x".repeat(12_000);
  for (let i = 0; i < total; i += 1) {
    await fetch(`${controlled.url}/v2/providers/?${query}`, {
      headers: { "x-service-api-key": "sk_demo_team" },
    });
  }
  expect(await seen).toBe(total);
  slow.resume();
  await closed;
  stop.abort();
});

test("without a socket there is no stream to wait for", async () => {
  const answer = await controlled.sandbox.fetch("http://sandbox/_sandbox/worlds/demo/stream", {
    headers: { host: "127.0.0.1", "x-sandbox-control": "1" },
  });
  expect(answer.status).toBe(409);
});

test("at most 32 readers watch at once", async () => {
  const other = await startControlled();
  const stop = new AbortController();
  for (let i = 0; i < 32; i += 1) await other.control.watch("demo", { signal: stop.signal });
  await expect(other.control.watch("demo")).rejects.toThrow(/429.+Close one of them/);
  stop.abort();
  await other.sandbox.close();
  expect(other.complaints).toEqual([]);
});

test("the stream ends with its world and with the sandbox", async () => {
  const other = await startControlled();
  const params = { path: { world_id: "other" } };
  await other.control.PUT("/_sandbox/worlds/{world_id}", { params });
  const ofWorld = await other.control.watch("other");
  const ofDemo = await other.control.watch("demo");
  const ended = (async () => {
    for await (const _ of ofWorld);
  })();
  await other.control.DELETE("/_sandbox/worlds/{world_id}", { params });
  await ended;
  const stopped = (async () => {
    for await (const _ of ofDemo);
  })().catch(() => {});
  await other.sandbox.close();
  await stopped;
  await expect(controlled.control.watch("nowhere")).rejects.toThrow(/404.+no world/);
});
