// The proxy between a client and a server: both are checked against the contract, and neither notices.
import { randomBytes } from "node:crypto";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  areaInfo,
  createdUser,
  labReportParsingJobSubmitted,
  linkCode,
  organizationTeamsFirstPage,
  refreshResult,
  user,
} from "../../../generated/examples.ts";
import { formatExchange } from "../../../src/pipeline/mock/tally.ts";
import { type ContractOperation, readContract, resolve, type Schema } from "../../../src/tools/contract/index.ts";
import { type Answer, json, redirect, text, useServer } from "../../package/client/server.ts";
import { recordingProxy } from "./started-proxy.ts";
import { validRequest } from "./valid-request.ts";

const contract = await readContract();
const upstream = useServer();
const key = "a-key-that-stays-secret";
const userPath = "/v2/user/resolve/demo-runner-01";
let proxy: Awaited<ReturnType<typeof recordingProxy>>;
let url: string;

beforeAll(async () => {
  proxy = await recordingProxy(`${upstream.url}/staging/`);
  url = proxy.url;
});
afterAll(() => proxy.close());

/** The lines that the command prints of the exchanges with violations. */
const lines = () => proxy.exchanges.filter(({ violations }) => violations.length > 0).map(formatExchange);

interface Call {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** Calls through the proxy without anything that `fetch` would add, and reads the answer raw. */
async function call({ method = "GET", path = userPath, headers = {}, body }: Call = {}) {
  const { hostname, port } = new URL(url);
  const all = { "x-service-api-key": key, ...headers };
  const message = await new Promise<IncomingMessage>((done, reject) => {
    const outgoing = httpRequest({ hostname, port, method, path, headers: all, agent: false }, done);
    outgoing.on("error", reject).end(body);
  });
  const chunks: Buffer[] = [];
  for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk);
  const reported = JSON.parse(String(message.headers["sl-violations"] ?? "[]")) as { message: string }[];
  return { message, body: Buffer.concat(chunks), violations: reported.map((one) => one.message) };
}

/** The answers that the contract shows for an operation, each with a field that it must have. */
function examplesOf({ responses }: ContractOperation) {
  return responses.flatMap(({ status, bodies }) =>
    bodies.flatMap(({ schema = {}, examples }) => {
      const [required] = resolve<Schema>(contract.document, schema).required ?? [];
      return examples.map(({ name, value }) => ({ status: Number(status), name, value, required }));
    }),
  );
}

describe.each(contract.operations)("$id", (operation) => {
  const { path, init } = validRequest(contract, operation);
  const ask = async (answer: Answer) => {
    upstream.play(answer);
    const answered = await fetch(url + path, init);
    return { status: answered.status, violations: answered.headers.get("sl-violations"), body: await answered.json() };
  };

  test.each(examplesOf(operation))("$status $name passes", async ({ status, value, required }) => {
    expect(await ask(json(status, value))).toEqual({ status, violations: null, body: value });
    expect(upstream.received[0]?.url).toBe(`/staging${path}`);
    if (required === undefined) return;
    const { [required]: _, ...without } = value as Record<string, unknown>;
    expect((await ask(json(status, without))).violations).toContain(`must have required property '${required}'`);
  });
});

