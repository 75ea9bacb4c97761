// Requests as the server receives them, and calls that are refused before anything is sent.
import { openAsBlob, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { parse } from "yaml";
import { createdUser, user } from "../../generated/examples.ts";
import {
  type ClientOptions,
  createClient,
  type FetchInit,
  InvalidRequestError,
  wrapAsPathBasedClient,
} from "../../src/client/index.ts";
import { startEarlyCloser } from "../shared/http/early-closer.ts";
import { clientFor, createOrder, everythingIn, listener, rejection, resolveUser, teamKey } from "./calls.ts";
import { json, notNow, useServer } from "./server.ts";

const server = useServer();
const resolve = "/v2/user/resolve/{client_user_id}";
const upload = "/lab_report/v1/parser/job";

/** The calls of a client without their types, which refuse most of what is refused here. */
type Untyped = Record<"GET" | "POST", (path: string, options?: object) => Promise<unknown>>;
const untyped = (options: Partial<ClientOptions> = {}) => clientFor(server, options) as unknown as Untyped;

/** Makes a call that is answered with this, and gives the request. */
async function sentBy(call: () => Promise<unknown>, answer: unknown = {}) {
  server.play(json(200, answer));
  await call();
  const [request, ...others] = server.received;
  if (request === undefined || others.length > 0) throw new Error("Expected one request.");
  return request;
}

/** Expects that a call is refused with this message, that nothing is sent, and that no key is told. */
async function expectRefused(call: () => Promise<unknown>, message: string | RegExp) {
  server.play(json(200, user));
  const error = await rejection(Promise.resolve().then(call));
  expect(error).toBeInstanceOf(InvalidRequestError);
  expect((error as Error).message).toMatch(message);
  expect(everythingIn(error)).not.toContain(teamKey);
  expect(server.received).toHaveLength(0);
}

describe("a path parameter", () => {
  const values = ["", ".", "..", null, {}, [".."]];
  test.each([{}, { path: {} }, ...values.map((client_user_id) => ({ path: { client_user_id } }))])(
    "that is missing, empty or leads to another route is refused: %j",
    async (params) => {
      const message = `The path parameter client_user_id of ${resolve} is missing, empty or leads to another route.`;
      await expectRefused(() => untyped().GET(resolve, { params }), message);
    },
  );

  test("that is not valid Unicode is refused", () =>
    expectRefused(() => resolveUser(clientFor(server), {}, "a\ud800"), /cannot be written as a request\.$/));

  test("that is refused stands beside one that is not", async () => {
    const path = { user_id: "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10", provider: ".." };
    await expectRefused(
      () => clientFor(server).DELETE("/v2/user/{user_id}/{provider}", { params: { path } }),
      "provider",
    );
  });
});

describe("a query", () => {
  test("repeats arrays, leaves out undefined and null, and writes all else as text", async () => {
    const query = {
      a: undefined,
      b: null,
      c: [],
      d: false,
      f: 0,
      g: "",
      i: [1, "a&b=c"],
      j: "é+#",
    };
    const { url } = await sentBy(() => untyped().GET("/v2/providers/", { params: { query } }), []);
    const written = "?d=false&f=0&g=&i=1&i=a%26b%3Dc&j=%C3%A9%2B%23";
    expect(url).toBe(`/v2/providers/${written}`);
  });

  test("takes further parameters by their names, where those of an operation are not shown", async () => {
    const params = { path: { user_id: "demo" }, query: { further: { start_date: "2026-03-02", tag: "a&b" } } };
    const { url } = await sentBy(() => clientFor(server).GET("/v2/summary/sleep/{user_id}", { params }), {});
    expect(url).toBe("/v2/summary/sleep/demo?start_date=2026-03-02&tag=a%26b");
  });
});

describe("a header", () => {
  const broken = ["Qx7Zk\r\nx-evil: 1", "Qx7Zk\ntwo", "Qx7Zk\r", "Qx7Zk\u0000two", "Qx7Zk\n", "ключ"];
  const refusal = (name: string) => `The header ${name} holds a line break or a character that is not allowed.`;
  test.each(broken)("with %j is refused without repeating the value", async (value) => {
    const calls: [string, () => Promise<unknown>][] = [
      ["x-note", async () => clientFor(server, { headers: { "x-note": value } })],
      ["x-service-api-key", async () => clientFor(server, { apiKey: `${value}\n` })],
      ["x-service-api-key", () => resolveUser(clientFor(server, { apiKey: () => value }))],
      ["x-note", () => resolveUser(clientFor(server), { headers: { "x-note": value } })],
      ["Idempotency-Key", () => createOrder(clientFor(server), { idempotencyKey: value })],
      ["x-service-link-token", () => untyped().GET("/v2/providers/", { linkToken: value })],
    ];
    for (const [name, call] of calls) {
      await expectRefused(call, refusal(name));
      expect(everythingIn(await rejection(Promise.resolve().then(call)))).not.toContain(value.slice(0, 3));
    }
  });

  test("of a call wins over one of the client in any case, JSON is asked for, and the credential stays", async () => {
    const headers = { "X-Service-Api-Key": "other", "X-Note": "client", "x-client": "1" };
    for (const apiKey of [teamKey, () => teamKey]) {
      const client = clientFor(server, { apiKey, headers });
      const own = { "X-SERVICE-API-KEY": "other", "x-note": "call", "x-call": "2" };
      const call = await sentBy(() => resolveUser(client, { headers: own }), user);
      const common = { "x-client": "1", "x-service-api-key": teamKey, accept: "application/json" };
      expect(call.headers).toMatchObject({ ...common, "x-note": "call", "x-call": "2" });
      const next = await sentBy(() => resolveUser(client), user);
      expect(next.headers).toMatchObject({ ...common, "x-note": "client" });
      expect(next.headers).not.toHaveProperty("x-call");
    }
    for (const name of ["Idempotency-Key", "idempotency-key", "x-service-link-token"]) {
      const given = await sentBy(() => resolveUser(clientFor(server), { headers: { [name]: "given" } }), user);
      expect(given.headers).toHaveProperty(name.toLowerCase(), "given");
    }
    const asked = await sentBy(() => resolveUser(clientFor(server, { headers: { Accept: "application/x" } })), user);
    expect(asked.headers.accept).toBe("application/x");
  });
});

describe("a credential", () => {
  test("that is a function is asked for every attempt, and the rest of the request stays", async () => {
    server.play(notNow(503), notNow(503), json(200, user));
    const apiKey = vi.fn(async () => `key-${apiKey.mock.calls.length}`);
    await resolveUser(clientFor(server, { apiKey }), { headers: { "x-note": "kept" } });
    const sent = server.received.map(({ headers }) => [headers["x-service-api-key"], headers["x-note"]]);
    expect(sent).toEqual([1, 2, 3].map((attempt) => [`key-${attempt}`, "kept"]));
  });

  test("whose function fails fails the call with that very error, once", async () => {
    const { events, onEvent } = listener();
    const apiKey = vi.fn(() => Promise.reject(new Error("the vault is closed")));
    const error = await rejection(resolveUser(clientFor(server, { apiKey, onEvent })));
    expect(error).toMatchObject({ message: "the vault is closed" });
    expect(apiKey).toHaveBeenCalledOnce();
    expect(events.map(({ type }) => type)).toEqual(["request", "error"]);
    expect(server.received).toHaveLength(0);
  });

  test("of one call or client is never sent by another", async () => {
    server.play(json(200, user));
    const keys = ["one", "two"];
    const rotating = clientFor(server, { apiKey: () => keys.shift() ?? "" });
    const three = clientFor(server, { apiKey: "three" });
    await Promise.all([resolveUser(rotating), resolveUser(three), resolveUser(rotating)]);
    expect(server.received.map(({ headers }) => headers["x-service-api-key"]).sort()).toEqual(["one", "three", "two"]);
    expect(everythingIn(three)).not.toContain("three");
  });
});

interface Refused {
  readonly options?: object;
  readonly client?: object;
  readonly call?: object;
  readonly says: string;
}
const refused: Readonly<Record<"clients" | "calls", Readonly<Record<string, Refused>>>> = parse(
  readFileSync(new URL("refused.yaml", import.meta.url), "utf8"),
);

describe("refused is", () => {
  const headers = { options: { headers: new Headers() }, says: "headers is Headers, expected an object." };
  const baseUrl = new URL(`https://name:${teamKey}@host.example.com`);
  const clients: typeof refused.clients = {
    ...refused.clients,
    "a Headers": headers,
    "a password in a URL": { options: { baseUrl }, says: "baseUrl is not" },
  };
  test.each(Object.entries(clients))("a client with %s", async (_, { options, says }) => {
    await expectRefused(async () => createClient({ apiKey: teamKey, baseUrl: server.url, ...options }), says);
  });

  const circular: Record<string, unknown> = {};
  circular["self"] = circular;
  const calls: typeof refused.calls = {
    ...refused.calls,
    "a function that gives no credential": { client: { apiKey: () => "" }, says: "x-service-api-key is empty" },
    "a controller as its signal": { call: { signal: new AbortController() }, says: "signal is not an AbortSignal." },
    "a Headers": { call: headers.options, says: headers.says },
    "a body that cannot be written": { call: { body: circular }, says: "cannot be written as a request." },
    "bytes as its body": { call: { body: Buffer.from("{}") }, says: "The body is Uint8Array, expected an object." },
    // openapi-fetch would leave a Date out, and write an object in brackets
    "a Date in its query": {
      call: { params: { query: { a: new Date() } } },
      says: "The query parameter a is Date, expected",
    },
  };
  test.each(Object.entries(calls))(
    "a call with %s, and it is not repeated and leaves no timer",
    async (_, { client, call, says }) => {
      const timers = vi.spyOn(globalThis, "setTimeout");
      onTestFinished(() => timers.mockRestore());
      const given = { timeoutMs: 600_001, ...client };
      await expectRefused(() => untyped(given).POST("/v3/order/create", { body: {}, ...call }), says);
      // Other timers of this process may be among them
      const own = timers.mock.results.filter((_, index) => timers.mock.calls[index]?.[1] === given.timeoutMs);
      for (const { value } of own) expect(value._destroyed).toBe(true);
    },
  );
});

describe("a body", () => {
  test("may be left out where it is optional, and then has no type", async () => {
    const params = { query: { user_id: "one" } };
    const request = await sentBy(() => clientFor(server).POST("/v2/user/undo_delete", { params }));
    expect(request.headers).not.toHaveProperty("content-type");
    expect(request.body).toHaveLength(0);
  });
});

describe("an upload", () => {
  const formSentBy = async (body: object, options?: Partial<ClientOptions>) => {
    const sent = await sentBy(() => untyped(options).POST(upload, { body }));
    const headers = { "content-type": sent.headers["content-type"] ?? "" };
    expect(headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
    return new Response(new Uint8Array(sent.body), { headers }).formData();
  };

  test("leaves as form data, byte for byte, whatever the client's own type is", async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, value) => value);
    const file = new File([bytes], "lab-report.pdf", { type: "application/pdf" });
    const body = {
      ...{ file, request_human_review: true, tags: ["a", "b"], site: 1 },
      ...{ pages: [file, new Blob(["2"])], left_out: undefined, nothing: null },
    };
    const form = await formSentBy(body, { headers: { "Content-Type": "application/json" } });
    const part = form.get("file") as File;
    expect([part.name, part.type]).toEqual(["lab-report.pdf", "application/pdf"]);
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes);
    const names = ["file", "request_human_review", "tags", "tags", "site", "pages", "pages"];
    expect([...form.keys()]).toEqual(names);
    expect(form.getAll("pages")).toEqual([expect.any(File), expect.any(File)]);
    expect(form.getAll("tags")).toEqual(["a", "b"]);
    expect(["request_human_review", "site"].map((name) => form.get(name))).toEqual(["true", "1"]);
  });

  test("has its answer when the server refuses it before it has read it, and closes", async () => {
    const { url: baseUrl, close } = await startEarlyCloser();
    onTestFinished(async () => void (await close()));
    const client = createClient({ apiKey: "a-wrong-key", baseUrl });
    const body = { file: new File([new Uint8Array(200_000)], "lab-report.pdf") };
    for (let sent = 0; sent < 20; sent += 1) {
      const result = await client.POST(upload, { body });
      expect(result).toMatchObject({ ok: false, status: 401, error: { detail: "No." } });
    }
  });

  test.each<[what: string, body: unknown, message: string]>([
    ["bytes", Buffer.from("%PDF-1.7"), "The body is Uint8Array, expected an object."],
    ["a FormData", new FormData(), "The body is FormData, expected an object."],
    ["a Buffer in a field", { file: Buffer.from("%PDF-1.7") }, "The field file is Uint8Array, expected a text"],
    ["an ArrayBuffer in a field", { file: new ArrayBuffer(8) }, "a number or a File."],
    ["an object in a field", { details: { site: 1 } }, "The field details is Object, expected a text"],
    ["a Date in a field", { taken: new Date(0) }, "The field taken is Date, expected a text"],
  ])("of %s is refused", (_, body, message) => expectRefused(() => untyped().POST(upload, { body }), message));

  test("whose file cannot be read is refused", async () => {
    const place = join(await mkdtemp(join(tmpdir(), "client-")), "report.pdf");
    await writeFile(place, "%PDF-1.7");
    const file = await openAsBlob(place);
    await rm(dirname(place), { recursive: true });
    await expectRefused(() => clientFor(server).POST(upload, { body: { file } }), /^POST \S+ cannot be written/);
  });
});

