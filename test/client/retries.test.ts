// Retries: which calls are repeated, after which wait, and what a listener is told.
import { afterEach, describe, expect, test, vi } from "vitest";
import { orderCreated, user } from "../../generated/examples.ts";
import type { Client, ClientEvent, ClientOptions } from "../../src/client/index.ts";
import { clientFor, createOrder, everythingIn, listener, rejection, resolveUser, skipWaits, teamKey } from "./calls.ts";
import { type Answer, json, nobodyUrl, notNow, reset, resetInBody, text, useServer } from "./server.ts";

const server = useServer();
afterEach(() => vi.restoreAllMocks());

const passing = [408, 429, 500, 502, 503, 504];
const path = "/v2/user/resolve/{client_user_id}";

/** Ends an answer of this status in the middle of its body. */
const endInBody =
  (status: number): Answer =>
  (response) => {
    response.writeHead(status, { "content-length": "100" }).write("{", () => response.socket?.destroy());
  };

const losses: readonly [what: string, answer: Answer][] = [
  ["a reset", reset],
  ["an end before an answer", (response) => void response.socket?.destroy()],
  ["a reset in the body", resetInBody],
  ["an end in the body of a refusal", endInBody(404)],
];

describe("a read is repeated", () => {
  const refusals = passing.map((status): (typeof losses)[number] => [`${status}`, notNow(status)]);
  test.each([...refusals, ...losses])("after %s", async (_, failure) => {
    const { onEvent } = skipWaits();
    server.play(failure, json(200, user));
    expect(await resolveUser(clientFor(server, { onEvent }))).toMatchObject({ ok: true, data: user });
    expect(server.received).toHaveLength(2);
  });

  const failing = () => {
    throw new TypeError("no route");
  };
  const unreachable = Object.assign(new Error("no route"), { code: "EHOSTUNREACH" });
  const aborted = new DOMException("no route", "AbortError");
  test.each<[when: string, options: Partial<ClientOptions>, cause: string, code?: string]>([
    ["the connection is reset", {}, "fetch failed", "ECONNRESET"],
    ["nobody listens", { baseUrl: nobodyUrl }, "fetch failed", "ECONNREFUSED"],
    ["a custom fetch throws", { fetch: failing }, "no route"],
    ["a custom fetch rejects", { fetch: async () => failing() }, "no route"],
    ["a custom fetch rejects with nothing", { fetch: () => Promise.reject() }, "cause"],
    ["a custom fetch rejects with a code", { fetch: () => Promise.reject(unreachable) }, "no route", "EHOSTUNREACH"],
    ["a custom fetch rejects with a number", { fetch: () => Promise.reject(aborted) }, "no route"],
  ])("twice by default, and fails with a NetworkError that has the code, when %s", async (_, options, cause, code) => {
    const { delays, onEvent } = skipWaits();
    server.play(reset);
    const error = await rejection(resolveUser(clientFor(server, { onEvent, ...options })));
    expect(error).toMatchObject({ name: "NetworkError", message: `GET ${path} had no answer.`, code });
    expect(everythingIn(error)).toContain(cause);
    expect(everythingIn(error)).not.toContain(teamKey);
    expect(delays()).toHaveLength(2);
  });

  test("and returns the last refusal in the end", async () => {
    server.play(notNow(429), notNow(503), json(500, { detail: "still not" }));
    expect(await resolveUser(clientFor(server))).toMatchObject({ status: 500, error: { detail: "still not" } });
    expect(server.received).toHaveLength(3);
  });
});

