// What the contract says about a request decides the status, whatever the operation does: input, parts, methods and paths.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../src/sandbox/start-sandbox.ts";
import { type ContractOperation, readContract } from "../../src/shared/contract/index.ts";
import { depth } from "../run/depth.ts";
import { logInto } from "./complaints.ts";
import { sendRaw } from "./raw-socket.ts";

const contract = await readContract();
const keys = { "x-service-api-key": "sk_demo_team", "x-management-key": "mk_demo_org" };
const user = "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10";
const logged: string[] = [];
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, settings: { psc_scheduling: true }, log: logInto(logged) });
});
afterAll(async () => {
  await sandbox.close();
  expect(logged).toEqual([]);
});

type Sent = Pick<RequestInit, "body" | "headers">;

async function statusOf(method: string, path: string, { headers = {}, ...body }: Sent = {}): Promise<number> {
  const answer = await fetch(sandbox.url + path, { method, ...body, headers: { ...keys, ...headers } });
  await answer.arrayBuffer();
  return answer.status;
}

/** The path of an operation, with ids that the demo cast has where it has any. */
function pathOf({ path }: ContractOperation): string {
  return path
    .replace("{user_id}", user)
    .replace("{org_id}", "5c3e8f7a-2b19-4d06-9e8c-a1b2c3d4e5f6")
    .replace(/\{\w+\}/g, "6f2d1c3b-0000-4000-8000-000000000000");
}

describe("a content type without a body", () => {
  const types = ["application/x-www-form-urlencoded", "application/json", "multipart/form-data", "nonsense"];
  const withoutBody = contract.operations.filter(({ requestBody }) => requestBody === undefined);

  test.each(withoutBody)("is ignored by $method $path, which takes none", async (operation) => {
    const method = operation.method.toUpperCase();
    const plain = await statusOf(method, pathOf(operation));
    for (const type of depth(["application/json", "nonsense"], types)) {
      const sent = await statusOf(method, pathOf(operation), { headers: { "content-type": type } });
      // A second call may find what the first has changed, but never another kind of refusal
      expect([type, sent]).toEqual([type, plain]);
    }
    expect(operation.responses.map(({ status }) => status)).toContain(String(plain));
  });

  test("is ignored where a body may be left out, and a missing body is reported where it may not", async () => {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    expect(await statusOf("POST", "/v3/order/phlebotomy/appointment/availability", { headers })).toEqual(200);
    expect(await statusOf("POST", "/v2/user/", { headers })).toBe(422);
  });
});

describe("a body of another media type", () => {
  const withBody = contract.operations.filter(({ requestBody }) => requestBody !== undefined);
  const types = [
    "application/json",
    "application/x-www-form-urlencoded",
    "text/plain",
    "application/xml",
    "nonsense",
    "",
  ];

  test.each(withBody)("is refused by $method $path with 422", async (operation) => {
    const documented = operation.requestBody?.bodies.map(({ mediaType }) => mediaType) ?? [];
    for (const type of types.filter((one) => !documented.includes(one))) {
      const sent = {
        headers: type === "" ? {} : { "content-type": type },
        body: new Blob(['{"file":"x","client_user_id":"by another name"}']),
      };
      expect([type, await statusOf(operation.method.toUpperCase(), pathOf(operation), sent)]).toEqual([type, 422]);
    }
  });

  test("is not read where no body is documented", async () => {
    for (const type of ["application/json", "text/plain"]) {
      const sent = { headers: { "content-type": type }, body: "{" };
      expect(await statusOf("POST", `/v2/user/refresh/${user}`, sent)).toBe(200);
    }
  });
});

