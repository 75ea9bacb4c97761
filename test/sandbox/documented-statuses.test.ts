// The contract decides the status of wrong input, parts, methods and paths, and the answer names what is wrong.
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { type Sandbox, startSandbox } from "../../src/sandbox/start-sandbox.ts";
import { runner } from "./cast.ts";
import { logInto } from "./complaints.ts";
import { sendRaw } from "./raw-socket.ts";

/** A request whose refusal names what is wrong. */
interface Named {
  readonly call: string;
  readonly type?: string;
  readonly encoding?: string;
  /** In Latin-1: a letter is a byte. */
  readonly body?: string;
  /** Texts, and files that may lack a name or a type. */
  readonly form?: Readonly<Record<string, string | { readonly filename?: string; readonly type?: string }>>;
  readonly says: string;
}

interface Requests {
  readonly parameters: readonly (readonly [call: string, status: number])[];
  readonly methods: readonly (readonly [call: string, allow: string])[];
  readonly paths: readonly (readonly [path: string, nearest: string])[];
  readonly named: Readonly<Record<string, Named>>;
  readonly raw: Readonly<Record<string, { readonly request: string; readonly status: number; readonly says: string }>>;
}

const org = "5c3e8f7a-2b19-4d06-9e8c-a1b2c3d4e5f6";
const text = readFileSync(new URL("requests.yaml", import.meta.url), "utf8");
const requests: Requests = parse(text.replaceAll("RUNNER", runner).replaceAll("ORG", org));
const logged: string[] = [];
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, settings: { psc_scheduling: true }, log: logInto(logged) });
});
afterAll(async () => {
  await sandbox.close();
  expect(logged).toEqual([]);
});

async function send(call: string, { headers, ...init }: RequestInit = {}) {
  const [method = "", path = ""] = call.split(" ");
  const keys = { "x-service-api-key": "sk_demo_team", "x-management-key": "mk_demo_org" };
  const answer = await fetch(sandbox.url + path, { method, ...init, headers: { ...keys, ...headers } });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

test.each(requests.parameters)("%s is answered %d", async (call, status) => {
  expect((await send(call)).status).toBe(status);
});

test.each(requests.methods)("%s is answered 405 with what is allowed", async (call, allow) => {
  const { status, headers } = await send(call);
  expect([status, headers.get("allow")]).toEqual([405, allow]);
});

test.each(requests.paths)("%s is answered 404, with %s as the nearest", async (path, nearest) => {
  const { status, text } = await send(`POST ${path}`);
  expect(status).toBe(404);
  expect(text).toMatch(new RegExp(`(?:has|is) ${nearest.replace(/[{}]/g, "\\$&")}[ .]`));
});

test.each(["/v2/providers/", "/v2/user/resolve/nobody"])(
  "HEAD of %s is answered as GET, without the body",
  async (path) => {
    const [get, head] = [await send(`GET ${path}`), await send(`HEAD ${path}`)];
    const type = get.headers.get("content-type");
    expect([head.status, head.headers.get("content-type"), head.text]).toEqual([get.status, type, ""]);
  },
);

test("with lenient slashes both forms of a path are accepted", async () => {
  const lenient = await startSandbox({ lenientSlash: true });
  const status = async (path: string) =>
    (await lenient.fetch(`http://sandbox${path}`, { headers: { "x-service-api-key": lenient.apiKey } })).status;
  for (const path of ["/v2/providers", "/v2/providers/", "//v2/providers//", "/v3/lab_tests/labs/?any=/"]) {
    expect([path, await status(path)]).toEqual([path, 200]);
  }
  expect(await status("/v2/provider")).toBe(404);
  await lenient.close();
});

/** The headers and the body of a request of the table. */
function bodyOf({ type, encoding, body, form }: Named): RequestInit {
  const headers = { ...(type && { "content-type": type }), ...(encoding && { "content-encoding": encoding }) };
  const parts = Object.entries(form ?? {}).map(([name, value]) => {
    const { filename, type: partType } = typeof value === "string" ? {} : value;
    const named = filename === undefined ? "" : `; filename="${filename}"`;
    const typed = partType === undefined ? "" : `\r\ncontent-type: ${partType}`;
    const content = typeof value === "string" ? value : "%PDF-";
    return `--boundary\r\ncontent-disposition: form-data; name="${name}"${named}${typed}\r\n\r\n${content}\r\n`;
  });
  if (form === undefined) return { headers, ...(body === undefined ? {} : { body: Buffer.from(body, "latin1") }) };
  return {
    headers: { "content-type": "multipart/form-data; boundary=boundary", ...headers },
    body: `${parts.join("")}--boundary--\r\n`,
  };
}

test.each(Object.entries(requests.named))("what is wrong is named: %s", async (_, row) => {
  const { status, text } = await send(row.call, bodyOf(row));
  expect([status, text]).toEqual([422, expect.stringMatching(row.says)]);
});

test.each(Object.entries(requests.raw))("what Node refuses is described: %s", async (_, { request, status, says }) => {
  const answer = await sendRaw(sandbox.url ?? "", request.replace("LONG", "x".repeat(20_000)));
  expect(answer.status).toBe(status);
  expect(JSON.parse(answer.text.split("\r\n\r\n")[1] ?? "")).toEqual({ detail: expect.stringMatching(says) });
});

describe("a request that is incomplete is described", () => {
  const head = "POST /v2/user/ HTTP/1.1\r\nHost: sandbox\r\nx-service-api-key: sk_demo_team\r\n";
  test.each([
    ["in its headers", head.slice(0, 30)],
    ["in its body", `${head}Content-Length: 100\r\n\r\n{`],
  ])("%s", async (_, request) => {
    const impatient = await startSandbox({ port: 0, requestTimeoutMs: 200 });
    const { text } = await sendRaw(impatient.url ?? "", request).finally(() => impatient.close());
    expect(text).toMatch(/^HTTP\/1\.1 408 [^{]+\{"detail":"Expected HTTP\/1\.1, arriving whole in time, [^"]+"\}$/);
  });
});
