// The live stream of a world: who watches sees what goes on in order, and a reader that lags or is one too many disturbs nobody.
import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ControlMessage } from "../../../src/sandbox/control-client/index.ts";
import { runner } from "../cast.ts";
import { connectTo } from "../raw-socket.ts";
import { Receiver } from "../receiver.ts";
import { type ControlledSandbox, demo, startControlled } from "./controlled.ts";

let controlled: ControlledSandbox;

beforeAll(async () => {
  controlled = await startControlled();
});
afterAll(async () => {
  await controlled.sandbox.close();
  expect(controlled.complaints).toEqual([]);
});

/** Calls the service with the key of the first world. */
const asked = (path: string, init: RequestInit = {}) =>
  fetch(controlled.url + path, {
    ...init,
    headers: { "x-service-api-key": "sk_demo_team", "content-type": "application/json" },
  });

test("a watcher sees calls with their faults, events, deliveries and control calls, in order", async () => {
  const receiver = await Receiver.start();
  await controlled.sandbox.endpoints.register({ url: receiver.url });
  const stop = new AbortController();
  const messages: ControlMessage[] = [];
  const watching = await controlled.control.watch("demo", { signal: stop.signal });
  const delivered = (async () => {
    for await (const message of watching) {
      messages.push(message);
      if (message.type === "delivery") return;
    }
  })();
  // Of another world it sees nothing
  const other = await controlled.sandbox.createWorld();
  await other.simulate.dataArrived({ user_id: runner, provider: "demo_ring", resource: "steps", day: "2026-02-01" });
  await controlled.control.POST("/_sandbox/worlds/{world_id}/faults", {
    params: demo,
    body: { operation_id: "*", effect: "drop" },
  });
  await asked("/v2/providers/?source_type=oauth").catch(() => {});
  await controlled.sandbox.faults.remove("*");
  await asked("/v2/user/resolve/nobody");
  await asked("/v2/user/", { method: "POST", body: "{" });
  const steps = { user_id: runner, provider: "demo_ring", resource: "steps", day: "2026-03-01" };
  await controlled.sandbox.simulate.dataArrived(steps);
  await delivered;
  stop.abort();
  await receiver.close();
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
    { type: "event", data: { event_type: "daily.data.steps.created", user_id: runner } },
    { type: "control", data: { operation_id: "simulateHappening" } },
    { type: "delivery", data: { state: "delivered" } },
  ]);
});

/** A reader that says when it has the head of the stream. */
async function reader() {
  const socket = await connectTo(controlled.url);
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
    await asked(`/v2/providers/?${query}`);
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