describe("a response that breaks the contract is forwarded with the header, and reported on one line", () => {
  const unreadable = { "content-type": "application/json", "content-encoding": "gzip" };
  test.each<[string, Answer, RegExp]>([
    ["an undocumented status", json(418, {}), /status 418 is not documented, expected one of 200, 401, 404, 422/],
    ["an undocumented success", json(201, user), /status 201 is not documented/],
    ["a redirect, which is not followed", redirect(302, "http://127.0.0.1:1/elsewhere"), /status 302/],
    ["a missing field", json(200, { ...user, team_id: undefined }), /required property 'team_id'/],
    ["a wrong type", json(200, { ...user, client_user_id: 7 }), /client_user_id must be string/],
    ["a wrong format", json(200, { ...user, user_id: "demo" }), /user_id must match format "uuid"/],
    ["a null that may not be", json(200, { ...user, user_id: null }), /user_id must be string/],
    ["another content type", text(200, "<html>", { "content-type": "text/html" }), /"text\/html".* application\/json/],
    ["no content type", text(200, JSON.stringify(user)), /media type "".* application\/json/],
    ["what is no content type", text(200, "{}", { "content-type": "json" }), /"json", which is not a media type/],
    ["no body", text(200, "", { "content-type": "application/json" }), /body must be object/],
    ["malformed JSON", text(200, '{"user_id": secret}', { "content-type": "application/json" }), /not valid JSON/],
    ["a body that is not compressed as it says", text(200, "{}", unreadable), /Content-Encoding is "gzip"/],
  ])("%s", async (_, answer, expected) => {
    upstream.play(answer);
    const { message, violations } = await call();
    expect(violations.join("; ")).toMatch(expected);
    expect(upstream.received).toHaveLength(1);
    const { statusCode } = message;
    const start = `resolveUser \\(GET /v2/user/resolve/\\{client_user_id\\}\\) answered ${statusCode}: `;
    expect(lines().at(-1)).toMatch(new RegExp(`^${start}.*${expected.source}`));
  });

  test("as it came, header by header and byte by byte", async () => {
    const body = `${JSON.stringify({ ...user, user_id: "demo" }, null, 3)}\n`;
    upstream.play((response) => {
      response.sendDate = false;
      const headers = ["Content-Type", "application/json", "X-Twice", "a", "x-twice", "b", "Connection", "X-Hop"];
      response.writeHead(200, "Quite fine", [...headers, "X-Hop", "c", "sl-violations", "[]"]).end(body);
    });
    const answer = await call();
    expect(answer.body.toString()).toBe(body);
    expect(answer.message.statusMessage).toBe("Quite fine");
    const raw = answer.message.rawHeaders.join("|");
    expect(raw).toMatch(/^Content-Type\|application\/json\|X-Twice\|a\|x-twice\|b\|Content-Length\|/);
    expect(raw).not.toMatch(/X-Hop|Date/);
    expect(answer.violations).toHaveLength(1);
  });

  test("and letters outside of ASCII are escaped in the header", async () => {
    upstream.play(json(200, user));
    const { message, violations } = await call({ headers: { accept: "\xe9" } });
    expect(message.headers["sl-violations"]).toMatch(/^[\x20-\x7e]+$/);
    expect(violations).toEqual([expect.stringContaining('Accept is "\xe9"')]);
  });
});

test.each<[coding: string, bytes: (text: string) => Buffer]>([
  ["gzip", gzipSync],
  ["X-GZIP", gzipSync],
  ["deflate", deflateSync],
  ["br", brotliCompressSync],
  ["zstd", zstdCompressSync],
  ["identity", Buffer.from],
  ["gzip, br", (text) => brotliCompressSync(gzipSync(text))],
])("a response that is compressed by %s is checked, and forwarded compressed", async (coding, compressed) => {
  const bytes = compressed(JSON.stringify({ ...user, user_id: "demo" }));
  upstream.play((response) => {
    response.writeHead(200, { "content-type": "application/json", "content-encoding": coding }).end(bytes);
  });
  const { body, violations } = await call({ headers: { "accept-encoding": "gzip" } });
  expect(body).toEqual(bytes);
  expect(violations).toEqual(['Response body property user_id must match format "uuid"']);
});

