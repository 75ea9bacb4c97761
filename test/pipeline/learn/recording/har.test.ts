// HAR files of browsers and proxies are read by shape, as far as they can be used.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { createdUser, createUserRequest } from "../../../../generated/examples.ts";
import { readHar } from "../../../../src/pipeline/learn/recording/har.ts";
import type { RecordedExchange } from "../../../../src/pipeline/learn/recording/recording.ts";
import { readContract } from "../../../../src/tools/contract/index.ts";
import { type Played, places } from "./places.ts";
import { found, kindNames, secretOf } from "./planted.ts";

const contract = await readContract();
const directory = mkdtempSync(join(tmpdir(), "har-"));
afterAll(() => rmSync(directory, { recursive: true }));
const json = [{ name: "content-type", value: "application/json" }];
let files = 0;

/** An entry as a browser writes it. */
function entry({
  request = {},
  response = {},
  ...rest
}: {
  request?: object;
  response?: object;
  [name: string]: unknown;
} = {}) {
  return {
    startedDateTime: "2026-11-20T10:00:00.000Z",
    time: 1,
    request: {
      method: "GET",
      url: "https://api.example.com/v2/providers/",
      httpVersion: "http/2.0",
      headers: [],
      bodySize: 0,
      ...request,
    },
    response: {
      status: 200,
      headers: json,
      content: { size: 2, mimeType: "application/json", text: "[]" },
      ...response,
    },
    ...rest,
  };
}

function written(text: string | Buffer): string {
  files += 1;
  const file = join(directory, `${files}.har`);
  writeFileSync(file, text);
  return file;
}

const har = (entries: readonly unknown[], log: object = {}) =>
  JSON.stringify({ log: { version: "1.2", creator: { name: "browser" }, pages: [], ...log, entries } });

/** Reads a HAR file: what is recorded of it, and what is not used. */
async function read(text: string, hosts: readonly string[] = []) {
  const recording = await readHar(written(text), contract, hosts);
  const lines: RecordedExchange[] = [];
  for await (const line of recording) if ("exchange" in line) lines.push(line);
  return { date: recording.date, lines, unused: recording.unused() };
}

const post = { method: "POST", url: "https://api.example.com/v2/user/", headers: json };
const content = (text: string, more = {}) => ({
  content: { size: text.length, mimeType: "application/json", text, ...more },
});

