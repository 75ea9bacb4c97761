// The fetch of a sandbox without a socket behaves as one over a socket does.
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { createClient } from "../../src/client/index.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/start-sandbox.ts";
import { numbered, runner } from "./cast.ts";
import { Receiver } from "./receiver.ts";

let sandbox: Sandbox;
const logged: string[] = [];

beforeAll(async () => {
  sandbox = await startSandbox({
    frozen: true,
    now: new Date("2026-03-02T09:00:00Z"),
    log: (line) => logged.push(line),
  });
});
afterAll(async () => {
  await sandbox.close();
  expect(logged).toEqual([]);
});

const providers = (init: RequestInit = {}) =>
  sandbox.fetch("http://sandbox/v2/providers/", { headers: { "x-service-api-key": sandbox.apiKey }, ...init });
const newUser = (body: NonNullable<RequestInit["body"]>, init: RequestInit & { readonly duplex?: "half" } = {}) =>
  sandbox.fetch("http://sandbox/v2/user/", {
    method: "POST",
    headers: { "x-service-api-key": sandbox.apiKey, "content-type": "application/json" },
    body,
    ...init,
  });

test("a sandbox that is logged or awaited by mistake makes no call of it", async () => {
  expect(JSON.parse(JSON.stringify(sandbox))).toMatchObject({ apiKey: sandbox.apiKey, simulate: {}, records: {} });
  expect(await sandbox.simulate).toBe(sandbox.simulate);
});

test("an abort rejects at once, while the sandbox is still busy with the call", async () => {
  await sandbox.faults.add({ operation_id: "listProviders", effect: "latency", latency_ms: 600_000, count: 1 });
  await expect(providers({ signal: AbortSignal.timeout(20) })).rejects.toMatchObject({ name: "TimeoutError" });
  const client = createClient({ apiKey: sandbox.apiKey, baseUrl: "http://sandbox", fetch: sandbox.fetch });
  expect(await client.GET("/v2/providers/")).toMatchObject({ status: 200 });
});

test("a body that never ends can be given up, one that fails fails the call, and one that comes in pieces is read", async () => {
  const endless = new ReadableStream({ pull: () => new Promise<void>(() => {}) });
  const call = newUser(endless, { duplex: "half", signal: AbortSignal.timeout(20) });
  await expect(call).rejects.toMatchObject({ name: "TimeoutError" });
  const failing = new ReadableStream({ start: (controller) => controller.error(new Error("no more")) });
  await expect(newUser(failing, { duplex: "half" })).rejects.toThrow("no more");
  const pieces = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of ['{"client_user_id":', '"pieces"}']) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });
  expect((await newUser(pieces, { duplex: "half" })).status).toBe(200);
});

test.each(["drop", "truncate"] as const)(
  "a fault that closes the connection (%s) rejects as a fetch does",
  async (effect) => {
    await sandbox.faults.add({ operation_id: "listProviders", effect, count: 1 });
    await expect(providers()).rejects.toBeInstanceOf(TypeError);
    expect((await providers()).status).toBe(200);
  },
);

test("works as ever in a suite that fakes every timer", async () => {
  const receiver = await Receiver.start();
  const silent = await Receiver.start();
  silent.answering = () => new Promise(() => {});
  onTestFinished(async () => void (await Promise.all([receiver.close(), silent.close()])));
  vi.useFakeTimers({ now: new Date("2026-03-02T09:00:00Z") });
  onTestFinished(() => void vi.useRealTimers());
  const faked = await startSandbox({ frozen: true, deliveryTimeoutMs: 200 });
  const { id } = await faked.endpoints.register({ url: receiver.url });
  await faked.endpoints.register({ url: silent.url });
  await faked.faults.add({ endpoint_id: id, effect: "cut", cut: "after", count: 1 });
  const client = createClient({ apiKey: faked.apiKey, baseUrl: "http://sandbox", fetch: faked.fetch });
  expect(await client.GET("/v2/providers/")).toMatchObject({ status: 200 });
  await numbered(faked, runner, 1);
  // An attempt that is cut off, one that nobody answers, and the next ones
  await faked.settled();
  await faked.clock.advance({ minutes: 1 });
  await (await faked.copy()).clock.advance({ days: 8 });
  await faked.close();
  expect(receiver.received.length).toBeGreaterThan(0);
  expect(silent.received.length).toBeGreaterThan(0);
});

test.each([
  ["startSandbox", { responseCheck: false }, "responseChecks"],
  ["startSandbox", { lenient_slash: true }, "lenientSlash"],
  ["startSandbox", { prot: 0 }, "port"],
  ["A world", { freeze: true }, "frozen"],
  ["A world", { copy_of: "demo" }, "copyOf"],
] as const)("%s has no option as in %j: it is refused with the nearest", async (what, options, nearest) => {
  const started = what === "A world" ? sandbox.openWorld("mine", options as object) : startSandbox(options as object);
  const begin = `${what} has no option "${Object.keys(options)[0]}"; the nearest of `;
  const message = expect.stringMatching(`^${begin}.*frozen.* is "${nearest}"\\.$`) as unknown;
  await expect(started).rejects.toMatchObject({ message });
});

test("a log that is no function is refused", async () => {
  await expect(startSandbox({ log: 5 as never })).rejects.toThrow("`log` takes a function, found 5.");
});

test("after its end, a call says that the sandbox is closed", async () => {
  const ended = await startSandbox();
  await ended.close();
  await expect(ended.fetch("http://sandbox/v2/providers/")).rejects.toThrow("The sandbox is closed.");
  const cause = expect.objectContaining({ message: "The sandbox is closed." }) as unknown;
  await expect(ended.clock.freeze()).rejects.toMatchObject({ cause });
});

test("a path as the seed is refused: the parsed JSON of the file is meant", async () => {
  const message = /^\/seed must be one of "demo", "empty", found "\.\/seed\.json"\. .* pass its parsed JSON: /;
  await expect(startSandbox({ seed: "./seed.json" as "demo" })).rejects.toThrow(message);
});