describe("parameters", () => {
  const psc = "/v3/order/psc/info?zip_code=85001&lab_id=";
  const org = "/v1/org/5c3e8f7a-2b19-4d06-9e8c-a1b2c3d4e5f6/team";
  const code = `/v2/link/code/create?user_id=${user}&expires_at=`;
  test.each<[method: string, path: string, status: number]>([
    // An empty text is no UUID, date, number or region
    ["GET", "/v3/lab_tests/markers?lab_account_id=", 422],
    ["GET", "/v3/lab_test/lab_account?lab_account_id=", 422],
    ["GET", "/v3/lab_tests/markers?page=", 422],
    ["POST", "/v3/order/phlebotomy/appointment/availability?start_date=", 422],
    ["GET", `${org}?region=`, 422],
    ["GET", `${org}?search_query=`, 200],
    ["GET", `${org}?next_cursor=cursor-page-2`, 200],
    ["GET", "/v2/providers/?source_type=", 200],
    // JSON Schema has numbers of any length, and integers with an exponent or a fraction of nothing
    ["POST", `/v2/user/refresh/${user}?timeout=5.0322486795191494`, 200],
    ["POST", `/v2/user/refresh/${user}?timeout=1e1`, 200],
    ["POST", `/v2/user/refresh/${user}?timeout=4.9999999999999991`, 422],
    ["POST", `/v2/user/refresh/${user}?timeout=1e2`, 422],
    ["POST", `/v2/user/refresh/${user}?timeout=0x10`, 422],
    ["POST", `/v2/user/refresh/${user}?timeout=1e999`, 422],
    ["POST", `/v2/user/refresh/${user}?timeout=Infinity`, 422],
    ["GET", "/v3/lab_tests/markers?size=1e1", 200],
    ["GET", "/v3/lab_tests/markers?size=10.0", 200],
    ["GET", "/v3/lab_tests/markers?size=10.5", 422],
    ["GET", "/v3/lab_tests/markers?page=12345678901234567890", 200],
    ["GET", "/v3/lab_tests/markers?page=1e300", 200],
    ["GET", "/v3/lab_tests/markers?page=1e400", 422],
    ["GET", `${psc}1e0`, 200],
    ["GET", `${psc}0x1`, 422],
    ["GET", `${psc}%20`, 422],
    ["GET", `${psc}1&lab_id=1`, 422],
    // RFC 3339, its leap second and its small letters, and nothing else
    ["POST", `${code}2026-03-03T09:00:00Z`, 200],
    ["POST", `${code}2026-03-03t09:00:00.123456789z`, 200],
    ["POST", `${code}2026-03-03T09:00:00%2B01:00`, 200],
    ["POST", `${code}2016-12-31T23:59:60Z`, 200],
    ["POST", `${code}2016-12-31T15:59:60-08:00`, 200],
    ["POST", `${code}2016-12-31T22:59:60Z`, 422],
    ["POST", `${code}2026-03-03%2009:00:00Z`, 422],
    ["POST", `${code}2026-03-03T09:00:00`, 422],
    ["POST", `${code}2026-03-03T09:00:00%2B0000`, 422],
    ["POST", `${code}2026-03-03T09:00:00%2B01`, 422],
    ["POST", `${code}2026-03-03T09:00:00+01:00`, 422],
    ["POST", `${code}2026-03-03T09:00Z`, 422],
    ["POST", `${code}2026-02-30T09:00:00Z`, 422],
    ["POST", `${code}2026-03-03T24:00:00Z`, 422],
    ["POST", code, 422],
    ["GET", "/v2/providers/?anything=%ff", 422],
    // A path that cannot be decoded is not known, and an empty parameter of one is no value
    ["GET", "/v2/user/resolve/%", 404],
    ["GET", "/v2/user/resolve/", 422],
    ["DELETE", `/v2/user/${user}/`, 422],
  ])("%s %s is answered %d", async (method, path, status) => {
    expect(await statusOf(method, path)).toBe(status);
  });
});