describe("a HAR file", () => {
  test("is read by its requests and answers", async () => {
    const request = { ...post, postData: { mimeType: "application/json", text: JSON.stringify(createUserRequest) } };
    const { date, lines, unused } = await read(
      har([entry({ request, response: content(JSON.stringify(createdUser)) })]),
    );
    expect(date).toBe("2026-11-20");
    expect(lines).toMatchObject([
      {
        operation: "createUser",
        request: { type: "application/json", body: { client_user_id: "string short ~client_user_id:1" } },
        response: { status: 200, body: { user_id: "string uuid short ~user_id:1" } },
      },
    ]);
    expect(unused).toEqual([]);
  });

  test.each(["\uFEFF", " \n", '{"comment": "saved", "options": {"a": {}}, '])("may begin with %j", async (start) => {
    const text = har([entry({})]);
    const { lines } = await read(start.startsWith("{") ? start + text.slice(1) : start + text);
    expect(lines).toHaveLength(1);
  });

  test.each([
    ["in base64", "application/json", (text: string) => Buffer.from(text), undefined],
    ["compressed with gzip", "application/json", (text: string) => gzipSync(text), "gzip"],
    ["compressed with brotli", "application/json", (text: string) => brotliCompressSync(text), "br"],
    [
      "decompressed, with the header of the compressed one",
      "application/json",
      (text: string) => Buffer.from(text),
      "gzip",
    ],
  ])("has answers %s", async (_, mimeType, encode, encoding) => {
    const text = encode('{"detail":"none"}').toString("base64");
    const headers = [...json, ...(encoding === undefined ? [] : [{ name: "Content-Encoding", value: encoding }])];
    const response = { status: 404, headers, content: { size: 17, mimeType, text, encoding: "base64" } };
    const { lines } = await read(har([entry({ response })]));
    expect(lines).toMatchObject([{ response: { status: 404, body: { detail: "string short" } } }]);
  });

  test("has forms of which only the parameters were kept", async () => {
    const params = [
      { name: "file", fileName: "Marta.pdf", contentType: "application/pdf" },
      { name: "user_id", value: "u" },
    ];
    const request = {
      method: "POST",
      url: "https://api.example.com/lab_report/v1/parser/job",
      headers: [{ name: "content-type", value: "multipart/form-data; boundary=a" }],
      postData: { mimeType: "multipart/form-data", params },
    };
    const { lines } = await read(har([entry({ request })]));
    expect(lines).toMatchObject([
      { operation: "createLabReportParsingJob", request: { type: "multipart/form-data", body: { file: "file" } } },
    ]);
  });

  test("has pseudo headers of HTTP/2, which are left out", async () => {
    const headers = [
      { name: ":authority", value: "api.example.com" },
      { name: ":path", value: "/v2/providers/" },
    ];
    const { lines } = await read(har([entry({ request: { headers } })]));
    expect(lines[0]?.request).toEqual({});
  });

  test("has entries without an answer, and answers whose body was not kept", async () => {
    const { lines } = await read(
      har([
        entry({ response: { status: 0, headers: [], content: {} } }),
        entry({ response: { content: { size: 120, mimeType: "application/json" } } }),
        entry({ response: { status: 204, headers: [], content: { size: 0, mimeType: "" } } }),
      ]),
    );
    expect(lines.map(({ response }) => response)).toEqual([
      undefined,
      { status: 200, headers: [] },
      { status: 204, headers: [], body: "absent" },
    ]);
  });

  test("has entries of other hosts, which are counted; those with paths of the contract are named", async () => {
    const urls = [
      "https://api.example.com/v2/providers/",
      "https://cdn.example/x.js",
      "https://real.example/v2/providers/",
      "ws://api.example.com/x",
    ];
    const { lines, unused } = await read(har(urls.map((url) => entry({ request: { url } }))));
    expect(lines).toHaveLength(1);
    expect(unused).toEqual([
      { reason: "is of another host", times: 1, first: [2] },
      { reason: "is of another host, with a path of the contract: pass its host with --host", times: 1, first: [3] },
      { reason: "is not of HTTP", times: 1, first: [4] },
    ]);
  });

  test("is read by the hosts that are passed, with a path in front, by http and by https", async () => {
    const urls = [
      "https://real.example/api/v2/providers/",
      "http://real.example/api/v2/providers/",
      "http://127.0.0.1:4020/v2/providers/",
      "http://127.0.0.1:4021/v2/providers/",
      "https://real.example/apiv2/v2/providers/",
      "https://api.example.com/v2/providers/",
    ];
    const { lines } = await read(har(urls.map((url) => entry({ request: { url } }))), [
      "real.example/api",
      "http://127.0.0.1:4020",
    ]);
    expect(lines.map(({ operation }) => operation)).toEqual(Array(3).fill("listProviders"));
  });

  test.each(["https://", "user:secret@", "a b"])("is not read by the host %j, which is none", async (host) => {
    const problem = read(har([entry({})]), [host]);
    await expect(problem).rejects.toThrow(/^--host takes the host of the service, found /);
    await expect(problem).rejects.not.toThrow("secret");
  });

  test("is read by the hosts of the contract's servers when none is passed, that of the organization among them", async () => {
    const team = "https://management.example.com/v1/org/4d2c8a51-7e9b-4f36-a0d8-2b6e1c5f9a73/team";
    const urls = ["https://api.example.com/v2/providers/", team];
    const { lines } = await read(har(urls.map((url) => entry({ request: { url } }))));
    expect(lines.map(({ operation }) => operation)).toEqual(["listProviders", "listOrganizationTeams"]);
  });

  test("has a browser's preflights, which are left out", async () => {
    const headers = [{ name: "Access-Control-Request-Method", value: "GET" }];
    const { lines, unused } = await read(har([entry({ request: { method: "OPTIONS", headers } })]));
    expect(lines).toEqual([]);
    expect(unused).toMatchObject([{ reason: "is a browser's preflight", times: 1 }]);
  });

  test.each([
    ["in an entry", (text: string) => text.slice(0, -40)],
    ["between two entries", (text: string) => `${text.slice(0, text.lastIndexOf("]"))},`],
  ])("that is cut off %s is read as far as it goes", async (_, cut) => {
    const { lines, unused } = await read(cut(har([entry(), entry()])));
    expect(lines.length).toBeGreaterThanOrEqual(1);
    expect(unused).toMatchObject([{ reason: "is cut off", times: 1 }]);
  });

  test("has entries that are none, which are counted", async () => {
    const { lines, unused } = await read(
      har([{}, 7, "x", null, { request: {} }, [], entry({ request: { url: "::" } }), entry()]),
    );
    expect(lines).toHaveLength(1);
    expect(unused.reduce((sum, { times }) => sum + times, 0)).toBe(4);
  });

  test("has keys and texts that look like entries, which are not taken for them", async () => {
    const comment = 'a "log": { "entries": [ {"request"';
    const { lines } = await read(
      har([entry({ comment, request: { log: { entries: [entry(), {}] } } })], {
        comment,
        pages: [[{}], { entries: [entry()] }],
      }),
    );
    expect(lines).toHaveLength(1);
  });

  test("holds no secret in what is read of it, also in the places that only HAR has", async () => {
    const entries = Object.entries(places).map(([place, play], index) => {
      const secret = secretOf(kindNames[index % kindNames.length] ?? "", index);
      return { place, secret, entry: planted(play(secret), secret) };
    });
    const { date, lines, unused } = await read(
      har(
        entries.map(({ entry }) => entry),
        {
          comment: secretOf("name", 900),
          pages: [{ title: secretOf("name", 901) }],
          creator: { name: secretOf("name", 902) },
        },
      ),
    );
    expect(lines).toHaveLength(entries.length);
    const text = JSON.stringify([date, lines, unused]);
    const secrets = [...entries.map(({ secret }) => secret), ...[900, 901, 902].map((n) => secretOf("name", n))];
    expect(found(secrets, text)).toEqual([]);
  });

  test("that ends at any byte is read by its whole entries", async () => {
    const one = '{"request":{"method":"GET","url":"https://api.example.com/v2/providers/"},"response":{"status":200}}';
    const text = `{"log":{"version":"1.2","entries":[${one},\n${one}]}}`;
    for (let end = 0; end <= text.length; end += 1) {
      const result = read(text.slice(0, end));
      if (end < '{"log":{'.length) await expect(result).rejects.toThrow("is not a HAR file");
      else expect([end, (await result).lines.length]).toEqual([end, text.slice(0, end).split(one).length - 1]);
    }
  });
});