describe("a call is not repeated", () => {
  test.each([400, 401, 403, 404, 409, 422, 501, 505])("after %i", async (status) => {
    server.play(notNow(status));
    expect(await resolveUser(clientFor(server))).toMatchObject({ ok: false, status });
    expect(server.received).toHaveLength(1);
  });

  const own = { user_id: "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10", provider: "demo_ring" };
  const order = { order_id: "d6fa1ce4-7059-42b3-88e5-fb041628dbec" };
  const change = "/v3/order/{order_id}/phlebotomy/appointment/reschedule";
  test.each<[what: string, options: object, call: (client: Client) => Promise<unknown>]>([
    ["creates", {}, (client) => client.POST("/v2/user/", { body: { client_user_id: "demo-runner-01" } })],
    ["removes", {}, (client) => client.DELETE("/v2/user/{user_id}/{provider}", { params: { path: own } })],
    ["changes", {}, (client) => client.PATCH(change, { params: { path: order }, body: {}, maxRetries: 5 })],
    ["orders", {}, (client) => createOrder(client)],
    // The contract assumes that the service reads the header of the key
    ["has a key", {}, (client) => createOrder(client, { idempotencyKey: "once", maxRetries: 3 })],
    ["has no key where the header is trusted", { trustIdempotencyKeyHeader: true }, (client) => createOrder(client)],
  ])("when it %s", async (_, options, call) => {
    for (const answer of [...passing.map((status) => notNow(status)), reset, resetInBody]) {
      server.play(answer);
      await call(clientFor(server, { maxRetries: 5, ...options })).catch((error: unknown) => {
        expect(error).toMatchObject({ name: "NetworkError" });
      });
      expect(server.received).toHaveLength(1);
    }
  });
});

test.each([notNow(503), reset, resetInBody])(
  "a call with an idempotency key is repeated with the same key and body by a client that trusts the header (%#)",
  async (failure) => {
    const { onEvent } = skipWaits();
    server.play(failure, failure, json(200, orderCreated));
    const client = clientFor(server, { onEvent, trustIdempotencyKeyHeader: true });
    const body = { clinical_comments: "fasting" };
    // A header of that name that is given by hand does not take its place
    const headers = { "Idempotency-Key": undefined };
    expect(await client.POST("/v3/order/create", { body, headers, idempotencyKey: "once" })).toMatchObject({
      ok: true,
    });
    const sent = server.received.map(({ headers, body }) => [headers["idempotency-key"], JSON.parse(String(body))]);
    expect(sent).toEqual([1, 2, 3].map(() => ["once", body]));
  },
);

test.each([
  [0, undefined, 1],
  [1, undefined, 2],
  [undefined, undefined, 3],
  [4, undefined, 5],
  [0, 3, 4],
  [3, 0, 1],
  [Number.NaN, undefined, 1],
  [-1, undefined, 1],
])("maxRetries %s of a client and %s of a call make %i attempts", async (ofClient, ofCall, attempts) => {
  server.play(notNow(503));
  await resolveUser(clientFor(server, { maxRetries: ofClient }), { maxRetries: ofCall });
  expect(server.received).toHaveLength(attempts);
});

describe("the wait before the next attempt", () => {
  const now = Date.parse("2026-03-02T08:00:00Z");
  const date = (seconds: number) => new Date(now + seconds * 1000).toUTCString();
  test.each<[headers: Record<string, string>, waitMs?: number]>([
    [{ "retry-after": "0" }, 0],
    [{ "retry-after": "7" }, 7_000],
    [{ "retry-after": "1.5" }, 1_500],
    [{ "retry-after": "60" }, 60_000],
    [{ "retry-after": date(20) }, 20_000],
    [{ "retry-after": date(-3600) }, 0],
    // By a clock that is an hour late, and by one that is early
    [{ date: date(-3600), "retry-after": date(-3580) }, 20_000],
    [{ date: date(3600), "retry-after": date(3620) }, 20_000],
    // Longer than a minute: no further attempt
    [{ "retry-after": "61" }],
    [{ "retry-after": "9".repeat(400) }],
    [{ "retry-after": date(86_400) }],
  ])("is what the server asks for, or the call ends with its answer: %j", async (headers, waitMs) => {
    vi.spyOn(Date, "now").mockReturnValue(now);
    const { delays, onEvent } = skipWaits();
    const fetch = vi.fn(async () => Response.json({}, { status: 429, headers }));
    expect(await resolveUser(clientFor(server, { fetch, onEvent, maxRetries: 1 }))).toMatchObject({ status: 429 });
    const waits = waitMs === undefined ? [] : [waitMs];
    expect(delays()).toEqual(waits);
    expect(fetch).toHaveBeenCalledTimes(1 + waits.length);
  });

  test.each([undefined, "soon", "", "-5", "abc 1", "5, 10", "Fri GMT", "1e3", "0x10", "Infinity", "+5"])(
    "grows from half a second, with jitter, when the server asks for nothing: %j",
    async (value) => {
      server.play(json(503, {}, value === undefined ? {} : { "retry-after": value }));
      for (const [random, expected] of [
        [0, [250, 500, 1000, 2000, 4000, 4000, 4000]],
        [0.999, [500, 1000, 2000, 4000, 8000, 8000, 8000]],
      ] as const) {
        vi.spyOn(Math, "random").mockReturnValue(random);
        const { delays, onEvent } = skipWaits();
        await resolveUser(clientFor(server, { onEvent, maxRetries: 7 }));
        expect(delays().map((delay) => Math.round(delay / 10) * 10)).toEqual(expected);
        vi.restoreAllMocks();
      }
    },
  );

  test("is really waited, and differs between calls", async () => {
    server.play(json(503, {}, { "retry-after": "0.05" }), json(200, user));
    const started = performance.now();
    await resolveUser(clientFor(server));
    expect(performance.now() - started).toBeGreaterThanOrEqual(45);
    const { delays, onEvent } = skipWaits();
    server.play(json(503, {}));
    await Promise.all(Array.from({ length: 10 }, () => resolveUser(clientFor(server, { onEvent, maxRetries: 1 }))));
    expect(new Set(delays()).size).toBeGreaterThan(5);
  });
});

