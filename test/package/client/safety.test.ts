// What a client refuses to send, what it sends exactly, and that redirects and credentials go nowhere.
import { describe, expect, test } from "vitest";
import { errorUnauthorized, organizationTeamsLastPage, user } from "../../../generated/examples.ts";
import { type Client, createClient, InvalidRequestError, RedirectError } from "../../../src/package/client/index.ts";
import {
  clientFor,
  createOrder,
  everythingIn,
  managementFor,
  organizationKey,
  rejection,
  resolveUser,
  teamKey,
} from "./calls.ts";
import { hang, json, nobodyUrl, redirect, reset, useServer } from "./server.ts";

const server = useServer();

describe("a path parameter", () => {
  test.each([
    ["empty", "", ' is "", which would lead to another route. Pass the id itself.'],
    [".", ".", ' is ".", which would lead to another route. Pass the id itself.'],
    ["..", "..", ' is "..", which would lead to another route. Pass the id itself.'],
    ["a lone surrogate", "\ud800", " is no valid Unicode text."],
  ])("that is %s is refused before anything is sent", async (_, id, fault) => {
    server.play(json(200, user));
    const error = await rejection(resolveUser(clientFor(server), {}, id));
    expect(error).toBeInstanceOf(InvalidRequestError);
    const message = `The path parameter client_user_id of /v2/user/resolve/{client_user_id}${fault}`;
    expect(error).toMatchObject({ message });
    expect(server.received).toHaveLength(0);
  });

  test.each([
    ["missing", { params: { path: {} } }, "undefined"],
    ["null", { params: { path: { client_user_id: null } } }, "null"],
    ["an object", { params: { path: { client_user_id: {} } } }, "object"],
    ["an array", { params: { path: { client_user_id: [".."] } } }, "object"],
    ["left out with all others", {}, "undefined"],
    ["left out with the options", undefined, "undefined"],
  ])("that is %s, in spite of the types, is refused before anything is sent", async (_, options, found) => {
    server.play(json(200, user));
    const untyped = clientFor(server).GET as (path: string, options?: object) => Promise<unknown>;
    const error = await rejection(untyped("/v2/user/resolve/{client_user_id}", options));
    expect(error).toBeInstanceOf(InvalidRequestError);
    const message = `/v2/user/resolve/{client_user_id} needs the path parameter client_user_id, found ${found}.`;
    expect(error).toMatchObject({ message });
    expect(server.received).toHaveLength(0);
  });

  test("that is refused stands beside one that is not", async () => {
    const path = { user_id: "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10", provider: ".." };
    const error = await rejection(clientFor(server).DELETE("/v2/user/{user_id}/{provider}", { params: { path } }));
    expect(error).toMatchObject({ name: "InvalidRequestError", message: expect.stringContaining("provider") });
    expect(server.received).toHaveLength(0);
  });

  test.each([
    ["a/b", "a%2Fb"],
    ["../../v2/providers", "..%2F..%2Fv2%2Fproviders"],
    ["100%", "100%25"],
    ["%2e%2e", "%252e%252e"],
    ["a?b=c", "a%3Fb%3Dc"],
    ["a#b", "a%23b"],
    ["a b", "a%20b"],
    ["{user_id}", "%7Buser_id%7D"],
    ["$&$1", "%24%26%241"],
    ["zoë-東京-🏃", "zo%C3%AB-%E6%9D%B1%E4%BA%AC-%F0%9F%8F%83"],
    ["...", "..."],
    ["..\t", "..%09"],
    ["a\\b", "a%5Cb"],
  ])("%j arrives as %s", async (id, encoded) => {
    server.play(json(200, user));
    await resolveUser(clientFor(server), {}, id);
    expect(server.received[0]?.url).toBe(`/v2/user/resolve/${encoded}`);
  });
});

