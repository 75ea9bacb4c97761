// Time-outs and aborts: what ends a call, with which error, and that nothing is left behind.
import { getEventListeners } from "node:events";
import { afterEach, describe, expect, test, vi } from "vitest";
import { user } from "../../generated/examples.ts";
import type { ClientEvent, ClientOptions, CommonOptions, FetchInit } from "../../src/client/index.ts";
import { clientFor, createOrder, listener, rejection, resolveUser, skipWaits, teamKey } from "./calls.ts";
import { type Answer, hang, json, notNow, reset, text, useServer } from "./server.ts";

const server = useServer();
afterEach(() => vi.restoreAllMocks());

const name = "GET /v2/user/resolve/{client_user_id}";
const never = () => new Promise<never>(() => {});
const later = () => new Response("{}", { status: 503, headers: { "retry-after": "0" } });

/** Waits until the client has let go of its connections. A call can end before a busy machine has brought its request here. */
const letsGo = () => expect.poll(() => server.open).toBe(0);

describe("a time-out", () => {
  test.each<[what: string, options: Partial<ClientOptions>]>([
    ["a custom fetch that ignores its signal", { fetch: never }],
    ["a body that ignores its signal", { fetch: async () => new Response(new ReadableStream({ pull: never })) }],
    ["the wait for a credential that never comes", { apiKey: never }],
  ])("ends %s", async (_, options) => {
    const error = await rejection(resolveUser(clientFor(server, { ...options, timeoutMs: 20, maxRetries: 0 })));
    expect(error).toMatchObject({ name: "TimeoutError" });
  });

  test("of a call wins over the client's, and reaches a custom fetch through its signal", async () => {
    const fetch = vi.fn((_: string, __: FetchInit) => never());
    const client = clientFor(server, { fetch, timeoutMs: 60_000, maxRetries: 0 });
    const error = await rejection(resolveUser(client, { timeoutMs: 20 }));
    expect(error).toMatchObject({ name: "TimeoutError", message: expect.stringContaining(" 20 ms.") });
    expect(fetch.mock.calls[0]?.[1].signal.aborted).toBe(true);
  });

  test("is 90 seconds by default", async () => {
    const timers = vi.spyOn(globalThis, "setTimeout");
    await resolveUser(clientFor(server, { fetch: async () => Response.json(user) }));
    // Other timers of this process may be among them
    expect(timers.mock.calls.map(([, delay]) => delay)).toContain(90_000);
  });

  test.each([Number.POSITIVE_INFINITY, 2 ** 40])("of %d milliseconds does not fire at once", async (timeoutMs) => {
    server.play((response, request) => setTimeout(() => json(200, user)(response, request), 10));
    expect(await resolveUser(clientFor(server, { timeoutMs, maxRetries: 0 }))).toMatchObject({ ok: true });
  });

  test("holds for each attempt by itself", async () => {
    const { onEvent } = skipWaits();
    const fetch = vi.fn(async () => (fetch.mock.calls.length === 3 ? Response.json(user) : never()));
    expect(await resolveUser(clientFor(server, { fetch, onEvent, timeoutMs: 20 }))).toMatchObject({ ok: true });
    expect(fetch).toHaveBeenCalledTimes(3);
  });
});

describe("a deadline", () => {
  test("leaves a later attempt what earlier ones have left of it", async () => {
    const now = vi.spyOn(performance, "now").mockReturnValue(0);
    const timers = vi.spyOn(globalThis, "setTimeout");
    const fetch = vi.fn(async () => {
      now.mockReturnValue(300);
      return fetch.mock.calls.length === 1 ? later() : Response.json(user);
    });
    expect(await resolveUser(clientFor(server, { fetch, deadlineMs: 1000 }))).toMatchObject({ ok: true });
    // Other timers of this process may be among them
    expect(timers.mock.calls.map(([, delay]) => delay)).toContain(700);
  });

  const within = "had no complete answer within its deadlineMs of 50 ms.";
  const lost = () => Promise.reject(new TypeError("fetch failed"));
  test.each<[what: string, options: object, answers: (() => Response | Promise<Response>)[], says: string]>([
    ["ends the attempt that crosses it", { deadlineMs: 50 }, [later, never], within],
    ["is named where an attempt may take as long", { deadlineMs: 50, timeoutMs: 50 }, [never], within],
    [
      "ends the call when the next attempt would begin after it, with the last failure",
      { deadlineMs: 200 },
      [lost],
      "had no answer.",
    ],
  ])("%s, and says so", async (_, options, answers, says) => {
    // A busy machine may take its time between two attempts
    vi.spyOn(performance, "now").mockReturnValue(0);
    const fetch = vi.fn(async () => (answers[fetch.mock.calls.length - 1] ?? never)());
    const error = await rejection(resolveUser(clientFor(server, { fetch, ...options })));
    expect(error).toMatchObject({
      name: answers.includes(lost) ? "NetworkError" : "TimeoutError",
      message: `${name} ${says}`,
    });
    expect(fetch).toHaveBeenCalledTimes(answers.length);
  });

  test("returns the last answer when the next attempt would begin after it", async () => {
    server.play(notNow(503, "60"));
    expect(await resolveUser(clientFor(server, { deadlineMs: 50_000 }))).toMatchObject({ ok: false, status: 503 });
    expect(server.received).toHaveLength(1);
  });

  test("is the same when the machine's clock is put right by an hour", async () => {
    server.play(notNow(503), json(200, user));
    const corrected = Date.now() + 3_600_000;
    const onEvent = () => void vi.spyOn(Date, "now").mockReturnValue(corrected);
    const client = clientFor(server, { onEvent, deadlineMs: 600_000 });
    expect(await resolveUser(client)).toMatchObject({ ok: true });
  });
});

