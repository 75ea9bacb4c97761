// Which calls are repeated, after which wait, and what is reported to a listener.
import { afterEach, describe, expect, test, vi } from "vitest";
import { createdUser, orderCreated, user } from "../../../generated/examples.ts";
import { ClientError, type ClientEvent, NetworkError } from "../../../src/package/client/index.ts";
import {
  changeTimers,
  clientFor,
  createOrder,
  everythingIn,
  listener,
  rejection,
  resolveUser,
  teamKey,
} from "./calls.ts";
import { type Answer, json, nobodyUrl, notNow, reset, resetInBody, text, useServer } from "./server.ts";

const server = useServer();
afterEach(() => vi.restoreAllMocks());

const passing = [408, 429, 500, 502, 503, 504];

/** Lets every wait between attempts pass at once, and returns how long they would have been. */
function skipWaits(): { readonly delays: () => readonly number[]; readonly onEvent: (event: ClientEvent) => void } {
  const { events, onEvent } = listener();
  changeTimers((delay) => (delay > 80_000 ? delay : Math.min(delay, 1)));
  return { delays: () => events.flatMap((event) => (event.type === "retry" ? [event.delayMs] : [])), onEvent };
}

describe("a call of a safe method is repeated", () => {
  test.each(passing)("after %i", async (status) => {
    server.play(notNow(status), json(200, user));
    expect(await resolveUser(clientFor(server))).toMatchObject({ ok: true, data: user });
    expect(server.received).toHaveLength(2);
  });

  const failures: readonly [string, Answer][] = [
    ["a reset", reset],
    ["a reset in the middle of the body", resetInBody],
    ["an end before an answer", (response) => void response.socket?.destroy()],
    [
      "an end in the middle of a refusal",
      (response) => {
        response.writeHead(404, { "content-length": "100" }).write("{", () => response.socket?.destroy());
      },
    ],
  ];
  test.each(failures)("after %s", async (_, failure) => {
    const { onEvent } = skipWaits();
    server.play(failure, json(200, user));
    expect(await resolveUser(clientFor(server, { onEvent }))).toMatchObject({ ok: true, data: user });
    expect(server.received).toHaveLength(2);
  });

  test.each([
    ["a reset", reset, "GET /v2/user/resolve/{client_user_id} had no answer."],
    ["a reset in the body", resetInBody, "GET /v2/user/resolve/{client_user_id} broke off in the body of a 200."],
  ] as const)("and fails with a NetworkError in the end, after %s", async (_, failure, message) => {
    const { delays, onEvent } = skipWaits();
    server.play(failure);
    const error = await rejection(resolveUser(clientFor(server, { onEvent })));
    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toBeInstanceOf(ClientError);
    expect(error).toMatchObject({ message, cause: expect.any(Error) });
    expect(everythingIn(error)).not.toContain(teamKey);
    expect(server.received).toHaveLength(3);
    expect(delays()).toHaveLength(2);
  });

  test("when nobody listens", async () => {
    const { delays, onEvent } = skipWaits();
    const error = await rejection(resolveUser(clientFor({ url: nobodyUrl }, { onEvent })));
    expect(error).toBeInstanceOf(NetworkError);
    expect(everythingIn(error)).toContain("ECONNREFUSED");
    expect(delays()).toHaveLength(2);
  });

  test.each([
    [
      "throws",
      () => {
        throw new TypeError("no route");
      },
    ],
    ["rejects", () => Promise.reject(new TypeError("no route"))],
    ["rejects with nothing", () => Promise.reject()],
  ])("when a custom fetch %s", async (_, fetch) => {
    const { delays, onEvent } = skipWaits();
    const error = await rejection(resolveUser(clientFor(server, { fetch, onEvent })));
    expect(error).toBeInstanceOf(NetworkError);
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

  test.each([...passing])("after %i when it changes something", async (status) => {
    server.play(notNow(status));
    const client = clientFor(server, { maxRetries: 5 });
    const path = { user_id: "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10", provider: "demo_ring" };
    await createOrder(client);
    await client.POST("/v2/user/", { body: { client_user_id: "demo-runner-01" } });
    await client.DELETE("/v2/user/{user_id}/{provider}", { params: { path } });
    await client.PATCH("/v3/order/{order_id}/phlebotomy/appointment/reschedule", {
      params: { path: { order_id: "d6fa1ce4-7059-42b3-88e5-fb041628dbec" } },
      body: {},
      maxRetries: 5,
    });
    expect(server.received.map(({ method }) => method)).toEqual(["POST", "POST", "DELETE", "PATCH"]);
  });

  test.each([
    ["a reset", reset],
    ["a reset in the body", resetInBody],
  ])("after %s when it changes something", async (_, failure) => {
    server.play(failure, json(200, createdUser));
    const call = clientFor(server).POST("/v2/user/", { body: { client_user_id: "demo-runner-01" } });
    expect(await rejection(call)).toBeInstanceOf(NetworkError);
    expect(server.received).toHaveLength(1);
  });

  test("when a body is not JSON", async () => {
    server.play(text(200, "<html>"), json(200, user));
    await rejection(resolveUser(clientFor(server)));
    expect(server.received).toHaveLength(1);
  });
});

describe("a call with an idempotency key is repeated with the same key and body by a client that trusts the header", () => {
  test.each([
    ["a refusal", notNow(503)],
    ["a reset", reset],
    ["a reset in the body", resetInBody],
  ])("after %s", async (_, failure) => {
    const { onEvent } = skipWaits();
    server.play(failure, failure, json(200, orderCreated));
    const client = clientFor(server, { onEvent, trustIdempotencyKeyHeader: true });
    const body = { clinical_comments: "fasting" };
    expect(await client.POST("/v3/order/create", { body, idempotencyKey: "once" })).toMatchObject({ ok: true });
    expect(server.received.map(({ headers }) => headers["idempotency-key"])).toEqual(["once", "once", "once"]);
    expect(server.received.map((request) => JSON.parse(String(request.body)))).toEqual([body, body, body]);
  });
});

describe("a call that changes something is never repeated", () => {
  test.each<[string, Parameters<typeof clientFor>[1], Parameters<typeof createOrder>[1]]>([
    ["with a key alone: that its header is read is an assumption", {}, { idempotencyKey: "once" }],
    ["with a key and retries asked for", { maxRetries: 3 }, { idempotencyKey: "once", maxRetries: 3 }],
    ["without a key by a client that trusts the header", { trustIdempotencyKeyHeader: true }, {}],
  ])("%s", async (_, ofClient, ofCall) => {
    server.play(notNow(503));
    expect(await createOrder(clientFor(server, ofClient), ofCall)).toMatchObject({ ok: false, status: 503 });
    expect(server.received).toHaveLength(1);
  });
});

describe("the number of attempts", () => {
  test.each([
    [0, undefined, 1],
    [1, undefined, 2],
    [undefined, undefined, 3],
    [4, undefined, 5],
    [0, 3, 4],
    [3, 0, 1],
    [Number.NaN, undefined, 1],
    [-1, undefined, 1],
  ])("of a client with %s and a call with %s is %i", async (ofClient, ofCall, attempts) => {
    server.play(notNow(503));
    const client = clientFor(server, ofClient === undefined ? {} : { maxRetries: ofClient });
    await resolveUser(client, ofCall === undefined ? {} : { maxRetries: ofCall });
    expect(server.received).toHaveLength(attempts);
  });
});

describe("the wait before the next attempt", () => {
  const waitAfter = async (headers: Record<string, string>) => {
    const { delays, onEvent } = skipWaits();
    server.play(json(429, {}, headers), json(200, user));
    await resolveUser(clientFor(server, { onEvent }));
    return delays()[0];
  };

  test.each([
    ["0", 0],
    ["7", 7_000],
    ["1.5", 1_500],
    ["86400", 60_000],
  ])("is what the server asks for in seconds, up to a minute: %s", async (value, delay) => {
    expect(await waitAfter({ "retry-after": value })).toBe(delay);
  });

  test.each([
    ["in 20 seconds", 20_000, 18_500, 20_000],
    ["in a day", 86_400_000, 60_000, 60_000],
    ["in the past", -60_000, 0, 0],
  ])("is what the server asks for as a date, up to a minute: %s", async (_, offset, least, most) => {
    const delay = await waitAfter({ "retry-after": new Date(Date.now() + offset).toUTCString() });
    expect(delay).toBeGreaterThanOrEqual(least);
    expect(delay).toBeLessThanOrEqual(most);
  });

  test.each([
    {},
    { "retry-after": "soon" },
    { "retry-after": "" },
    { "retry-after": "-5" },
    { "retry-after": "abc 1" },
  ])("grows from half a second, with jitter, when the server asks for nothing: %j", async (headers) => {
    server.play(json(503, {}, headers));
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
  });

  test("differs between calls", async () => {
    const { delays, onEvent } = skipWaits();
    server.play(json(503, {}));
    await Promise.all(Array.from({ length: 10 }, () => resolveUser(clientFor(server, { onEvent, maxRetries: 1 }))));
    expect(new Set(delays()).size).toBeGreaterThan(5);
  });

  test("is really waited", async () => {
    server.play(
      (response, request) => {
        json(503, {}, { "retry-after": "0.05" })(response, request);
      },
      json(200, user),
    );
    const started = performance.now();
    await resolveUser(clientFor(server));
    expect(performance.now() - started).toBeGreaterThanOrEqual(45);
  });
});

describe("a listener", () => {
  const call = { method: "GET", path: "/v2/user/resolve/{client_user_id}" };

  test("reports each attempt, its response and why it is repeated", async () => {
    server.play(notNow(503), json(200, user));
    const { events, onEvent } = listener();
    await resolveUser(clientFor(server, { onEvent }));
    expect(events).toEqual([
      { type: "request", ...call, attempt: 1 },
      { type: "response", ...call, attempt: 1, status: 503, durationMs: expect.any(Number) },
      { type: "retry", ...call, attempt: 1, delayMs: 0, reason: 503 },
      { type: "request", ...call, attempt: 2 },
      { type: "response", ...call, attempt: 2, status: 200, durationMs: expect.any(Number) },
    ]);
  });

  test("reports how long each attempt took, without those before it and the waits", async () => {
    server.play(notNow(503), json(200, user));
    const { events, onEvent } = listener();
    let now = 0;
    vi.spyOn(Date, "now").mockImplementation(() => now);
    const passes = { request: 30, response: 0, retry: 1_000, error: 0 };
    await resolveUser(
      clientFor(server, {
        onEvent: (event) => {
          onEvent(event);
          now += passes[event.type];
        },
      }),
    );
    expect(events.flatMap((event) => (event.type === "response" ? [event.durationMs] : []))).toEqual([30, 30]);
  });

  test("reports errors by their names", async () => {
    const waits = skipWaits();
    const { events, onEvent } = listener();
    server.play(reset, text(200, "<html>"));
    await rejection(
      resolveUser(
        clientFor(server, {
          onEvent: (event) => {
            onEvent(event);
            waits.onEvent(event);
          },
        }),
      ),
    );
    expect(events).toEqual([
      { type: "request", ...call, attempt: 1 },
      { type: "error", ...call, attempt: 1, error: "NetworkError" },
      { type: "retry", ...call, attempt: 1, delayMs: waits.delays()[0], reason: "NetworkError" },
      { type: "request", ...call, attempt: 2 },
      { type: "error", ...call, attempt: 2, error: "BodyError" },
    ]);
  });

  test("reports no credentials and nothing of path, query, headers and body", async () => {
    const { events, onEvent } = listener();
    const client = clientFor(server, { onEvent });
    const secret = "secret-of-the-patient";
    server.play(notNow(503), json(200, {}), json(200, []), json(200, {}));
    await resolveUser(client, { headers: { "x-note": secret } }, secret);
    await client.GET("/v2/providers/", { params: { query: { source_type: secret } } });
    await client.GET("/v2/link/provider/oauth/{oauth_provider}", {
      params: { path: { oauth_provider: secret } },
      linkToken: secret,
    });
    await client.POST("/v2/user/", { body: { client_user_id: secret } });
    await createOrder(client, { idempotencyKey: secret });
    expect(events.length).toBeGreaterThan(10);
    expect(JSON.stringify(events)).not.toContain(teamKey);
    expect(JSON.stringify(events)).not.toContain(secret);
  });

  test.each([
    [
      "throws",
      () => {
        throw new Error("the log is full");
      },
    ],
    ["rejects", () => Promise.reject(new Error("the log is full"))],
    ["takes for ever", () => new Promise<void>(() => {})],
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