describe("a request that breaks the contract is forwarded unchanged", () => {
  const post = (body: string | Buffer, type = "application/json") => ({
    method: "POST",
    path: "/v2/user/",
    headers: { "content-type": type, "content-length": String(Buffer.byteLength(body)) },
    body,
  });
  test.each<[string, Call, RegExp]>([
    ["a body without a required field", post("{}"), /Request body must have required property 'client_user_id'/],
    ["a body field of the wrong type", post('{"client_user_id": 7}'), /client_user_id must be string/],
    ["malformed JSON", post('{"client_user_id": secret'), /body is not valid JSON/],
    [
      "JSON in another encoding",
      post(Buffer.from('{"client_user_id": "J\u00f6rg"}', "latin1")),
      /Expected JSON in UTF-8/,
    ],
    ["another content type", post("{}", "text/plain"), /Request: Supported content types: application\/json/],
    ["what is no content type", post("{}", "json"), /Content-Type is "json"/],
    ["no credential", { headers: { "x-service-api-key": "" } }, /no credential, expected x-service-api-key/],
    ["an invalid parameter", { path: "/v2/user/providers/7" }, /path parameter user_id must match format "uuid"/],
    [
      "a wrong one of several values",
      { path: `/v1/org/5c3e8f7a-2b19-4d06-9e8c-a1b2c3d4e5f6/team?region=us&region=mars` },
      /query parameter region.* must be/,
    ],
    ["an unparsable Accept header", { headers: { accept: ";;" } }, /Accept is ";;"/],
    ["a path that cannot be decoded", { path: "/v2/user/resolve/%" }, /percent sign/],
    ["a path that the contract does not have", { path: "/v9/nothing?q=secret" }, /has the path \/v9\/nothing/],
    ["a method that the path does not have", { ...post("{}"), method: "PUT" }, /no PUT for \/v2\/user\/, only POST/],
  ])("%s", async (_, request, expected) => {
    upstream.play(json(200, user));
    const { message, violations } = await call(request);
    expect(message.statusCode).toBe(200);
    expect(violations.join("; ")).toMatch(expected);
    const { method = "GET", path = userPath, body = "" } = request;
    expect(upstream.received).toMatchObject([{ method, url: `/staging${path}`, body: Buffer.from(body) }]);
    expect(lines().at(-1)).toMatch(expected);
  });
});

test("a wrong request counts though the upstream refuses it, as the contract says", async () => {
  upstream.play(json(422, { detail: [] }));
  const headers = { "content-type": "application/json" };
  const { message, violations } = await call({ method: "POST", path: "/v2/user/", headers, body: "{}" });
  expect(message.statusCode).toBe(422);
  expect(violations).toEqual([expect.stringContaining("required property 'client_user_id'")]);
  expect(lines().at(-1)).toMatch(/^createUser .*answered 422: /);
});

describe("the proxy does not check, as the guide says, and so passes", () => {
  const withBody = { method: "POST", path: "/v2/user/", headers: { "content-type": "application/json" } };
  const id = "5c3e8f7a-2b19-4d06-9e8c-a1b2c3d4e5f6";
  test.each<[string, Call, Answer]>([
    ["a field of a request", { ...withBody, body: '{"client_user_id":"a","more":1}' }, json(200, createdUser)],
    ["a query parameter", { path: `${userPath}?more=1` }, json(200, user)],
    ["a field of a response", {}, json(200, { ...user, more: 1 })],
    [
      "an unknown value",
      {},
      json(200, { ...user, fallback_time_zone: { ...user.fallback_time_zone, source_slug: "new" } }),
    ],
    ["a deprecated parameter", { path: "/v3/order/area/info?zip_code=85001&lab=any" }, json(200, areaInfo)],
    ["another media type of JSON", {}, text(200, JSON.stringify(user), { "content-type": "application/problem+json" })],
    [
      "a time without its T",
      { method: "POST", path: `/v2/link/code/create?user_id=${id}&expires_at=2026-01-01%2010:00:00%2B0200` },
      json(200, linkCode),
    ],
    ["a number that is empty", { method: "POST", path: `/v2/user/refresh/${id}?timeout=` }, json(200, refreshResult)],
    [
      "a number in hexadecimal",
      { method: "POST", path: `/v2/user/refresh/${id}?timeout=0x10` },
      json(200, refreshResult),
    ],
    [
      "several values with commas",
      { path: `/v1/org/${id}/team?region=us,eu`, headers: { "x-management-key": key } },
      json(200, organizationTeamsFirstPage),
    ],
  ])("%s", async (_, request, answer) => {
    upstream.play(answer);
    expect((await call(request)).violations).toEqual([]);
    expect(upstream.received).toHaveLength(1);
  });
});

test("the next exchange is checked against the contract that is served then", async () => {
  const own = await recordingProxy(upstream.url);
  const { "/v2/user/resolve/{client_user_id}": _, ...paths } = contract.document.paths;
  upstream.play(json(200, user));
  const ask = () => fetch(own.url + userPath, { headers: { "x-service-api-key": key } });
  await ask();
  await own.serve({ ...contract.document, paths });
  await ask();
  await own.close();
  expect(own.exchanges.map(({ violations }) => violations.length)).toEqual([0, 1]);
});

