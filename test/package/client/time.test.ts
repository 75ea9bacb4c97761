// Time-outs and aborts: what ends a call, with which error, and that nothing is left behind.
import { getEventListeners } from "node:events";
import { afterEach, describe, expect, test, vi } from "vitest";
import { user } from "../../../generated/examples.ts";
import { AbortedError, TimeoutError } from "../../../src/package/client/index.ts";
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
import { type Answer, hang, json, notNow, redirect, reset, resetInBody, text, trickle, useServer } from "./server.ts";

const server = useServer();
afterEach(() => vi.restoreAllMocks());

/** The timers that would keep the process alive. */
function runningTimers(): number {
  return process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
}

/** Answers in the end, later than the tests are ready to wait. */
const slowHeaders: Answer = (response, request) => {
  const timer = setTimeout(() => json(200, user)(response, request), 500);
  response.on("close", () => clearTimeout(timer));
};

describe("a time-out", () => {
  test.each([
    ["whose headers are slow", slowHeaders],
    ["whose body is slow", trickle],
    ["that hangs", hang],
  ])("ends a call to a server %s", async (_, answer) => {
    server.play(answer);
    const error = await rejection(resolveUser(clientFor(server, { timeoutMs: 30, maxRetries: 0 })));
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({
      message: "GET /v2/user/resolve/{client_user_id} had no complete answer within 30 ms.",
    });
    expect(everythingIn(error)).not.toContain(teamKey);
  });

  test("lets go of the connection", async () => {
    const closed = Promise.withResolvers<void>();
    server.play((response, request) => {
      response.on("close", closed.resolve);
      trickle(response, request);
    });
    await rejection(resolveUser(clientFor(server, { timeoutMs: 20, maxRetries: 0 })));
    await closed.promise;
  });

  test("of a call wins over the client's", async () => {
    server.play(hang);
    const error = await rejection(
      resolveUser(clientFor(server, { timeoutMs: 60_000 }), { timeoutMs: 20, maxRetries: 0 }),
    );
    expect(error).toMatchObject({ name: "TimeoutError", message: expect.stringContaining("20 ms") });
  });

  test("is 90 seconds by default", async () => {
    const timers = vi.spyOn(globalThis, "setTimeout");
    await resolveUser(clientFor(server, { fetch: async () => Response.json(user) }));
    expect(timers.mock.calls.map(([, delay]) => delay)).toEqual([90_000]);
  });

  test.each([Number.POSITIVE_INFINITY, 2 ** 40])("of %d milliseconds does not fire at once", async (timeoutMs) => {
    server.play((response, request) => setTimeout(() => json(200, user)(response, request), 10));
    expect(await resolveUser(clientFor(server, { timeoutMs, maxRetries: 0 }))).toMatchObject({ ok: true });
  });

  test("ends a custom fetch that ignores its signal", async () => {
    const client = clientFor(server, { fetch: () => new Promise(() => {}), timeoutMs: 20, maxRetries: 0 });
    expect(await rejection(resolveUser(client))).toBeInstanceOf(TimeoutError);
  });

  test("ends a body that ignores its signal", async () => {
    const endless = new Response(new ReadableStream({ pull: () => new Promise(() => {}) }));
    const client = clientFor(server, { fetch: async () => endless, timeoutMs: 20, maxRetries: 0 });
    expect(await rejection(resolveUser(client))).toBeInstanceOf(TimeoutError);
  });

  test("reaches a custom fetch through the signal of the request", async () => {
    let request: Request | undefined;
    const client = clientFor(server, {
      fetch: (given) => {
        request = given;
        return new Promise(() => {});
      },
      timeoutMs: 20,
      maxRetries: 0,
    });
    await rejection(resolveUser(client));
    expect(request?.signal.aborted).toBe(true);
  });

  test("ends the wait for a credential that never comes", async () => {
    const client = clientFor(server, { apiKey: () => new Promise(() => {}), timeoutMs: 20, maxRetries: 0 });
    expect(await rejection(resolveUser(client))).toBeInstanceOf(TimeoutError);
  });

  test("holds for each attempt by itself", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0);
    changeTimers((delay) => delay / 25);
    let attempts = 0;
    const fetch = async () => {
      attempts += 1;
      return attempts === 3 ? Response.json(user) : new Promise<Response>(() => {});
    };
    expect(await resolveUser(clientFor(server, { fetch, timeoutMs: 500 }))).toMatchObject({ ok: true });
    expect(attempts).toBe(3);
  });
});

