// What leaves, as the server receives it, and what is refused before anything leaves.
import { openAsBlob } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createdUser, labReportUpload, organizationTeamsLastPage, user } from "../../generated/examples.ts";
import { type Client, type ClientOptions, createClient, InvalidRequestError } from "../../src/client/index.ts";
import { startEarlyCloser } from "../shared/http/early-closer.ts";
import {
  clientFor,
  createOrder,
  everythingIn,
  listener,
  managementFor,
  organizationKey,
  rejection,
  resolveUser,
  teamKey,
} from "./calls.ts";
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
  const detour = (text: string) => `is "${text}", which would lead to another route. Pass the id itself.`;
  test.each<[what: string, options: object | undefined, fault: string]>([
    ["empty", { client_user_id: "" }, detour("")],
    [".", { client_user_id: "." }, detour(".")],
    ["..", { client_user_id: ".." }, detour("..")],
    ["a lone surrogate", { client_user_id: "\ud800" }, "is not valid Unicode."],
    ["missing", {}, "found undefined."],
    ["null", { client_user_id: null }, "found null."],
    ["an object", { client_user_id: {} }, "found object."],
    ["an array", { client_user_id: [".."] }, "found object."],
    ["left out with all others", undefined, "found undefined."],
  ])("that is %s is refused", async (_, path, fault) => {
    const subject = fault.startsWith("is")
      ? `The path parameter client_user_id of ${resolve} `
      : `${resolve} needs the path parameter client_user_id, `;
    await expectRefused(() => untyped().GET(resolve, { params: { path } }), subject + fault);
    if (path === undefined) await expectRefused(() => untyped().GET(resolve), subject + fault);
  });

  test("that is refused stands beside one that is not", async () => {
    const path = { user_id: "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10", provider: ".." };
    await expectRefused(
      () => clientFor(server).DELETE("/v2/user/{user_id}/{provider}", { params: { path } }),
      "provider",
    );
  });

  test.each([
    ["a/b", "a%2Fb"],
    ["../../v2/providers", "..%2F..%2Fv2%2Fproviders"],
    ["100%", "100%25"],
    ["%2e%2e", "%252e%252e"],
    ["a?b=c#d", "a%3Fb%3Dc%23d"],
    ["a b", "a%20b"],
    ["{user_id}", "%7Buser_id%7D"],
    ["$&$1", "%24%26%241"],
    ["zoë-東京-🏃", "zo%C3%AB-%E6%9D%B1%E4%BA%AC-%F0%9F%8F%83"],
    ["...", "..."],
    ["..\t", "..%09"],
    ["a\\b", "a%5Cb"],
  ])("%j arrives as %s", async (id, encoded) => {
    const { url } = await sentBy(() => resolveUser(clientFor(server), {}, id), user);
    expect(url).toBe(`/v2/user/resolve/${encoded}`);
  });
});

describe("a query", () => {
  test("repeats arrays, leaves out undefined and null, and writes all else as text", async () => {
    const date = new Date(Date.UTC(2026, 2, 2));
    const query = {
      a: undefined,
      b: null,
      c: [],
      d: false,
      f: 0,
      g: "",
      h: date,
      i: [undefined, 1, "a&b=c"],
      "j k": "é+#",
    };
    const { url } = await sentBy(() => untyped().GET("/v2/providers/", { params: { query } }), []);
    const written = "?d=false&f=0&g=&h=2026-03-02T00%3A00%3A00.000Z&i=1&i=a%26b%3Dc&j%20k=%C3%A9%2B%23";
    expect(url).toBe(`/v2/providers/${written}`);
  });

  test("takes further parameters by their names, where those of an operation are not shown", async () => {
    const params = { path: { user_id: "demo" }, query: { further: { start_date: "2026-03-02", tag: "a&b" } } };
    const { url } = await sentBy(() => clientFor(server).GET("/v2/summary/sleep/{user_id}", { params }), {});
    expect(url).toBe("/v2/summary/sleep/demo?start_date=2026-03-02&tag=a%26b");
  });

  test("is not there when nothing is in it", async () => {
    for (const params of [undefined, {}, { query: {} }]) {
      const { url } = await sentBy(() => untyped().GET("/v2/providers/", { params }), []);
      expect(url).toBe("/v2/providers/");
    }
  });
});

