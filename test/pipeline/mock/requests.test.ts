// What the mock answers, beside preferred examples; and that no request hangs or ends it.
import { connect } from "node:net";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Mock, startMock } from "../../../src/pipeline/mock/index.ts";
import { generatedDirectory, readContract } from "../../../src/tools/contract/index.ts";
import { depth } from "../../run/depth.ts";
import { sendRaw } from "../../tools/sandbox/raw-socket.ts";
import { validRequest } from "./valid-request.ts";

const contract = await readContract();
const key = { "x-service-api-key": "any" };
const user = "/v2/user/resolve/demo-runner-01";
const upload = "/lab_report/v1/parser/job";
let mock: Mock;
beforeAll(async () => {
  mock = await startMock(join(generatedDirectory, "openapi.yaml"), 0);
});
afterAll(() => mock.close());

test.each(contract.operations)("$method $path answers 200 with the first example", async (operation) => {
  const { path, init } = validRequest(contract, operation);
  const answer = await fetch(mock.url + path, init);
  const success = operation.responses.find(({ status }) => status === "200");
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual(success?.bodies[0]?.examples[0]?.value);
});

test("a person who opens the root in a browser is told what it is, and a program gets what Prism answers", async () => {
  const told = await fetch(mock.url, { headers: { accept: "text/html,*/*" } });
  expect([told.status, await told.text()]).toEqual([200, expect.stringContaining("npm start")]);
  expect((await fetch(mock.url)).status).toBe(404);
});

test.each(contract.operations)("$method $path takes any key, but not none or another host's", async (operation) => {
  const { path, init } = validRequest(contract, operation);
  const { "x-service-api-key": team, "x-management-key": _, "X-Management-Key": __, ...others } = init.headers;
  const wrong = team === undefined ? key : { "x-management-key": "any" };
  for (const headers of operation.security.length === 0 ? [] : [others, { ...others, ...wrong }]) {
    const answer = await fetch(mock.url + path, { ...init, headers });
    expect(answer.status).toBe(401);
  }
});

test.each([
  ["a path parameter of the wrong form", "GET", "/v2/user/providers/not-a-uuid", undefined, "user_id"],
  ["a missing query parameter", "POST", "/v2/link/code/create", undefined, "user_id"],
  ["a body without a required field", "POST", "/v2/user/", "{}", "client_user_id"],
])("%s is answered 422, and named in sl-violations", async (_, method, path, body, named) => {
  const headers = { ...key, "content-type": "application/json" };
  const answer = await fetch(mock.url + path, { method, headers, ...(body === undefined ? {} : { body }) });
  expect([answer.status, await answer.json()]).toEqual([422, { detail: expect.any(String) }]);
  expect(answer.headers.get("sl-violations")).toContain(named);
});

test("a browser on another origin, or on a page from a file, may call it and read every answer", async () => {
  for (const origin of ["http://127.0.0.1:4000", "null"]) {
    const asked = { "access-control-request-method": "POST", "access-control-request-headers": "x-service-api-key" };
    const preflight = await fetch(`${mock.url}/v2/user/`, { method: "OPTIONS", headers: { origin, ...asked } });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-headers")).toBe("x-service-api-key");
    expect(preflight.headers.get("access-control-allow-methods")).toBe("POST");
    const answered = await fetch(mock.url + user, { headers: { ...key, origin } });
    const refused = await fetch(`${mock.url}/v2/%`, { headers: { ...key, origin } });
    for (const { headers } of [preflight, answered, refused]) {
      expect([origin, "*"]).toContain(headers.get("access-control-allow-origin"));
    }
    expect(answered.headers.get("access-control-expose-headers")).toBe("*");
  }
});