describe("a method or a path that the contract does not have", () => {
  const told = async (method: string, path: string) => {
    const answer = await fetch(sandbox.url + path, { method, headers: keys });
    const { detail } = (await answer.json()) as { detail: string };
    return { status: answer.status, allow: answer.headers.get("allow"), detail };
  };

  test.each([
    ["PUT", "/v2/providers/", "GET, HEAD"],
    ["GET", "/v2/user/", "POST"],
    // Not the user "providers" and one of its providers
    ["DELETE", `/v2/user/providers/${user}`, "GET, HEAD"],
    ["DELETE", `/v2/user/${user}/create_portal_url`, "POST"],
    ["OPTIONS", `/v2/user/refresh/${user}`, "POST"],
  ])("%s %s is answered 405 with what is allowed", async (method, path, allow) => {
    expect(await told(method, path)).toMatchObject({ status: 405, allow });
  });

  test.each([
    ["/v2/user", "/v2/user/"],
    ["/v2/providers", "/v2/providers/"],
    ["/v3/order/", "/v3/order"],
    ["//v3//order", "/v3/order"],
    ["/v2/users/", "/v2/user/"],
    ["/api/v3/lab_tests/labs", "/v3/lab_tests/labs"],
    ["/v3/lab_tests/lab", "/v3/lab_tests/labs"],
    ["/v2/user/resolve", "/v2/user/resolve/{client_user_id}"],
    ["/v2/summary/sleep", "/v2/summary/sleep/{user_id}"],
    [`/v2/summary/activities/${user}`, "/v2/summary/activity/{user_id}"],
  ])("%s is answered 404, with %s as the nearest", async (path, nearest) => {
    const { status, detail } = await told("POST", path);
    expect(status).toBe(404);
    expect(detail).toMatch(new RegExp(`(?:has|is) ${nearest.replace(/[{}]/g, "\\$&")}[ .]`));
  });

  test.each(["BREW", "M-SEARCH", "PROPFIND", "QUERY", "TRACE"])("%s is answered 405 or 501", async (method) => {
    const request = `${method} /v2/user/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
    expect([405, 501]).toContain((await sendRaw(sandbox.url ?? "", request)).status);
  });
});

describe("HEAD", () => {
  const reads = contract.operations.filter(({ method }) => method === "get");
  test.each(reads)("of $path is answered as GET, without the body", async (operation) => {
    const ask = (method: string) => fetch(sandbox.url + pathOf(operation), { method, headers: keys });
    const [get, head] = [await ask("GET"), await ask("HEAD")];
    expect(head.status).toBe(get.status);
    expect(head.headers.get("content-type")).toBe(get.headers.get("content-type"));
    expect(await head.text()).toBe("");
    await get.arrayBuffer();
  });
});

test("with lenient slashes both forms of a path are accepted", async () => {
  const lenient = await startSandbox({ port: 0, lenientSlash: true });
  try {
    for (const path of ["/v2/providers", "/v2/providers/", "//v2/providers//", "/v3/lab_tests/labs/?any=/"]) {
      expect([path, (await fetch(lenient.url + path, { headers: keys })).status]).toEqual([path, 200]);
    }
    expect((await fetch(`${lenient.url}/v2/provider`, { headers: keys })).status).toBe(404);
  } finally {
    await lenient.close();
  }
});

describe("what is wrong with a request is named", () => {
  const json = { "content-type": "application/json" };
  const post = (headers: Readonly<Record<string, string>>, body?: RequestInit["body"]) => ({
    method: "POST",
    headers,
    ...(body === undefined ? {} : { body }),
  });
  const upload = (body: FormData | string, headers: Readonly<Record<string, string>> = {}) => post(headers, body);
  const form = (fields: Readonly<Record<string, string | Blob>>) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    return upload(body);
  };
  const file = new Blob(["%PDF-"], { type: "application/pdf" });
  const [user, job, area] = ["/v2/user/", "/lab_report/v1/parser/job", "/v3/order/area/info"];
  const part = '--a\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\nx\r\n';
  test.each<[what: string, path: string, init: RequestInit, named: RegExp]>([
    ["no body", user, post(json), /is missing/],
    ["a body of text", user, post({}, "{}"), /has the Content-Type \\"text\/plain/],
    ["a body of no type", user, post({}, new Blob(["{}"])), /has no Content-Type/],
    ["a body that is not JSON", user, post(json, '{"client_user_id": '), /is not JSON/],
    ["a body that is not UTF-8", user, post(json, new Uint8Array([0x22, 0xff, 0x22])), /is not UTF-8/],
    ["a compressed body", user, post({ ...json, "content-encoding": "gzip" }, "x"), /is compressed/],
    ["a parameter that is given twice", `${area}?zip_code=85001&zip_code=85002`, {}, /given more than once/],
    ["two wrong parameters", `${area}?radius=7&zip_code=x`, {}, /zip_code.*radius/],
    [
      "a file of another type",
      job,
      form({ file: new Blob(["<p>"], { type: "text/html" }) }),
      /Content-Type text\/html/,
    ],
    ["a file of no type", job, form({ file: new Blob(["%PDF-"]) }), /expected application\/pdf/],
    ["a file without a filename", job, form({ file: "x" }), /filename/],
    ["a flag that is none", job, form({ file, request_human_review: "maybe" }), /request_human_review/],
    ["an empty flag", job, form({ file, request_human_review: "" }), /request_human_review/],
    [
      "another boundary",
      job,
      upload(`${part}--a--\r\n`, { "content-type": "multipart/form-data; boundary=b" }),
      /boundary/,
    ],
    ["no boundary", job, upload(`${part}--a--\r\n`, { "content-type": "multipart/form-data" }), /boundary/],
    ["a form without an end", job, upload(part, { "content-type": "multipart/form-data; boundary=a" }), /form/],
  ])("%s", async (_, path, init, named) => {
    const answer = await fetch(sandbox.url + path, { ...init, headers: { ...keys, ...init.headers } });
    expect([answer.status, await answer.text()]).toEqual([422, expect.stringMatching(named)]);
  });
});

describe("a request that Node refuses is described", () => {
  const host = "Host: sandbox\r\n";
  test.each<[what: string, request: string, status: number, named: RegExp]>([
    ["no HTTP at all", "hello\r\n\r\n", 400, /Expected HTTP\/1\.1/],
    ["headers too large", `GET / HTTP/1.1\r\n${host}X: ${"x".repeat(20_000)}\r\n\r\n`, 431, /16384/],
    ["an expectation", `GET / HTTP/1.1\r\n${host}Expect: wonders\r\n\r\n`, 417, /wonders/],
    ["a tunnel", `CONNECT sandbox:80 HTTP/1.1\r\n${host}\r\n`, 501, /CONNECT/],
    ["a method that nobody knows", `BREW /v2/user/ HTTP/1.1\r\n${host}\r\n`, 501, /method/],
  ])("%s", async (_, request, status, named) => {
    const { text } = await sendRaw(sandbox.url ?? "", request);
    const [head = "", body = ""] = text.split("\r\n\r\n");
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(JSON.parse(body)).toEqual({ detail: expect.stringMatching(named) });
  });

  test.each([
    ["in its headers", `POST /v2/user/ HTTP/1.1\r\n${host.slice(0, 4)}`],
    [
      "in its body",
      `POST /v2/user/ HTTP/1.1\r\n${host}x-service-api-key: sk_demo_team\r\nContent-Length: 100\r\n\r\n{`,
    ],
  ])("one that is incomplete %s", async (_, request) => {
    const impatient = await startSandbox({ port: 0, requestTimeoutMs: 200 });
    const { text } = await sendRaw(impatient.url ?? "", request).finally(() => impatient.close());
    expect(text).toMatch(/^HTTP\/1\.1 408 [^{]+\{"detail":"Its headers or its body are incomplete\."\}$/);
  });
});