describe("a header", () => {
  const broken = ["Qx7Zk\r\nx-evil: 1", "Qx7Zk\ntwo", "Qx7Zk\r", "Qx7Zk\u0000two", "Qx7Zk\n", "ключ"];
  const refusal = (name: string) =>
    `The value of the header ${name} holds a line break or a character outside of Latin-1. Remove it.`;
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
    const asked = await sentBy(() => resolveUser(clientFor(server, { headers: { Accept: "application/x" } })), user);
    expect(asked.headers.accept).toBe("application/x");
  });

  test("of the contract leaves under its own name", async () => {
    const order = await sentBy(() => createOrder(clientFor(server), { idempotencyKey: "once" }));
    expect(order.headers).toMatchObject({ "idempotency-key": "once" });
    const params = { path: { oauth_provider: "demo_ring" } };
    const path = "/v2/link/provider/oauth/{oauth_provider}";
    const link = await sentBy(() => clientFor(server).GET(path, { params, linkToken: "fabricated-token" }));
    expect(link.headers).toMatchObject({ "x-service-link-token": "fabricated-token" });
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

  test.each([
    [
      "throws",
      () =>
        vi.fn(() => {
          throw new Error("the vault is closed");
        }),
    ],
    ["rejects", () => vi.fn(() => Promise.reject(new Error("the vault is closed")))],
  ])("whose function %s fails the call with that very error, once", async (_, make) => {
    const [apiKey, { events, onEvent }] = [make(), listener()];
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
    const team = await sentBy(() => resolveUser(clientFor(server)), user);
    const params = { path: { org_id: "one" } };
    const all = organizationTeamsLastPage;
    const organization = await sentBy(() => managementFor(server).GET("/v1/org/{org_id}/team", { params }), all);
    expect([team.headers["x-service-api-key"], team.headers["x-management-key"]]).toEqual([teamKey, undefined]);
    expect(organization.headers["x-management-key"]).toBe(organizationKey);
    expect(JSON.stringify(organization.headers)).not.toContain(teamKey);
  });
});

describe("refused is", () => {
  const plain = "Pass the plain address";
  test.each<[what: string, options: object, message: string]>([
    ["no credential", { apiKey: undefined }, "x-service-api-key is empty or missing"],
    ["an empty credential", { apiKey: " " }, "x-service-api-key is empty or missing"],
    ["a query in baseUrl", { baseUrl: `https://host.example.com/?x=${teamKey}` }, plain],
    ["a fragment in baseUrl", { baseUrl: "https://host.example.com#x" }, plain],
    ["a password in baseUrl", { baseUrl: `https://name:${teamKey}@host.example.com` }, plain],
    ["a password behind other slashes", { baseUrl: `https:\\\\name:${teamKey}@host.example.com` }, plain],
    ["a password behind no slash", { baseUrl: `https:name:${teamKey}@host.example.com` }, plain],
    ["a deadline that is no time", { deadlineMs: Number.NaN }, "deadlineMs is NaN, expected milliseconds above 0."],
    ["a deadline of nothing", { deadlineMs: 0 }, "deadlineMs is 0, expected milliseconds above 0."],
    ["a header name that is none", { headers: { "x note": "1" } }, "The headers of the client cannot be written"],
  ])("a client with %s", async (_, options, message) => {
    await expectRefused(async () => createClient({ apiKey: teamKey, baseUrl: server.url, ...options }), message);
  });

  const circular: Record<string, unknown> = {};
  circular["self"] = circular;
  const written = /^(?:GET|POST) \S+ cannot be written as a request\.$/;
  test.each<[what: string, client: object, call: object, message: string | RegExp]>([
    ["without the credential of a function", { apiKey: () => "" }, {}, "x-service-api-key is empty"],
    ["with an empty idempotency key", {}, { idempotencyKey: " " }, "The idempotencyKey is empty."],
    ["with an idempotency key of null", {}, { idempotencyKey: null }, "The idempotencyKey is empty."],
    ["with a time-out that is no time", {}, { timeoutMs: Number.NaN }, "timeoutMs is NaN, expected"],
    ["with a time-out of nothing", {}, { timeoutMs: 0 }, "timeoutMs is 0, expected milliseconds above 0."],
    ["with a client's time-out of nothing", { timeoutMs: 0 }, {}, "timeoutMs is 0, expected"],
    ["with a header name that is none", {}, { headers: { "x note": "1" } }, written],
    ["with a body that cannot be written", {}, { body: circular }, written],
    ["with a query that cannot be written", {}, { params: { query: { a: "\ud800" } } }, written],
    ["to an address that is none", { baseUrl: "no address" }, {}, written],
  ])("a call %s, and it is not repeated", async (_, ofClient, ofCall, message) => {
    await expectRefused(() => untyped(ofClient).POST("/v3/order/create", { body: {}, ...ofCall }), message);
  });
});