describe("a header", () => {
  const broken = ["Qx7Zk\r\nx-evil: 1", "Qx7Zk\ntwo", "Qx7Zk\r", "Qx7Zk\u0000two", "Qx7Zk\n", "ключ"];

  const refusal =
    /^The value of the header (?:x-note|Idempotency-Key|x-service-link-token|x-service-api-key) holds a line break or a character outside of Latin-1\. Remove it\.$/;

  test.each(broken)("of the client with %j is refused when it is made", (value) => {
    expect(() => clientFor(server, { headers: { "x-note": value } })).toThrow(InvalidRequestError);
  });

  test.each(broken)("of a call with %j is refused without repeating the value", async (value) => {
    const calls = [
      resolveUser(clientFor(server), { headers: { "x-note": value } }),
      createOrder(clientFor(server), { idempotencyKey: value }),
      clientFor(server).GET("/v2/link/provider/oauth/{oauth_provider}", {
        params: { path: { oauth_provider: "demo_ring" } },
        linkToken: value,
      }),
      resolveUser(clientFor(server, { apiKey: () => value })),
    ];
    for (const call of calls) {
      const error = await rejection(call);
      expect(error).toBeInstanceOf(InvalidRequestError);
      expect(error).toMatchObject({ message: expect.stringMatching(refusal) });
      expect(everythingIn(error)).not.toContain(value.slice(0, 3));
    }
    expect(server.received).toHaveLength(0);
  });

  test("that is the credential is refused without repeating it", async () => {
    const make = () => clientFor(server, { apiKey: `${teamKey}\n` });
    expect(make).toThrow(InvalidRequestError);
    const error = await rejection(Promise.resolve().then(make));
    expect(error).toMatchObject({ message: expect.stringContaining("x-service-api-key") });
    expect(everythingIn(error)).not.toContain(teamKey);
  });

  test("of the contract leaves under its own name", async () => {
    server.play(json(200, {}));
    await createOrder(clientFor(server), { idempotencyKey: "once" });
    await clientFor(server).GET("/v2/link/provider/oauth/{oauth_provider}", {
      params: { path: { oauth_provider: "demo_ring" } },
      linkToken: "fabricated-token",
    });
    expect(server.received.map(({ headers }) => [headers["idempotency-key"], headers["x-service-link-token"]])).toEqual(
      [
        ["once", undefined],
        [undefined, "fabricated-token"],
      ],
    );
  });

  test("of a call wins over one of the client, and JSON is asked for", async () => {
    server.play(json(200, user));
    const client = clientFor(server, { headers: { "x-note": "client", "x-client": "1" } });
    await resolveUser(client, { headers: { "x-note": "call", "x-call": "2" } });
    await resolveUser(client);
    expect(server.received[0]?.headers).toMatchObject({ "x-note": "call", "x-client": "1", "x-call": "2" });
    expect(server.received[0]?.headers.accept).toBe("application/json");
    expect(server.received[1]?.headers).toMatchObject({ "x-note": "client" });
    expect(server.received[1]?.headers).not.toHaveProperty("x-call");
  });
});

describe("a redirect", () => {
  test.each([301, 302, 303, 307, 308])("%i is not followed, and its target is reported as a field", async (status) => {
    const target = `${server.url}/elsewhere`;
    server.play(redirect(status, target), json(200, user));
    const error = await rejection(resolveUser(clientFor(server)));
    expect(error).toBeInstanceOf(RedirectError);
    expect(error).toMatchObject({
      status,
      location: target,
      message: `GET /v2/user/resolve/{client_user_id} was redirected to ${server.url}. A redirect is not followed, since the credential would go along: correct baseUrl.`,
    });
    expect(everythingIn(error)).not.toContain(teamKey);
    expect(server.received).toHaveLength(1);
  });

  test("whose body never ends is refused at once, and its connection let go", async () => {
    const closed = new Promise<void>((resolve) => {
      server.play((response) => {
        response.on("close", () => resolve());
        response.writeHead(302, { location: "/elsewhere" }).write("and");
      });
    });
    expect(await rejection(resolveUser(clientFor(server, { timeoutMs: 600_000 })))).toBeInstanceOf(RedirectError);
    await closed;
  });

  test("is not followed for a call that changes something", async () => {
    server.play(redirect(307, "https://elsewhere.example.com/"), json(200, {}));
    const error = await rejection(createOrder(clientFor(server), { idempotencyKey: "once" }));
    expect(error).toMatchObject({ name: "RedirectError", location: "https://elsewhere.example.com/" });
    expect(server.received).toHaveLength(1);
  });

  test("is not followed by a custom fetch", async () => {
    server.play(redirect(302, "/elsewhere"), json(200, user));
    const error = await rejection(resolveUser(clientFor(server, { fetch: (request) => fetch(request) })));
    expect(error).toBeInstanceOf(RedirectError);
    expect(server.received).toHaveLength(1);
  });
});