describe("refused is", () => {
  test.each<[name: string, text: string | Buffer, message: string]>([
    ["an empty file", "", "is not a HAR file."],
    ["other JSON", '{"openapi":"3.1.0"}', "is not a HAR file."],
    ["a compressed HAR file", gzipSync(har([entry()])), "is not a HAR file: it is compressed with gzip."],
    ["binary", Buffer.from([0, 255, 254, 10, 0]), "is not a HAR file."],
    ["one line without an end", "x".repeat(3 * 1024 * 1024), "is not a HAR file."],
  ])("%s", async (_, text, message) => {
    await expect(readHar(written(text), contract)).rejects.toThrow(message);
  });

  test.each([
    ["a directory", () => directory],
    ["a pipe", () => spawnSync("mkfifo", [join(directory, "pipe")]) && join(directory, "pipe")],
  ])("%s", async (_, file) => {
    await expect(readHar(file(), contract)).rejects.toThrow("is a directory, a pipe or a device.");
  });

  test("a file that does not exist", async () => {
    await expect(readHar(join(directory, "none"), contract)).rejects.toThrow("none cannot be read (ENOENT).");
  });
});

/** What is played as an entry, with its secret also where only HAR has a place. */
function planted(played: Played, secret: string) {
  const {
    method = "GET",
    target = "/v2/providers/",
    headers = [],
    body,
    status = 200,
    statusText = "",
    answer = "{}",
  } = played;
  const pairs = (all: Played["headers"] = []) => all.map(([name, value]) => ({ name, value, comment: secret }));
  const params = [{ name: secret, value: secret, fileName: secret, contentType: secret, comment: secret }];
  return {
    pageref: secret,
    startedDateTime: "2026-11-20T10:00:00.000Z",
    time: 31999.4071,
    request: {
      method,
      url: `https://${encodeURIComponent(secret).replaceAll("%", "")}:${encodeURIComponent(secret)}@api.example.com${target}#${encodeURIComponent(secret)}`,
      headers: pairs(headers),
      cookies: [{ name: secret, value: secret, comment: secret }],
      queryString: [{ name: secret, value: secret }],
      postData:
        body === undefined
          ? { params, comment: secret }
          : { mimeType: secret, text: String(body), params, comment: secret },
      comment: secret,
    },
    response: {
      status,
      statusText,
      headers: pairs(played.answerHeaders ?? [["content-type", "application/json"]]),
      cookies: [{ name: secret, value: secret, path: secret }],
      content: { size: 1, mimeType: secret, text: answer.toString("base64"), encoding: "base64", comment: secret },
      redirectURL: secret,
    },
    cache: { comment: secret, beforeRequest: { eTag: secret } },
    timings: { comment: secret, wait: 31999.4071 },
    serverIPAddress: secret,
    connection: secret,
    comment: secret,
    [secret]: secret,
  };
}