describe("a body", () => {
  test("leaves as JSON", async () => {
    const body = { client_user_id: "zoë 🏃", fallback_birth_date: null };
    const request = await sentBy(() => clientFor(server).POST("/v2/user/", { body }), createdUser);
    expect(request.headers["content-type"]).toBe("application/json");
    expect(JSON.parse(String(request.body))).toEqual(body);
    expect(String((await sentBy(() => createOrder(clientFor(server)))).body)).toBe("{}");
  });

  test("may be left out where it is optional, and then has no type", async () => {
    const params = { query: { user_id: "one" } };
    const request = await sentBy(() => clientFor(server).POST("/v2/user/undo_delete", { params }));
    expect(request.headers).not.toHaveProperty("content-type");
    expect(request.body).toHaveLength(0);
  });
});

describe("an upload", () => {
  const formSentBy = async (client: Client, body: { file: Blob; [field: string]: unknown }) => {
    const sent = await sentBy(() => client.POST(upload, { body }));
    const headers = { "content-type": sent.headers["content-type"] ?? "" };
    expect(headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
    return new Response(new Uint8Array(sent.body), { headers }).formData();
  };

  test("leaves as form data, byte for byte, whatever the client's own type is", async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, value) => value);
    const file = new File([bytes], "lab-report.pdf", { type: "application/pdf" });
    const client = clientFor(server, { headers: { "Content-Type": "application/json" } });
    const form = await formSentBy(client, {
      ...{ file, request_human_review: true, tags: ["a", "b"], details: { site: 1 } },
      ...{ pages: [file, new Blob(["2"])], left_out: undefined, nothing: null, taken: new Date(0) },
    });
    const part = form.get("file") as File;
    expect([part.name, part.type]).toEqual(["lab-report.pdf", "application/pdf"]);
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes);
    const names = ["file", "request_human_review", "tags", "tags", "details", "pages", "pages", "taken"];
    expect([...form.keys()]).toEqual(names);
    expect(form.getAll("pages")).toEqual([expect.any(File), expect.any(File)]);
    expect(form.getAll("tags")).toEqual(["a", "b"]);
    const texts = ["taken", "request_human_review", "details"].map((name) => form.get(name));
    expect(texts).toEqual(["1970-01-01T00:00:00.000Z", "true", '{"site":1}']);
  });

  test("of a Blob without a name is a file as well", async () => {
    expect((await formSentBy(clientFor(server), labReportUpload)).get("file")).toBeInstanceOf(File);
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

  test("whose file cannot be read is refused", async () => {
    const place = join(await mkdtemp(join(tmpdir(), "client-")), "report.pdf");
    await writeFile(place, "%PDF-1.7");
    const file = await openAsBlob(place);
    await rm(dirname(place), { recursive: true });
    await expectRefused(() => clientFor(server).POST(upload, { body: { file } }), /^POST \S+ cannot be written/);
  });
});

describe("a custom fetch", () => {
  test("is called with one Request that holds everything, and not through the client", async () => {
    const given: Request[] = [];
    const client = clientFor(server, {
      async fetch(this: unknown, ...all) {
        expect([this, all.length]).toEqual([undefined, 1]);
        given.push(all[0].clone());
        return Response.json(createdUser);
      },
    });
    await client.POST("/v2/user/", { body: { client_user_id: "demo-runner-01" } });
    expect(given).toMatchObject([{ method: "POST", url: `${server.url}/v2/user/`, redirect: "manual" }]);
    expect(given[0]?.headers.get("x-service-api-key")).toBe(teamKey);
    expect(await given[0]?.json()).toEqual({ client_user_id: "demo-runner-01" });
  });

  test("is given a new Request for each attempt", async () => {
    const given = new Set<Request>();
    const fetch = async (request: Request) => {
      expect(await request.text()).toBe("{}");
      const headers = { "retry-after": "0" };
      return given.add(request).size === 1 ? new Response("{}", { status: 503, headers }) : Response.json({});
    };
    const client = clientFor(server, { trustIdempotencyKeyHeader: true, fetch });
    expect(await createOrder(client, { idempotencyKey: "once" })).toMatchObject({ ok: true });
    expect(given.size).toBe(2);
  });
});

test("a base URL may end in slashes and hold a path", async () => {
  for (const [end, prefix] of [
    ["/", ""],
    ["/gateway//", "/gateway"],
    ["/{tenant}", "/%7Btenant%7D"],
  ]) {
    const client = clientFor({ url: `${server.url}${end}` });
    expect((await sentBy(() => resolveUser(client), user)).url).toBe(`${prefix}/v2/user/resolve/demo-runner-01`);
    const params = { query: { user_id: "one" } };
    const { url } = await sentBy(() => client.POST("/v2/link/code/create", { params }));
    expect(url).toBe(`${prefix}/v2/link/code/create?user_id=one`);
  }
});
