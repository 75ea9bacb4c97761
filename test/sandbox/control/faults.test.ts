// A fault of calls applies to the calls that it is meant for, does to them what it says, and is the same in each run.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { components } from "../../../generated/control-types.ts";
import { createClient } from "../../../src/client/index.ts";
import { startSandbox } from "../../../src/sandbox/start-sandbox.ts";
import { sendRaw } from "../raw-socket.ts";
import { controlled, useControlled } from "./controlled.ts";

let names = 0;

useControlled();

type NewFault = components["schemas"]["NewCallFault"];

const added = (fault: NewFault) => controlled.sandbox.faults.add(fault);

const fault = async (fault_id: string) => (await controlled.sandbox.faults.list()).find(({ id }) => id === fault_id);

/** Reads over plain fetch, or in process. @returns The status. */
const asked = async (key = "sk_demo_team", call: typeof globalThis.fetch = fetch, baseUrl = controlled.url) =>
  (await call(`${baseUrl}/v2/providers/`, { headers: { "x-service-api-key": key } })).status;

const inProcess = (sandbox = controlled.sandbox) => asked("sk_demo_team", sandbox.fetch, "http://sandbox");

const removed = () => controlled.sandbox.faults.remove("*");

/** Creates a user over plain fetch; what went wrong below HTTP is the message of the error. */
async function creating() {
  names += 1;
  const client_user_id = `user-${names}`;
  const outcome = await fetch(`${controlled.url}/v2/user/`, {
    method: "POST",
    headers: { "x-service-api-key": "sk_demo_team", "content-type": "application/json" },
    body: JSON.stringify({ client_user_id }),
  }).then(
    async (response) => ({
      status: response.status,
      headers: response.headers,
      body: await response.text().catch((error: unknown) => `broken: ${(error as Error).message}`),
    }),
    () => ({ status: 0, headers: new Headers(), body: "" }),
  );
  const client = createClient({ apiKey: "sk_demo_team", baseUrl: "http://sandbox", fetch: controlled.sandbox.fetch });
  await removed();
  const found = await client.GET("/v2/user/resolve/{client_user_id}", { params: { path: { client_user_id } } });
  return { ...outcome, isCreated: found.ok };
}

test("a status before the operation changes nothing, and names the fault", async () => {
  const { id } = await added({
    operation_id: "createUser",
    effect: "status",
    status: 503,
    headers: { "retry-after": "7" },
  });
  const { status, body, headers, isCreated } = await creating();
  expect({ status, isCreated }).toEqual({ status: 503, isCreated: false });
  expect(headers.get("retry-after")).toBe("7");
  expect(headers.get("x-sandbox-fault")).toBe(id);
  expect(JSON.parse(body)).toEqual({ detail: expect.stringContaining(id) });
});

test("the headers of a fault go before those of an answer, its type included", async () => {
  const headers = { "content-type": "text/html", "access-control-allow-origin": "http://other.example.com" };
  await added({ operation_id: "createUser", effect: "status", status: 502, headers, body: "<h1>Bad gateway</h1>" });
  const answer = await creating();
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": expect.stringMatching(/^text\/html/),
    "access-control-allow-origin": "http://other.example.com",
  });
});

test.each([200, 204, 304, 418, 599])("the status %s arrives, with a body or without", async (status) => {
  await added({ operation_id: "createUser", effect: "status", status, body: null });
  expect(await creating()).toMatchObject({ status, isCreated: false });
});

test("a status after the operation hides a change that was made", async () => {
  await added({ operation_id: "createUser", effect: "status", status: 500, when: "after", body: { oops: true } });
  expect(await creating()).toMatchObject({ status: 500, body: '{"oops":true}', isCreated: true });
});

test("a connection is dropped after the change by default, and before it on demand", async () => {
  await added({ operation_id: "*", effect: "drop" });
  expect(await creating()).toMatchObject({ status: 0, isCreated: true });
  await added({ operation_id: "*", effect: "drop", when: "before" });
  expect(await creating()).toMatchObject({ status: 0, isCreated: false });
});

test("of a body that breaks off as much arrives as the fault says, by default half, and never all", async () => {
  const head = "GET /v2/providers/ HTTP/1.1\r\nhost: 127.0.0.1\r\nx-service-api-key: sk_demo_team\r\n\r\n";
  const arrived = async (bytes?: number) => {
    await added({ operation_id: "*", effect: "truncate", ...(bytes === undefined ? {} : { bytes }) });
    const { text } = await sendRaw(controlled.url, head);
    await removed();
    const whole = Number(/content-length: (\d+)/i.exec(text)?.[1]);
    return { whole, part: Buffer.byteLength(text.slice(text.indexOf("\r\n\r\n") + 4)) };
  };
  const { whole, part } = await arrived();
  expect(part).toBe(Math.floor(whole / 2));
  expect([await arrived(0), await arrived(10), await arrived(1_000_000)]).toEqual([
    { whole, part: 0 },
    { whole, part: 10 },
    { whole, part: whole - 1 },
  ]);
});