describe("a fetch of the caller's own", () => {
  test("is called with the URL and all that belongs to the request, and not through the client", async () => {
    const fetch = vi.fn(async function (this: unknown, ..._: [url: string, init: FetchInit]) {
      return Response.json(createdUser);
    });
    await clientFor(server, { fetch }).POST("/v2/user/", { body: { client_user_id: "demo-runner-01" } });
    const headers = new Headers({
      accept: "application/json",
      "content-type": "application/json",
      "x-service-api-key": teamKey,
    });
    const body = '{"client_user_id":"demo-runner-01"}';
    const init = { method: "POST", headers, body, redirect: "manual", signal: expect.any(AbortSignal) };
    expect(fetch.mock.calls).toEqual([[`${server.url}/v2/user/`, init]]);
    expect(fetch.mock.contexts).toEqual([undefined]);
  });

  test("is given the body again for each attempt, and headers of their own", async () => {
    const given = new Set<Headers>();
    const fetch = async (_: string, { body, headers }: FetchInit) => {
      expect(body).toBe("{}");
      const init = { status: 503, headers: { "retry-after": "0" } };
      return given.add(headers).size === 1 ? new Response("{}", init) : Response.json({});
    };
    const client = clientFor(server, { trustIdempotencyKeyHeader: true, fetch });
    expect(await createOrder(client, { idempotencyKey: "once" })).toMatchObject({ ok: true });
    expect(given.size).toBe(2);
  });

  test("is not needed: the global one of the moment is called the same way", async () => {
    const client = clientFor(server);
    const fetch = vi.spyOn(globalThis, "fetch").mockResolvedValue(Response.json(createdUser));
    onTestFinished(() => fetch.mockRestore());
    await client.POST("/v2/user/", { body: { client_user_id: "demo-runner-01" } });
    // Bun before 1.1.46 reads `redirect` here, and not in a Request
    expect(fetch).toHaveBeenCalledExactlyOnceWith(
      `${server.url}/v2/user/`,
      expect.objectContaining({ redirect: "manual" }),
    );
  });
});