describe("a request that cannot be written", () => {
  const circular: Record<string, unknown> = {};
  circular["self"] = circular;
  const withLoneSurrogate = { params: { query: { source_type: "\ud800" } } };
  test.each<[string, (client: Client) => Promise<unknown>]>([
    ["a header name", (client) => resolveUser(client, { headers: { "x note": "1" } })],
    ["a body", (client) => client.POST("/v3/order/create", { body: circular, idempotencyKey: "once" })],
    ["a query", (client) => client.GET("/v2/providers/", withLoneSurrogate)],
  ])("for %s is an InvalidRequestError, and not repeated", async (_, call) => {
    const error = await rejection(call(clientFor(server)));
    expect(error).toBeInstanceOf(InvalidRequestError);
    expect(everythingIn(error)).not.toContain(teamKey);
    expect(server.received).toHaveLength(0);
  });

  test("for its address is an InvalidRequestError, and not repeated", async () => {
    let sent = 0;
    const client = createClient({
      apiKey: teamKey,
      baseUrl: "no address",
      fetch: async () => {
        sent += 1;
        return new Response("{}");
      },
    });
    expect(await rejection(resolveUser(client))).toBeInstanceOf(InvalidRequestError);
    expect(sent).toBe(0);
  });
});

describe("the credential", () => {
  test("of one client is never sent by the other", async () => {
    server.play(json(200, user), json(200, organizationTeamsLastPage));
    await resolveUser(clientFor(server));
    await managementFor(server).GET("/v1/org/{org_id}/team", { params: { path: { org_id: "one" } } });
    const [team, organization] = server.received.map(({ headers }) => headers);
    expect(team).toMatchObject({ "x-service-api-key": teamKey });
    expect(team).not.toHaveProperty("x-management-key");
    expect(organization).toMatchObject({ "x-management-key": organizationKey });
    expect(organization).not.toHaveProperty("x-service-api-key");
    expect(JSON.stringify(organization)).not.toContain(teamKey);
  });

  test("of two clients of one kind stays with each", async () => {
    server.play(json(200, user));
    const [one, two] = [clientFor(server, { apiKey: "one" }), clientFor(server, { apiKey: "two" })];
    await Promise.all([resolveUser(one), resolveUser(two), resolveUser(one)]);
    const keys = server.received.map(({ headers }) => headers["x-service-api-key"]).sort();
    expect(keys).toEqual(["one", "one", "two"]);
  });

  test("stands in no error", async () => {
    const calls = [
      () => resolveUser(clientFor({ url: nobodyUrl }, { maxRetries: 0 })),
      () => resolveUser(clientFor(server, { maxRetries: 0 })),
      () => resolveUser(clientFor(server, { timeoutMs: 5, maxRetries: 0 })),
      () => resolveUser(clientFor(server), { signal: AbortSignal.abort() }),
      () => resolveUser(clientFor(server), {}, ".."),
    ];
    server.play(reset, hang);
    for (const call of calls) expect(everythingIn(await rejection(call()))).not.toContain(teamKey);
    server.play(json(401, errorUnauthorized));
    expect(JSON.stringify(await resolveUser(clientFor(server)))).not.toContain(teamKey);
  });
});