describe("a listener", () => {
  const call = { method: "GET", path };

  test("reports each attempt, its response or error, and why it is repeated", async () => {
    const { events, onEvent, delays } = skipWaits();
    server.play(notNow(503), reset, text(200, "<html>"));
    await rejection(resolveUser(clientFor(server, { onEvent })));
    const [, delayMs] = delays();
    expect(events).toEqual([
      { type: "request", ...call, attempt: 1 },
      { type: "response", ...call, attempt: 1, status: 503, durationMs: expect.any(Number) },
      { type: "retry", ...call, attempt: 1, delayMs: 0, reason: 503 },
      { type: "request", ...call, attempt: 2 },
      { type: "error", ...call, attempt: 2, error: "NetworkError" },
      { type: "retry", ...call, attempt: 2, delayMs, reason: "NetworkError" },
      { type: "request", ...call, attempt: 3 },
      { type: "error", ...call, attempt: 3, error: "BodyError" },
    ]);
  });

  test("reports how long each attempt took, without those before it and the waits", async () => {
    server.play(notNow(503), json(200, user));
    const durations: number[] = [];
    let now = 0;
    vi.spyOn(performance, "now").mockImplementation(() => now);
    const passes = { request: 30, response: 0, retry: 1_000, error: 0 };
    const onEvent = (event: ClientEvent) => {
      if (event.type === "response") durations.push(event.durationMs);
      now += passes[event.type];
    };
    await resolveUser(clientFor(server, { onEvent }));
    expect(durations).toEqual([30, 30]);
  });

  test("reports no credentials and nothing of path, query, headers and body", async () => {
    const { events, onEvent } = listener();
    const client = clientFor(server, { onEvent });
    const secret = "secret-of-the-patient";
    server.play(notNow(503), json(200, {}), json(200, []), json(200, {}));
    await resolveUser(client, { headers: { "x-note": secret } }, secret);
    await client.GET("/v2/providers/", { params: { query: { source_type: secret } } });
    const params = { path: { oauth_provider: secret } };
    await client.GET("/v2/link/provider/oauth/{oauth_provider}", { params, linkToken: secret });
    await client.POST("/v2/user/", { body: { client_user_id: secret } });
    await createOrder(client, { idempotencyKey: secret });
    expect(events.length).toBeGreaterThan(10);
    for (const hidden of [teamKey, secret]) expect(JSON.stringify(events)).not.toContain(hidden);
  });

  test.each<[what: string, onEvent: () => void]>([
    [
      "throws",
      () => {
        throw new Error("the log is full");
      },
    ],
    ["rejects", () => Promise.reject(new Error("the log is full"))],
    ["takes for ever", () => new Promise(() => {})],
  ])("that %s breaks neither the call nor the process", async (_, onEvent) => {
    const unhandled = vi.fn();
    process.on("unhandledRejection", unhandled);
    server.play(notNow(503), json(200, user));
    expect(await resolveUser(clientFor(server, { onEvent }))).toMatchObject({ ok: true });
    await new Promise((resolve) => setImmediate(resolve));
    process.off("unhandledRejection", unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });
});