describe("a deadline", () => {
  test("leaves a later attempt what earlier ones have left of it", async () => {
    let nowMs = 0;
    vi.spyOn(Date, "now").mockImplementation(() => nowMs);
    const timers = vi.spyOn(globalThis, "setTimeout");
    const fetch = async () => {
      if (nowMs > 0) return Response.json(user);
      nowMs = 300;
      return new Response("{}", { status: 503, headers: { "retry-after": "0" } });
    };
    expect(await resolveUser(clientFor(server, { fetch, deadlineMs: 1000 }))).toMatchObject({ ok: true });
    // Other timers of this process may be among them
    expect(timers.mock.calls.map(([, delay]) => delay)).toContain(700);
  });

  test("ends the attempt that crosses it", async () => {
    // A busy machine may take its time between two attempts
    vi.spyOn(Date, "now").mockReturnValue(0);
    let attempts = 0;
    const fetch = async () => {
      attempts += 1;
      return attempts === 1
        ? new Response("{}", { status: 503, headers: { "retry-after": "0" } })
        : new Promise<Response>(() => {});
    };
    const error = await rejection(resolveUser(clientFor(server, { fetch, deadlineMs: 50 })));
    expect(error).toMatchObject({
      name: "TimeoutError",
      message: "GET /v2/user/resolve/{client_user_id} had no complete answer within its deadlineMs of 50 ms.",
    });
    expect(attempts).toBe(2);
  });

  test("returns the last answer when the next attempt would begin after it", async () => {
    server.play(notNow(503, "60"));
    expect(await resolveUser(clientFor(server, { deadlineMs: 50_000 }))).toMatchObject({ ok: false, status: 503 });
    expect(server.received).toHaveLength(1);
  });

  test("throws the last failure when the next attempt would begin after it", async () => {
    vi.spyOn(Date, "now").mockReturnValue(0);
    let attempts = 0;
    const fetch = () => {
      attempts += 1;
      return Promise.reject(new TypeError("fetch failed"));
    };
    expect(await rejection(resolveUser(clientFor(server, { fetch, deadlineMs: 200 })))).toMatchObject({
      name: "NetworkError",
      message: expect.stringMatching(/had no answer\. Its deadlineMs of 200 ms leaves no time to repeat it\.$/),
    });
    expect(attempts).toBe(1);
  });

  test("does not shorten a call that is quick", async () => {
    server.play(notNow(503), json(200, user));
    expect(await resolveUser(clientFor(server, { deadlineMs: 600_000 }))).toMatchObject({ ok: true });
  });
});