/** A request as it goes over the wire. */
function wire(line: string, headers: readonly string[], body?: string): Buffer {
  const length = body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  const head = [`${line} HTTP/1.1`, "Host: mock", "Connection: close", "x-service-api-key: any", ...headers, ...length];
  return Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`, "latin1"), Buffer.from(body ?? "")]);
}

const get = (...headers: string[]) => wire(`GET ${user}`, headers);
const post = (type: string, body: string) => wire("POST /v2/user/", [`Content-Type: ${type}`], body);
const form = (body: string, type = "multipart/form-data; boundary=b") =>
  wire(`POST ${upload}`, [`Content-Type: ${type}`], body);
const field = (head: string) => `--b\r\n${head}\r\n\r\nx%\r\n--b--\r\n`;
const file = 'Content-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf';
const json = "application/json";
const chunked = (body: string) =>
  wire("POST /v2/user/", ["Content-Type: application/json", "Transfer-Encoding: chunked"]).toString() + body;

describe("a request that hangs or ends plain Prism is refused, or answered, and the mock answers the next one", () => {
  test.each<[what: string, request: Buffer | string, status: number, detail: RegExp]>([
    ["an Accept header of no media type", get("Accept: ;;"), 406, /Accept is \\";;\\", expected/],
    ["an Accept header of half a media type", get("Accept: text/html, json"), 406, /Accept/],
    ["an Accept header with an empty parameter", get("Accept: text/html;q="), 406, /Accept/],
    ["an Accept header with a space too many", get("Accept: text/html;q=1 , image/png"), 406, /Accept/],
    ["an Accept header of a browser", get("Accept: text/html,application/xml;q=0.9,*/*;q=0.8"), 200, /demo-runner/],
    ["an Accept header of what is not there", get("Accept: text/html"), 406, /NOT_ACCEPTABLE/],
    ["a lone percent sign in the path", wire("GET /v2/user/resolve/%", []), 404, /write a literal percent sign as %25/],
    ["bytes in the path that are no UTF-8", wire("GET /v2/user/resolve/%ff", []), 404, /percent-encoded UTF-8/],
    ["a lone percent sign in the query", wire("GET /v2/providers/?a=%&b=%ff", []), 200, /slug/],
    ["JSON that is cut off", post(json, '{"client_user_id": '), 422, /The body is not JSON in utf-8/],
    ["JSON of another type that is cut off", post("application/problem+json", "{"), 422, /not JSON/],
    ["JSON with a byte order mark", post(json, '\ufeff{"client_user_id":"a"}'), 422, /not JSON/],
    ["JSON of white space", post(json, " "), 422, /not JSON/],
    ["JSON in an encoding that nobody knows", post(`${json}; charset=x`, "{}"), 422, /not JSON in x/],
    ["JSON in another encoding than it says", post(`${json}; charset=utf-16`, '{"a":1}'), 422, /not JSON in utf-16/],
    ["JSON that is deep", post(json, `${"[".repeat(20_000)}${"]".repeat(20_000)}`), 500, /internal/],
    ["JSON that is cut off, on a GET", wire(`GET ${user}`, [`Content-Type: ${json}`], "{"), 422, /not JSON/],
    ["JSON that is cut off, in chunks", chunked("1\r\n{\r\n0\r\n\r\n"), 422, /not JSON/],
    ["no JSON at all, in chunks", chunked("0\r\n\r\n"), 422, /breaks the contract/],
    ["more than 10 MiB", post(json, `"${" ".repeat(11_000_000)}"`), 413, /more than 10485760 bytes/],
    ["text outside of Latin-1", post(json, '{"client_user_id":"Łukasz","ключ":1}'), 200, /demo-runner-01/],
    ["text outside of Latin-1 that is wrong", post(json, '{"ключ":"Ω"}'), 422, /breaks the contract/],
    ["another content type", post("text/plain", "{}"), 422, /breaks the contract/],
    ["half a content type", post("json", "{}"), 422, /Content-Type is \\"json\\", expected/],
    ["half a content type without a body", get("Content-Type: nonsense"), 422, /Content-Type is \\"nonsense\\"/],
    ["a form without a boundary", form("ab", "multipart/form-data"), 422, /breaks the contract/],
    ["a form with another boundary", form("--a--\r\n"), 422, /breaks the contract/],
    ["a form that is cut off", form(field(file).slice(0, -8)), 422, /breaks the contract/],
    ["a part without headers", form("--b\r\n\r\nx\r\n--b--\r\n"), 422, /A part of the form has no name/],
    ["a part without a name", form(field("Content-Disposition: form-data")), 422, /A part of the form/],
    ["a percent sign in a name", form(field('Content-Disposition: form-data; name="a%"')), 422, /A part of the form/],
    ["a semicolon in a filename", form(field(file.replace("a.pdf", "a;b.pdf"))), 422, /A part of the form/],
    ["a quotation mark in a filename", form(field(file.replace("a.pdf", 'a\\"b.pdf'))), 422, /A part of the form/],
    ["a file without a type", form(field(file.replace(/\r\n.*/, ""))), 422, /file without Content-Type/],
    ["a percent sign in a file", form(field(file)), 200, /^\{"id":"[\da-f-]{36}"\}$/],
    ["a field of a prototype", form(field('Content-Disposition: form-data; name="__proto__"')), 422, /breaks/],
    ["a target without a path", wire("GET //", []), 500, /./],
    ["an absolute target that is no URL", wire("GET http://[", []), 500, /./],
    ["an asterisk as target", wire("OPTIONS *", []), 404, /./],
    ["a Prefer header of nothing", get("Prefer: code=, example=,,;;=="), 422, /./],
    ["a Prefer header of what is not there", get("Prefer: code=418"), 404, /Requested status code/],
    ["a header of non-ASCII bytes", get("X-Odd: \xe9\xff", "Origin: \xe9"), 200, /demo-runner/],
    ["Prism's own query parameters", wire(`GET ${user}?__server=%ff&__code=a&__dynamic=true`, []), 422, /./],
    ["names of prototypes", wire("GET /v2/user/resolve/__proto__?constructor=1&__proto__=2", []), 200, /demo-runner/],
    ["5,000 wrong fields", wire("POST /v3/order", [`Content-Type: ${json}`], manyFields()), 200, /./],
    ["an upgrade", wire("GET /", ["Connection: upgrade", "Upgrade: websocket"]), 404, /./],
    ["a method that nobody knows", wire("BREW /v2/user/", []), 400, /^$/],
    ["a method that the path does not have", wire("PUT /v2/user/", []), 405, /./],
    ["no HTTP at all", "hello\r\n\r\n", 400, /^$/],
    ["headers too large", get(`X-Odd: ${"x".repeat(20_000)}`), 431, /^$/],
  ])("%s", async (_, request, status, detail) => {
    const answer = await sendRaw(mock.url, request);
    const [, body = ""] = answer.text.split("\r\n\r\n");
    expect([answer.status, body]).toEqual([status, expect.stringMatching(detail)]);
    await isWell();
  });

  test.each(["POST /v2/user/ HTTP/1.1\r\nHost: mo", chunked("ff\r\n{")])("a client that leaves: %j", async (text) => {
    await new Promise<void>((resolve) => {
      const socket = connect(Number(new URL(mock.url).port), "127.0.0.1", () => {
        socket.write(text, () => socket.destroy());
      });
      socket.on("close", () => resolve());
    });
    await isWell();
  });

  test("random requests, none of which ends Prism", async () => {
    const header = fc.string({ unit: "grapheme-ascii", maxLength: 30 });
    const token = fc.stringMatching(/^[a-z*]{1,4}\/[a-z*+]{1,6}( ?; ?[a-z]=[a-z"]{0,3})?$/);
    const types = [
      "*/*",
      json,
      "text/*;q=0.1",
      "multipart/form-data; boundary=x",
      "text/plain",
      `${json}; charset=utf-16`,
    ];
    const type = fc.option(fc.oneof(fc.constantFrom(...types), token, header), { nil: undefined });
    const request = fc.record({
      method: fc.constantFrom("GET", "POST", "PATCH", "DELETE", "PUT", "HEAD", "OPTIONS"),
      path: fc.oneof(
        fc.constantFrom(...Object.keys(contract.document.paths)),
        fc.webPath(),
        fc.string({ unit: "binary-ascii" }).map((text) => `/${text.replace(/[^\x21-\x7e]/g, "")}`),
      ),
      accept: type,
      contentType: type,
      prefer: fc.option(header, { nil: undefined }),
      body: fc.option(fc.oneof(fc.json(), fc.string({ unit: "binary" })), { nil: undefined }),
    });
    await fc.assert(
      fc.asyncProperty(request, async ({ method, path, accept, contentType, prefer, body }) => {
        const headers = Object.entries({ Accept: accept, "Content-Type": contentType, Prefer: prefer });
        const sent = headers.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]));
        const { status } = await sendRaw(mock.url, wire(`${method} ${path}`, sent, body));
        expect(status).toBeGreaterThanOrEqual(200);
        expect(status).not.toBe(502);
      }),
      { numRuns: depth(50, 1000), verbose: 1 },
    );
    await isWell();
  });
});

/** The mock answers an ordinary request. */
async function isWell(): Promise<void> {
  const answer = await fetch(mock.url + user, { headers: key });
  expect([answer.status, await answer.json()]).toEqual([
    200,
    expect.objectContaining({ client_user_id: "demo-runner-01" }),
  ]);
}

function manyFields(): string {
  return JSON.stringify(Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`field_${index}`, {}])));
}

test("an upload that is too large gets its answer, and the connection is kept", async () => {
  const body = new FormData();
  body.set("file", new Blob([Buffer.alloc(11_000_000)], { type: "application/pdf" }));
  expect((await fetch(mock.url + upload, { method: "POST", headers: key, body })).status).toBe(413);
  const large = wire("POST /v2/user/", [`Content-Type: ${json}`], " ".repeat(11_000_000)).toString();
  const { text } = await sendRaw(mock.url, large.replace("Connection: close\r\n", ""), get());
  expect(text).toMatch(/^HTTP\/1\.1 413 .+\nHTTP\/1\.1 200 /s);
});

// Prism takes seconds for megabytes
test("a file of the contract's size is accepted", async () => {
  const body = new FormData();
  body.set("file", new Blob([Buffer.alloc(depth(100_000, 10_000_000))], { type: "application/pdf" }));
  expect((await fetch(mock.url + upload, { method: "POST", headers: key, body })).status).toBe(200);
});
