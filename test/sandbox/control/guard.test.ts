// The control plane takes calls of programs on this machine and of its own page, and of no web page from elsewhere.
import { once } from "node:events";
import { request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ControlledSandbox, startControlled } from "./controlled.ts";

let controlled: ControlledSandbox;

beforeAll(async () => {
  controlled = await startControlled({
    allowedControlOrigins: ["http://site.example.com:4000"],
  });
});
afterAll(() => controlled.sandbox.close());

/** Sends exactly these headers, Host included. */
async function sent(headers: Record<string, string>, { method = "GET", path = "/_sandbox/worlds" } = {}) {
  const call = request(controlled.url + path, { method, headers, setHost: false }).end();
  const [response] = await once(call, "response");
  let body = "";
  for await (const chunk of response.setEncoding("utf8")) body += chunk;
  return {
    status: response.statusCode,
    headers: response.headers,
    error: body === "" ? undefined : JSON.parse(body).error,
  };
}

const own = { host: "127.0.0.1:4020", "x-sandbox-control": "1" };

test.each(["127.0.0.1", "127.0.0.1:1", "127.1.2.3:4020", "localhost", "LOCALHOST:4020", "[::1]", "[::1]:4020"])(
  "the Host %s is let in",
  async (host) => {
    expect(await sent({ ...own, host })).toMatchObject({ status: 200 });
  },
);

test.each([
  "evil.example.com",
  "evil.example.com:4020",
  "127.0.0.1.evil.example.com",
  "localhost.evil.example.com",
  "localhost@evil",
  "127.0.0.1:4020:1",
  "[::2]",
  "128.0.0.1",
  "",
])("the Host %s is refused: a name may have been rebound to this machine", async (host) => {
  expect(await sent({ ...own, host })).toMatchObject({
    status: 403,
    error: { where: "header host", remedy: expect.stringContaining("--control-host") },
  });
});

test.each([
  ["GET", "/_sandbox/worlds"],
  ["POST", "/_sandbox/worlds/demo/reset"],
])("a %s without the header is refused", async (method, path) => {
  const answer = await sent({ host: own.host }, { method, path });
  expect(answer).toMatchObject({ status: 403, error: { where: "header x-sandbox-control" } });
});

test("the stream wants the header, too; what describes the sandbox, and what is not there, does not", async () => {
  for (const [path, status] of [
    ["/_sandbox/worlds/demo/stream", 403],
    ["/_sandbox/openapi.json", 200],
    ["/_sandbox/assumptions", 200],
    ["/_sandbox/nothing", 404],
  ] as const) {
    expect(await sent({ host: own.host }, { path })).toMatchObject({ status });
  }
});

test.each([
  ["of another origin", { origin: "http://evil.example.com" }],
  ["of another port", { origin: "http://127.0.0.1:4000" }],
  ["of no origin to tell", { origin: "null" }],
  ["that a browser calls cross-site", { "sec-fetch-site": "cross-site" }],
  ["that a browser calls same-site", { "sec-fetch-site": "same-site" }],
])("a call from a page %s is refused, even with the header, and may not be read", async (_, headers) => {
  const answer = await sent({ ...own, ...headers });
  expect(answer).toMatchObject({ status: 403, error: { remedy: expect.stringContaining("--control-origin ORIGIN") } });
  expect(Object.keys(answer.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
});

test.each(["http", "https"])("its own page may call, by %s", async (scheme) => {
  const origin = `${scheme}://127.0.0.1:4020`;
  expect(await sent({ ...own, origin, "sec-fetch-site": "same-origin" })).toMatchObject({ status: 200 });
});

const preflight = (origin: string) => ({
  host: own.host,
  origin,
  "access-control-request-method": "POST",
  "access-control-request-headers": "x-sandbox-control",
});

test.each(["/_sandbox/worlds", "/_sandbox/worlds/demo/happenings", "/_sandbox/nothing"])(
  "the question of a foreign page before its call of %s is refused",
  async (path) => {
    const answer = await sent(preflight("http://evil.example.com"), { method: "OPTIONS", path });
    expect(answer.status).toBe(403);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
  },
);

test("an allowed origin may ask, call and read; no other may read what it was answered", async () => {
  const origin = "http://site.example.com:4000";
  expect(await sent(preflight(origin), { method: "OPTIONS" })).toMatchObject({
    status: 204,
    headers: {
      "access-control-allow-origin": origin,
      "access-control-allow-headers": "x-sandbox-control, authorization, content-type",
      "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE",
    },
  });
  expect(await sent({ ...own, origin, "sec-fetch-site": "cross-site" })).toMatchObject({
    status: 200,
    headers: { "access-control-allow-origin": origin, vary: "origin" },
  });
  expect(await sent({ host: own.host, origin })).toMatchObject({ status: 403 });
});

test("a path that is spelled otherwise is guarded, too", async () => {
  for (const path of ["/%5Fsandbox/worlds", "/_sandbox%2Fworlds", "//_sandbox/worlds"]) {
    const answer = await sent({ ...own, origin: "http://evil.example.com" }, { path });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.error === undefined || answer.status === 403).toBe(true);
  }
});

test("a compressed body is refused", async () => {
  const answer = await sent({ ...own, "content-encoding": "gzip", "content-length": "0" }, { method: "POST" });
  expect(answer).toMatchObject({ status: 415, error: { where: "header content-encoding" } });
});

test("the service itself stays open to pages", async () => {
  const answer = await sent(
    { host: "evil.example.com", origin: "http://evil.example.com" },
    { path: "/v2/providers/" },
  );
  expect(answer).toMatchObject({ status: 401, headers: { "access-control-allow-origin": "*" } });
});
