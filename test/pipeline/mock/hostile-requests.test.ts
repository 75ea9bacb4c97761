// Whatever a client sends, the mock answers with a described error, and stays well.
import { connect } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Mock, startMock } from "../../../src/pipeline/mock/index.ts";
import { type OpenApiDocument, readContract } from "../../../src/tools/contract/index.ts";
import { depth } from "../../run/depth.ts";
import { sendRaw as send } from "../../tools/sandbox/raw-socket.ts";

const { document } = await readContract();
const key = { "x-service-api-key": "a-fabricated-key" };
let mock: Mock;

/** The contract with one operation more whose pattern cannot stand in a header, which Prism tries when it is violated. */
const withForeignPattern: OpenApiDocument = {
  ...document,
  paths: {
    ...document.paths,
    "/foreign-pattern": {
      get: {
        operationId: "foreignPattern",
        summary: "A pattern outside of Latin-1",
        description: "",
        tags: [],
        security: [],
        parameters: [{ name: "q", in: "query", required: true, schema: { type: "string", pattern: "^Ω$" } }],
        responses: { "200": { description: "" }, "422": { description: "" } },
      },
    },
  },
};

beforeAll(async () => {
  mock = await startMock({ document: withForeignPattern, port: 0 });
});
afterAll(() => mock.close());

/** Sends bytes as they are and returns the answer, as it stands on the wire. */
async function sendRaw(text: string, to = mock): Promise<string> {
  return (await send(to.url, text)).text;
}

/** The mock answers an ordinary request. */
async function isWell(): Promise<void> {
  const answer = await fetch(`${mock.url}/v2/user/resolve/demo-runner-01`, { headers: key });
  expect(answer.status).toBe(200);
  await answer.arrayBuffer();
}

describe("a request that breaks Prism gets a described error", () => {
  const post = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) => ({
    method: "POST",
    body,
    headers: { ...key, "content-type": "application/json", ...headers },
  });
  const cases: [string, string, RequestInit, number, RegExp][] = [
    ["a malformed JSON body", "/v2/user/", post('{"client_user_id": '), 422, /is not JSON/],
    ["a body that is no UTF-8", "/v2/user/", post(new Uint8Array([0x22, 0xff, 0x22])), 422, /is not UTF-8/],
    [
      "a compressed body",
      "/v2/user/",
      post(new Uint8Array([0x1f, 0x8b, 8]), { "content-encoding": "gzip" }),
      422,
      /is compressed/,
    ],
    ["an unparsable content type", "/v2/user/", post("{}", { "content-type": "json" }), 422, /Content-Type/],
    ["a lone percent sign in the path", "/v2/user/resolve/%", { headers: key }, 404, /percent/],
    ["bad UTF-8 in the path", "/v2/user/resolve/%ff", { headers: key }, 404, /percent/],
    ["a body over the limit", "/v2/user/", post(`"${"x".repeat(11 * 1024 * 1024)}"`), 422, /file of 10 MB/],
  ];
  test.each(cases)("%s", async (_, path, init, status, expected) => {
    const answer = await fetch(mock.url + path, init);
    expect({ status: answer.status, body: await answer.text() }).toEqual({
      status,
      body: expect.stringMatching(expected),
    });
    await isWell();
  });
});