test("a path-based client makes the calls of the client that it wraps", async () => {
  const byPath = wrapAsPathBasedClient(clientFor(server));
  const params = { path: { client_user_id: "a/b" } };
  const found = await sentBy(() => byPath[resolve].GET({ params, headers: { "x-note": "1" } }), user);
  expect(found).toMatchObject({ method: "GET", url: "/v2/user/resolve/a%2Fb", headers: { "x-note": "1" } });
  const created = await sentBy(() => byPath["/v2/user/"].POST({ body: { client_user_id: "a" } }), createdUser);
  expect([created.method, created.url, String(created.body)]).toEqual(["POST", "/v2/user/", '{"client_user_id":"a"}']);
});

test.each([
  ["/", ""],
  ["/gateway//", "/gateway"],
  ["/{tenant}", "/%7Btenant%7D"],
  ["/two words ", "/two%20words"],
])("a base URL may end in %j, and be a URL", async (end, prefix) => {
  const baseUrl = `${server.url}${end}`;
  const params = { query: { user_id: "one" } };
  for (const client of [clientFor(server, { baseUrl }), clientFor(server, { baseUrl: new URL(baseUrl) })]) {
    const { url } = await sentBy(() => client.POST("/v2/link/code/create", { params }));
    expect(url).toBe(`${prefix}/v2/link/code/create?user_id=one`);
  }
});
