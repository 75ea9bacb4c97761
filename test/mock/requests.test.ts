// The answers of the mock beside preferred examples; no request hangs or ends it.
import { connect } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Mock } from "../../src/mock/index.ts";
import { cutFiles } from "../../src/mock/obstacle.ts";
import { readContract } from "../../src/shared/contract/index.ts";
import { depth } from "../run/depth.ts";
import { chunked, get, json, sendRaw, upload, user, wire } from "../sandbox/raw-socket.ts";
import { serveBundle } from "./serve-bundle.ts";

const contract = await readContract();
const key = { "x-service-api-key": "any" };
let mock: Mock;
beforeAll(async () => {
  mock = await serveBundle();
});
afterAll(() => mock.close());

test("a summary takes further query parameters, which the contract does not name", async () => {
  const answer = await fetch(
    `${mock.url}/v2/summary/sleep/2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10?start_date=2026-03-02`,
    {
      headers: key,
    },
  );
  expect(answer.status).toBe(200);
});

test.each([
  ["/v2/providers/", "x-service-api-key", "x-management-key"],
  ["/v1/org/5c3e8f7a-2b19-4d06-9e8c-a1b2c3d4e5f6/team", "x-management-key", "x-service-api-key"],
])("%s takes any key, but not none or another host's", async (path, own, other) => {
  const statuses = [{ [own]: "any" }, {}, { [other]: "any" }].map(
    async (headers) => (await fetch(mock.url + path, { headers: headers as Record<string, string> })).status,
  );
  expect(await Promise.all(statuses)).toEqual([200, 401, 401]);
});

test("a person who opens the root in a browser is told what it is, and a program gets what Prism answers", async () => {
  const told = await fetch(mock.url, { headers: { accept: "text/html,*/*" } });
  expect([told.status, await told.text()]).toEqual([200, expect.stringContaining("npm start")]);
  expect((await fetch(mock.url)).status).toBe(404);
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

describe("the mock answers the next request after", () => {
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
      { numRuns: depth(50, 400), verbose: 1 },
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

test("an upload that is too large gets its answer, and the connection is kept", async () => {
  const body = new FormData();
  body.set("file", new Blob([Buffer.alloc(11_000_000)], { type: "application/pdf" }));
  expect((await fetch(mock.url + upload, { method: "POST", headers: key, body })).status).toBe(413);
  const large = wire("POST /v2/user/", [`content-type: ${json}`], " ".repeat(11_000_000)).toString();
  const { text } = await sendRaw(mock.url, large.replace("connection: close\r\n", ""), get(user));
  expect(text).toMatch(/^HTTP\/1\.1 413 .+\nHTTP\/1\.1 200 /s);
});

describe("a file of the contract's size", () => {
  test("is accepted, with bytes of any kind", async () => {
    const bytes = Uint8Array.from({ length: 10_000_000 }, (_, at) => (at * at) >> 7);
    const body = new FormData();
    body.set("file", new Blob([bytes], { type: "application/pdf" }));
    expect((await fetch(mock.url + upload, { method: "POST", headers: key, body })).status).toBe(200);
  });

  test("is cut to a kilobyte for Prism, and the other fields stay", async () => {
    const form = new FormData();
    const texts = ["a", "b\r\n".repeat(2_000)] as const;
    form.set("before", texts[0]);
    form.set(
      "file",
      new Blob([Buffer.alloc(1_000_000, "\xff\r\n\r\n", "latin1")], { type: "application/pdf" }),
      "r.pdf",
    );
    form.set("after", texts[1]);
    const sent = new Response(form);
    const type = sent.headers.get("content-type") ?? "";
    const cut = cutFiles(type, Buffer.from(await sent.arrayBuffer()));
    const read = await new Response(new Uint8Array(cut), { headers: { "content-type": type } }).formData();
    expect([read.get("before"), read.get("after")]).toEqual(texts);
    expect(read.get("file")).toMatchObject({ name: "r.pdf", type: "application/pdf", size: 1024 });
  });
});