describe("an abort", () => {
  const reason = new Error("the visitor left");

  test("before the call sends nothing and asks for no credential", async () => {
    server.play(json(200, user));
    let asked = 0;
    const { events, onEvent } = listener();
    const client = clientFor(server, {
      apiKey: () => {
        asked += 1;
        return teamKey;
      },
      onEvent,
    });
    const error = await rejection(resolveUser(client, { signal: AbortSignal.abort(reason) }));
    expect(error).toBeInstanceOf(AbortedError);
    expect(error).toMatchObject({
      message: "GET /v2/user/resolve/{client_user_id} was aborted by its signal.",
      cause: reason,
    });
    expect([asked, server.received.length, events]).toEqual([0, 0, []]);
  });

  test("while the headers are awaited", async () => {
    const controller = new AbortController();
    server.play(() => controller.abort(reason));
    const error = await rejection(resolveUser(clientFor(server), { signal: controller.signal }));
    expect(error).toBeInstanceOf(AbortedError);
    expect(error).toMatchObject({ cause: reason });
  });

  test("while the body arrives lets go of the connection", async () => {
    const controller = new AbortController();
    const closed = Promise.withResolvers<void>();
    server.play((response) => {
      response.on("close", closed.resolve);
      response.writeHead(200).write("{", () => setTimeout(() => controller.abort(reason), 10));
    });
    const error = await rejection(resolveUser(clientFor(server), { signal: controller.signal }));
    expect(error).toMatchObject({ name: "AbortedError", cause: reason });
    await closed.promise;
    expect(server.received).toHaveLength(1);
  });

  test("while the client waits to repeat the call", async () => {
    server.play(notNow(503, "30"));
    const controller = new AbortController();
    const client = clientFor(server, {
      onEvent: ({ type }) => type === "retry" && setTimeout(() => controller.abort(reason), 5),
    });
    const started = vi.spyOn(globalThis, "setTimeout");
    const cleared = vi.spyOn(globalThis, "clearTimeout");
    const error = await rejection(resolveUser(client, { signal: controller.signal }));
    expect(error).toMatchObject({ name: "AbortedError", cause: reason });
    expect(server.received).toHaveLength(1);
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
    const wait = started.mock.calls.findIndex(([, delay]) => delay === 30_000);
    expect(cleared).toHaveBeenCalledWith(started.mock.results[wait]?.value);
  });

  test.each(["request", "retry"] as const)("by a listener that receives a %s", async (type) => {
    server.play(notNow(503, "30"));
    const controller = new AbortController();
    const client = clientFor(server, { onEvent: (event) => event.type === type && controller.abort(reason) });
    expect(await rejection(resolveUser(client, { signal: controller.signal }))).toMatchObject({ cause: reason });
    expect(server.received).toHaveLength(type === "request" ? 0 : 1);
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  });

  test("while the credential is awaited sends nothing", async () => {
    const controller = new AbortController();
    const send = vi.fn(async () => Response.json(user));
    const given = Promise.withResolvers<void>();
    const client = clientFor(server, {
      apiKey: async () => {
        controller.abort(reason);
        // The key comes after the call has ended
        setImmediate(() => setImmediate(given.resolve));
        return teamKey;
      },
      fetch: send,
    });
    const error = await rejection(resolveUser(client, { signal: controller.signal }));
    expect(error).toMatchObject({ name: "AbortedError", cause: reason });
    await given.promise;
    expect(send).not.toHaveBeenCalled();
  });

  test("ends a custom fetch that ignores its signal", async () => {
    const controller = new AbortController();
    const client = clientFor(server, {
      fetch: () => {
        setTimeout(() => controller.abort(reason), 5);
        return new Promise(() => {});
      },
    });
    const error = await rejection(resolveUser(client, { signal: controller.signal }));
    expect(error).toMatchObject({ name: "AbortedError", cause: reason });
  });

  test("ends a call that changes something", async () => {
    const controller = new AbortController();
    server.play(() => controller.abort(reason));
    const call = createOrder(clientFor(server), { idempotencyKey: "once", signal: controller.signal });
    expect(await rejection(call)).toMatchObject({ name: "AbortedError", cause: reason });
    expect(server.received).toHaveLength(1);
  });

  test("after the call changes nothing", async () => {
    server.play(json(200, user));
    const controller = new AbortController();
    const result = await resolveUser(clientFor(server), { signal: controller.signal });
    controller.abort(reason);
    expect(result).toMatchObject({ ok: true, data: user });
  });
});

describe("no timer and no listener is left behind", () => {
  const cases: readonly [string, Answer, boolean][] = [
    ["a success", json(200, user), true],
    ["a refusal", json(404, {}), true],
    ["a body that is not JSON", text(200, "<html>"), false],
    ["a redirect", redirect(302, "/elsewhere"), false],
    ["a reset", reset, false],
    ["a reset in the body", resetInBody, false],
    ["a time-out", hang, false],
    ["repeated attempts", notNow(503), true],
  ];
  test.each(cases)("after %s", async (_, answer, settles) => {
    server.play(answer);
    const { signal } = new AbortController();
    // Only a server that never answers is given up: on a busy machine another one may take that long
    const timeoutMs = answer === hang ? 101 : 600_001;
    const { events, onEvent } = listener();
    const started = vi.spyOn(globalThis, "setTimeout");
    const cleared = vi.spyOn(globalThis, "clearTimeout");
    // Only the attempts that the server asks to repeat are repeated, at once
    const call = resolveUser(clientFor(server, { timeoutMs, maxRetries: settles ? 2 : 0, onEvent }), { signal });
    await (settles ? call : rejection(call));
    expect(getEventListeners(signal, "abort")).toEqual([]);
    const timers = started.mock.results.flatMap(({ value }, index) =>
      started.mock.calls[index]?.[1] === timeoutMs ? [value] : [],
    );
    expect(timers).toHaveLength(events.filter(({ type }) => type === "request").length);
    for (const timer of timers) expect(cleared).toHaveBeenCalledWith(timer);
  });

  test("while a call runs there is one of each", async () => {
    const { signal } = new AbortController();
    const before = runningTimers();
    const counted: number[] = [];
    const client = clientFor(server, {
      fetch: async () => {
        counted.push(runningTimers() - before, getEventListeners(signal, "abort").length);
        return Response.json(user);
      },
    });
    await resolveUser(client, { signal });
    expect(counted).toEqual([1, 1]);
  });

  test("after a hundred calls with one signal", async () => {
    server.play(json(200, user));
    const { signal } = new AbortController();
    const { events, onEvent } = listener();
    const client = clientFor(server, { onEvent });
    await Promise.all(Array.from({ length: 100 }, () => resolveUser(client, { signal })));
    expect(events.filter(({ type }) => type === "response")).toHaveLength(100);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});