describe("a client is refused", () => {
  test.each([
    ["no credential", { apiKey: undefined as unknown as string }, "x-service-api-key is empty or missing"],
    ["an empty credential", { apiKey: " " }, "x-service-api-key is empty or missing"],
    ["a query in baseUrl", { baseUrl: "https://host.example.com/?x=1" }, "Pass the plain address"],
    ["a fragment in baseUrl", { baseUrl: "https://host.example.com#x" }, "Pass the plain address"],
    ["a password in baseUrl", { baseUrl: "https://name:hidden@host.example.com" }, "Pass the plain address"],
    ["a deadline that is no time", { deadlineMs: Number.NaN }, "deadlineMs is NaN, expected milliseconds above 0."],
    ["a deadline of nothing", { deadlineMs: 0 }, "deadlineMs is 0, expected milliseconds above 0."],
    ["a header name that is none", { headers: { "x note": "1" } }, "The headers of the client cannot be written"],
  ])("with %s", (_, options, message) => {
    const make = () => createClient({ apiKey: teamKey, baseUrl: server.url, ...options });
    expect(make).toThrow(InvalidRequestError);
    expect(make).toThrow(message);
    expect(make).not.toThrow("hidden");
  });
});

describe("nothing is sent", () => {
  test.each([
    ["without the credential that a function should give", { apiKey: () => "" }, {}, "x-service-api-key is empty"],
    ["with an empty idempotency key", {}, { idempotencyKey: " " }, "The idempotencyKey is empty."],
    [
      "with an idempotency key of null",
      {},
      { idempotencyKey: null as unknown as string },
      "The idempotencyKey is empty.",
    ],
    [
      "with a time-out that is no time",
      {},
      { timeoutMs: Number.NaN },
      "timeoutMs is NaN, expected milliseconds above 0.",
    ],
    ["with a time-out of nothing", {}, { timeoutMs: 0 }, "timeoutMs is 0, expected milliseconds above 0."],
    [
      "with a time-out of the client of nothing",
      { timeoutMs: 0 },
      {},
      "timeoutMs is 0, expected milliseconds above 0.",
    ],
  ])("%s", async (_, ofClient, ofCall, message) => {
    server.play(json(503, {}));
    const error = await rejection(createOrder(clientFor(server, ofClient), ofCall));
    expect(error).toBeInstanceOf(InvalidRequestError);
    expect(error).toMatchObject({ message: expect.stringContaining(message) });
    expect(server.received).toHaveLength(0);
  });
});

describe("headers whose names differ only in case", () => {
  test("are one header, and the credential wins", async () => {
    const headers = { "X-Service-Api-Key": "other", Accept: "application/x", "X-Note": "client" };
    for (const apiKey of [teamKey, () => teamKey]) {
      for (const own of [undefined, { "X-SERVICE-API-KEY": "other", "x-note": "call" }]) {
        server.play(json(200, user));
        await resolveUser(clientFor(server, { apiKey, headers }), own ? { headers: own } : {});
        expect(server.received.at(-1)?.headers).toMatchObject({
          "x-service-api-key": teamKey,
          accept: "application/x",
          "x-note": own ? "call" : "client",
        });
      }
    }
  });

  test("do not take the boundary from a form", async () => {
    server.play(json(200, {}));
    const client = clientFor(server, { headers: { "Content-Type": "application/json" } });
    await client.POST("/lab_report/v1/parser/job", { body: { file: new Blob(["x"], { type: "application/pdf" }) } });
    expect(server.received[0]?.headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
  });
});

test("a redirect as a browser shows it, without status and target, is refused, too", async () => {
  const error = await rejection(resolveUser(clientFor(server, { fetch: async () => Response.error() })));
  expect(error).toBeInstanceOf(RedirectError);
  expect(error).toMatchObject({
    status: 0,
    location: undefined,
    message: expect.stringContaining(" was redirected. "),
  });
});

test("a redirect that a custom fetch has followed is refused, too", async () => {
  server.play(redirect(302, `${server.url}/elsewhere`), json(200, user));
  const client = clientFor(server, { fetch: (request) => fetch(request.url, { headers: request.headers }) });
  expect(await rejection(resolveUser(client))).toMatchObject({
    name: "RedirectError",
    location: `${server.url}/elsewhere`,
  });
});