describe("a request arrives as it was sent", () => {
  test("with its credential, its query byte for byte, and the upstream's own Host", async () => {
    upstream.play(json(200, user));
    const path = `${userPath}?b=%20+&&a=%2F&b=`;
    await call({ path, headers: { connection: "x-hop", "x-hop": "1", te: "trailers", prefer: "code=abc" } });
    const { url: target = "", headers = {} } = upstream.received[0] ?? {};
    expect(target).toBe(`/staging${path}`);
    expect(headers).toMatchObject({ host: new URL(upstream.url).host, "x-service-api-key": key, prefer: "code=abc" });
    expect(Object.keys(headers).sort()).toEqual(["connection", "host", "prefer", "x-service-api-key"]);
  });

  test.each([0, 1000, 10_000_000])("a binary upload of %d bytes, byte for byte", async (size) => {
    const edge = "--a-boundary";
    const head = `${edge}\r\nContent-Disposition: form-data; name="file"; filename="ä.pdf"\r\nContent-Type: application/pdf\r\n\r\n`;
    const body = Buffer.concat([Buffer.from(head), randomBytes(size), Buffer.from(`\r\n${edge}--\r\n`)]);
    upstream.play(json(200, labReportParsingJobSubmitted));
    const headers = { "content-type": "multipart/form-data; boundary=a-boundary", "transfer-encoding": "chunked" };
    const { violations } = await call({ method: "POST", path: "/lab_report/v1/parser/job", headers, body });
    expect(violations).toEqual([]);
    expect(upstream.received[0]?.body.equals(body)).toBe(true);
  });

  test("a browser's CORS preflight, which is not checked", async () => {
    upstream.play(text(204, ""));
    const headers = { origin: "http://127.0.0.1:4000", "access-control-request-method": "GET" };
    expect(await call({ method: "OPTIONS", headers })).toMatchObject({ message: { statusCode: 204 }, violations: [] });
    expect(upstream.received).toMatchObject([{ method: "OPTIONS" }]);
  });
});

test("more violations than a header holds are cut after a whole one, and the client reads the answer", async () => {
  const body = { ...user, connected_sources: Array.from({ length: 1000 }, () => ({})) };
  upstream.play(json(200, body));
  const answered = await call();
  expect(JSON.parse(String(answered.body))).toEqual(body);
  expect(answered.violations.length).toBeGreaterThan(10);
  expect(proxy.exchanges.at(-1)?.violations.length).toBeGreaterThan(answered.violations.length);
});

describe("nothing is sent to anybody but the upstream", () => {
  test.each([
    ["a target with a host", "GET http://secret:secret@127.0.0.1:1/v2/providers/ HTTP/1.1", 400],
    ["a target without a path", "OPTIONS * HTTP/1.1", 400],
    ["a tunnel", "CONNECT 127.0.0.1:1 HTTP/1.1", 501],
    ["bytes that are not HTTP", "hello", 400],
  ])("%s is refused, and counts", async (_, first, status) => {
    upstream.play(json(200, {}));
    const before = lines().length;
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.setEncoding("latin1").write(`${first}\r\nHost: a\r\nConnection: close\r\n\r\n`);
    let received = "";
    for await (const chunk of socket) received += chunk;
    expect(received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(upstream.received).toEqual([]);
    await expect.poll(() => lines().length).toBe(before + 1);
  });

  test("a path of two slashes stays a path", async () => {
    upstream.play(json(200, {}));
    await call({ path: "//127.0.0.1:1/v2/providers/" });
    expect(upstream.received).toMatchObject([{ url: "/staging//127.0.0.1:1/v2/providers/" }]);
  });
});

test("no credential and no query is ever printed, and each violation is one line", async () => {
  upstream.play(json(200, user));
  await call({ path: "/v9/nothing?q=secret", headers: { authorization: "secret" } });
  const printed = lines().join("\n");
  expect(printed).toContain("/v9/nothing");
  expect(printed).not.toMatch(new RegExp(`secret|${key}`));
  expect(printed.split("\n")).toHaveLength(lines().length);
});