test("latencies delay the answer by real time and add up, and the change is made although the caller has left", async () => {
  const { id } = await added({ operation_id: "createUser", effect: "latency", latency_ms: 150 });
  await added({ operation_id: "createUser", effect: "latency", latency_ms: 200 });
  const before = performance.now();
  expect(await creating()).toMatchObject({ status: 200, isCreated: true });
  expect(performance.now() - before).toBeGreaterThanOrEqual(340);
  expect(await fault(id)).toBeUndefined();

  const { id: second } = await added({ operation_id: "createUser", effect: "latency", latency_ms: 60_000 });
  const client = createClient({ apiKey: "sk_demo_team", baseUrl: controlled.url, maxRetries: 0 });
  const body = { client_user_id: "impatient" };
  const leaving = new AbortController();
  const left = expect(client.POST("/v2/user/", { body, signal: leaving.signal })).rejects.toThrow();
  // Not before the call has arrived
  await expect.poll(() => fault(second)).toMatchObject({ applied: 1 });
  leaving.abort();
  await left;
  await removed();
  const found = await client.GET("/v2/user/resolve/{client_user_id}", {
    params: { path: { client_user_id: "impatient" } },
  });
  expect(found.status).toBe(200);
});

test("of other faults than latencies the oldest wins", async () => {
  const slow = await added({ operation_id: "*", effect: "latency", latency_ms: 100 });
  const first = await added({ operation_id: "*", effect: "status", status: 502 });
  await added({ operation_id: "*", effect: "status", status: 504 });
  const { status, headers } = await creating();
  expect(status).toBe(502);
  // The status comes before the operation, the delay after it: the call never gets there
  expect(headers.get("x-sandbox-fault")).toBe(`${slow.id}, ${first.id}`);
});

test("other operations are left alone, and so are other worlds", async () => {
  await added({ operation_id: "listProviders", effect: "status", status: 503 });
  const other = await controlled.sandbox.createWorld();
  expect([await asked("sk_demo_team"), await asked(other.apiKey)]).toEqual([503, 200]);
  expect(await creating()).toMatchObject({ status: 200 });
});

test("a fault is over after its count, and when the world's clock has come to its end", async () => {
  const counted = await added({ operation_id: "*", effect: "status", status: 503, count: 2 });
  const statuses = [await asked(), await asked(), await asked(), await asked()];
  expect(statuses).toEqual([503, 503, 200, 200]);
  expect(await fault(counted.id)).toMatchObject({ applied: 2, seen: 2, is_over: true });

  const timed = await added({ operation_id: "*", effect: "status", status: 503, lasts: { minutes: 5 } });
  expect(timed.ends_at).toBe("2026-03-02T09:05:00.000Z");
  expect(await asked()).toBe(503);
  await controlled.sandbox.clock.advance({ minutes: 5 });
  expect(await asked()).toBe(200);
});

test("the same seed chooses the same calls, another seed others, and the share is about the probability", async () => {
  const run = async (seed: number) => {
    await added({ operation_id: "listProviders", effect: "status", status: 503, probability: 0.3, seed });
    const applied: boolean[] = [];
    for (let i = 0; i < 200; i += 1) {
      applied.push((await inProcess()) === 503);
    }
    await removed();
    return applied;
  };
  const first = await run(42);
  expect(await run(42)).toEqual(first);
  expect(await run(43)).not.toEqual(first);
  const share = first.filter(Boolean).length / first.length;
  expect(share).toBeGreaterThan(0.2);
  expect(share).toBeLessThan(0.4);
});

test("a sandbox that starts again has its faults, which apply to the calls that they would have applied to without a stop", async () => {
  const directory = mkdtempSync(join(tmpdir(), "faults-"));
  const run = async (...calls: readonly number[]) => {
    const found: number[] = [];
    for (const [start, count] of calls.entries()) {
      const sandbox = await startSandbox({ db: join(directory, `${calls.length}.db`) });
      const fault = {
        operation_id: "listProviders",
        effect: "status",
        status: 503,
        probability: 0.5,
        seed: 7,
      } as const;
      if (start === 0) await sandbox.faults.add(fault);
      for (let i = 0; i < count; i += 1) found.push(await inProcess(sandbox));
      await sandbox.close();
    }
    return found;
  };
  try {
    const once = await run(20);
    expect(new Set(once)).toEqual(new Set([200, 503]));
    expect(await run(10, 10)).toEqual(once);
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test("faults are listed with how often they applied, and removed one by one", async () => {
  const one = await added({ operation_id: "createUser", effect: "drop", count: 1, seed: 9, probability: 0.5 });
  const given = { operation_id: "createUser", when: "after", count: 1, seed: 9, probability: 0.5 };
  expect(one).toMatchObject({ ...given, seen: 0, applied: 0, is_over: false, ends_at: null });
  const two = await added({ operation_id: "*", effect: "truncate" });
  expect(await controlled.sandbox.faults.list()).toEqual([one, two]);
  await controlled.sandbox.faults.remove(one.id);
  expect(await controlled.sandbox.faults.list()).toEqual([two]);
});

test("a world that is dropped, or a sandbox that stops, gives up what it delays", async () => {
  const other = await startSandbox();
  await other.faults.add({ operation_id: "*", effect: "latency", latency_ms: 600_000 });
  const refused = expect(inProcess(other)).rejects.toThrow();
  await other.close();
  await refused;
});

test("a world has at most a hundred faults", async () => {
  for (let i = 0; i < 100; i += 1) await added({ operation_id: "*", effect: "drop", probability: 0 });
  await expect(added({ operation_id: "*", effect: "drop" })).rejects.toThrow(/which is the limit. Remove some/);
});