describe("an abort", () => {
  const reason = new Error("the visitor left");

  test("before the call sends nothing and asks for no credential", async () => {
    server.play(json(200, user));
    const [apiKey, { events, onEvent }] = [vi.fn(() => teamKey), listener()];
    const signal = AbortSignal.abort(reason);
    const error = await rejection(resolveUser(clientFor(server, { apiKey, onEvent }), { signal }));
    expect(error).toMatchObject({ name: "AbortedError", message: `${name} was aborted by its signal.`, cause: reason });
    expect([apiKey.mock.calls, server.received, events]).toEqual([[], [], []]);
  });

  const on = (type: ClientEvent["type"], act: () => unknown) => ({
    onEvent: (event: ClientEvent) => void (event.type === type && act()),
  });
  test.each<[when: string, options: (abort: () => void) => Partial<ClientOptions>, sent: number]>([
    ["while the client waits", (abort) => on("retry", () => setTimeout(abort, 5)), 1],
    ["by a listener that receives a retry", (abort) => on("retry", abort), 1],
    ["by a listener that receives a request", (abort) => on("request", abort), 0],
    [
      "while a fetch ignores its signal",
      (abort) => ({
        fetch: () => {
          setTimeout(abort, 5);
          return never();
        },
      }),
      0,
    ],
  ])("%s ends the call, and leaves nothing", async (_, options, sent) => {
    const controller = new AbortController();
    const abort = () => controller.abort(reason);
    server.play(notNow(503, "30"));
    const [started, cleared] = [vi.spyOn(globalThis, "setTimeout"), vi.spyOn(globalThis, "clearTimeout")];
    const error = await rejection(resolveUser(clientFor(server, options(abort)), { signal: controller.signal }));
    expect(error).toMatchObject({ name: "AbortedError", cause: reason });
    expect(server.received).toHaveLength(sent);
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
    for (const [index, [, delay]] of started.mock.calls.entries()) {
      if (delay === 30_000) expect(cleared).toHaveBeenCalledWith(started.mock.results[index]?.value);
    }
  });

  test("while the credential is awaited sends nothing, even when the key comes after all", async () => {
    const controller = new AbortController();
    const given = Promise.withResolvers<void>();
    const apiKey = async () => {
      controller.abort(reason);
      setImmediate(() => setImmediate(given.resolve));
      return teamKey;
    };
    const fetch = vi.fn(async () => Response.json(user));
    const error = await rejection(resolveUser(clientFor(server, { apiKey, fetch }), { signal: controller.signal }));
    expect(error).toMatchObject({ name: "AbortedError", cause: reason });
    await given.promise;
    expect(fetch).not.toHaveBeenCalled();
  });

  test("while the body arrives lets go of the connection", async () => {
    const controller = new AbortController();
    server.play((response) => {
      response.writeHead(200).write("{", () => setTimeout(() => controller.abort(reason), 10));
    });
    const error = await rejection(resolveUser(clientFor(server), { signal: controller.signal }));
    expect(error).toMatchObject({ name: "AbortedError", cause: reason });
    await letsGo();
    expect(server.received).toHaveLength(1);
  });

  test("ends a call that changes something, and after a call changes nothing", async () => {
    const controller = new AbortController();
    server.play(json(200, user));
    const result = await resolveUser(clientFor(server), { signal: controller.signal });
    server.play(() => controller.abort(reason));
    const call = createOrder(clientFor(server), { idempotencyKey: "once", signal: controller.signal });
    expect(await rejection(call)).toMatchObject({ name: "AbortedError", cause: reason });
    expect(server.received).toHaveLength(1);
    expect(result).toMatchObject({ ok: true, data: user });
  });
});

describe("no timer and no listener is left behind", () => {
  test.each<[what: string, answer: Answer, options?: CommonOptions]>([
    ["a success", json(200, user)],
    ["a refusal", json(404, {})],
    ["repeated attempts", notNow(503), { maxRetries: 2 }],
    ["a body that is not JSON", text(200, "<html>")],
    ["a reset", reset],
    // Only a server that never answers is given up: on a busy machine another one may take that long
    ["a time-out", hang, { timeoutMs: 101 }],
  ])("after %s", async (_, answer, options) => {
    server.play(answer);
    const { signal } = new AbortController();
    const given = { timeoutMs: 600_001, maxRetries: 0, ...options };
    const { events, onEvent } = listener();
    const [started, cleared] = [vi.spyOn(globalThis, "setTimeout"), vi.spyOn(globalThis, "clearTimeout")];
    await resolveUser(clientFor(server, { onEvent }), { ...given, signal }).catch(() => {});
    expect(getEventListeners(signal, "abort")).toEqual([]);
    const timers = started.mock.results.filter((_, index) => started.mock.calls[index]?.[1] === given.timeoutMs);
    expect(timers).toHaveLength(events.filter(({ type }) => type === "request").length);
    for (const { value } of timers) expect(cleared).toHaveBeenCalledWith(value);
  });
});