test.each([";;", "json", "text/html"])(
  "the Accept header %s changes nothing: no other response is documented",
  async (accept) => {
    const answer = await fetch(`${mock.url}/v2/user/resolve/x`, { headers: { ...key, accept } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
  },
);

test("a violation with text outside of Latin-1 is reported in an ASCII header", async () => {
  const answer = await fetch(`${mock.url}/foreign-pattern?q=a`);
  expect(answer.status).toBe(422);
  expect(JSON.parse(answer.headers.get("sl-violations") ?? "")[0].message).toContain("Ω");
  await isWell();
});

test("the search pattern of the teams, which has letters outside of ASCII, is reported", async () => {
  const path = "/v1/org/5c3e8f7a-2b19-4d06-9e8c-a1b2c3d4e5f6/team?search_query=%E2%82%AC";
  const answer = await fetch(mock.url + path, { headers: { "x-management-key": "fabricated" } });
  expect(answer.status).toBe(422);
  expect(JSON.stringify(await answer.json())).toContain("search_query");
});

describe("raw bytes", () => {
  const head = "GET /v2/user/resolve/x HTTP/1.1\r\nHost: mock\r\nConnection: close\r\nx-service-api-key: k\r\n";
  const cases: [string, string][] = [
    ["a target without a path", `GET // HTTP/1.1\r\nHost: mock\r\nConnection: close\r\n\r\n`],
    ["an absolute target", "GET http://[ HTTP/1.1\r\nHost: mock\r\nConnection: close\r\n\r\n"],
    ["an asterisk as target", "OPTIONS * HTTP/1.1\r\nHost: mock\r\nConnection: close\r\n\r\n"],
    ["a broken Prefer header", `${head}Prefer: code=, example=,,;;==\r\n\r\n`],
    ["a Prefer header with a status that no operation has", `${head}Prefer: code=999\r\n\r\n`],
    ["a header of non-ASCII bytes", `${head}X-Odd: \xe9\xff\r\n\r\n`],
    ["a body on a GET", `${head}Content-Type: application/json\r\nContent-Length: 1\r\n\r\n{`],
    ["a broken content type", `${head.replace("GET", "POST")}Content-Type: ;;\r\nContent-Length: 2\r\n\r\n{}`],
    [
      "multipart without a boundary",
      "POST /lab_report/v1/parser/job HTTP/1.1\r\nHost: mock\r\nConnection: close\r\nx-service-api-key: k\r\nContent-Type: multipart/form-data\r\nContent-Length: 2\r\n\r\nab",
    ],
    [
      "prototype names",
      "GET /v2/user/resolve/__proto__?constructor=1&__proto__=2&hasOwnProperty=3 HTTP/1.1\r\nHost: mock\r\nConnection: close\r\nx-service-api-key: k\r\n\r\n",
    ],
    [
      "Prism's own query parameters",
      "GET /v2/user/resolve/x?__server=%ff&__code=abc&__example=nope&__dynamic=true HTTP/1.1\r\nHost: mock\r\nConnection: close\r\nx-service-api-key: k\r\n\r\n",
    ],
  ];
  test.each(cases)("%s", async (_, bytes) => {
    expect(await sendRaw(bytes)).toMatch(/^HTTP\/1\.1 [2-5]\d\d /);
    await isWell();
  });
});

describe("a request that Node refuses gets a described problem", () => {
  const host = "Host: mock\r\n";
  const cases: [string, string, number, RegExp][] = [
    ["no HTTP at all", "hello\r\n\r\n", 400, /HTTP\/1\.1/],
    ["no Host", "GET /v2/user/resolve/x HTTP/1.1\r\nConnection: close\r\n\r\n", 400, /Host/],
    ["headers too large", `GET / HTTP/1.1\r\n${host}X: ${"x".repeat(20_000)}\r\n\r\n`, 431, /16384/],
    ["an expectation", `GET / HTTP/1.1\r\n${host}Expect: wonders\r\n\r\n`, 417, /wonders/],
    ["a tunnel", `CONNECT mock:80 HTTP/1.1\r\n${host}\r\n`, 501, /CONNECT/],
    ["an upgrade", `GET / HTTP/1.1\r\n${host}Connection: upgrade, close\r\nUpgrade: websocket\r\n\r\n`, 404, /path/],
    ["a method that nobody knows", `BREW /v2/user/ HTTP/1.1\r\n${host}\r\n`, 501, /method/],
  ];
  test.each(cases)("%s", async (_, bytes, status, expected) => {
    const [head = "", body = ""] = (await sendRaw(bytes)).split("\r\n\r\n");
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(head).toContain("application/problem+json");
    expect(JSON.parse(body)).toEqual({ status, title: expect.any(String), detail: expect.stringMatching(expected) });
    await isWell();
  });
});

describe("an incomplete request is answered and closed", () => {
  test.each([
    ["in its headers", "POST /v2/user/ HTTP/1.1\r\nHost: mo"],
    ["in its body", "POST /v2/user/ HTTP/1.1\r\nHost: mock\r\nContent-Length: 100\r\n\r\n{"],
  ])("%s", async (_, bytes) => {
    const impatient = await startMock({ document, port: 0, patience: 200 });
    try {
      const [head = "", body = ""] = (await sendRaw(bytes, impatient)).split("\r\n\r\n");
      expect(head).toMatch(/^HTTP\/1\.1 408 /);
      expect(JSON.parse(body)).toMatchObject({ status: 408, detail: expect.stringContaining("incomplete") });
    } finally {
      await impatient.close();
    }
  });
});

test("a client that disconnects in the middle of its body affects no other", async () => {
  await new Promise<void>((resolve) => {
    const socket = connect(Number(new URL(mock.url).port), "127.0.0.1", () => {
      socket.write("POST /v2/user/ HTTP/1.1\r\nHost: mock\r\nContent-Length: 100\r\n\r\n{", () => socket.destroy());
    });
    socket.on("close", () => resolve());
  });
  await isWell();
});

test("random requests are answered, and the mock keeps running", async () => {
  const path = fc.oneof(
    fc.constantFrom(...Object.keys(document.paths)),
    fc.webPath(),
    fc.string({ unit: "binary-ascii" }).map((text) => `/${text.replace(/[^\x21-\x7e]/g, "")}`),
  );
  const header = fc.string({ unit: "grapheme-ascii", maxLength: 30 });
  const request = fc.record({
    path,
    method: fc.constantFrom("GET", "POST", "PATCH", "DELETE", "PUT", "HEAD", "OPTIONS"),
    accept: fc.option(fc.oneof(fc.constantFrom("*/*", "application/json", "text/*;q=0.1"), header), { nil: undefined }),
    prefer: fc.option(header, { nil: undefined }),
    type: fc.option(
      fc.oneof(fc.constantFrom("application/json", "multipart/form-data; boundary=x", "text/plain"), header),
      { nil: undefined },
    ),
    body: fc.option(fc.oneof(fc.json(), fc.string({ unit: "binary" })), { nil: undefined }),
  });
  await fc.assert(
    fc.asyncProperty(request, async ({ path, method, accept, prefer, type, body }) => {
      const bytes = body === undefined ? 0 : Buffer.byteLength(body);
      const lines = [
        `${method} ${path} HTTP/1.1`,
        "Host: mock",
        "Connection: close",
        "x-service-api-key: k",
        ...(accept === undefined ? [] : [`Accept: ${accept}`]),
        ...(prefer === undefined ? [] : [`Prefer: ${prefer}`]),
        ...(type === undefined ? [] : [`Content-Type: ${type}`]),
        ...(body === undefined ? [] : [`Content-Length: ${bytes}`]),
      ];
      expect(await sendRaw(`${lines.join("\r\n")}\r\n\r\n${body ?? ""}`)).toMatch(/^HTTP\/1\.1 [2-5]\d\d /);
      await isWell();
    }),
    { numRuns: depth(30, 150), verbose: 1 },
  );
});
