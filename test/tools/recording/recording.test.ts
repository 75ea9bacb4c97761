// A recording is deterministic, is written by whole lines, and is read as far as it can be used.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { readContract } from "../../../src/tools/contract/index.ts";
import { type Exchange, type RecordedExchange, Recorder, readRecording } from "../../../src/tools/recording/index.ts";
import { inFull } from "../../run/depth.ts";

const contract = await readContract();
const directory = mkdtempSync(join(tmpdir(), "recording-"));
afterAll(() => rmSync(directory, { recursive: true }));
let files = 0;
function newFile(): string {
  files += 1;
  return join(directory, `${files}.jsonl`);
}

const asJson = [["content-type", "application/json"]] as const;
const userOf = (n: number) => `2f1c9f0e-6d0b-4c5e-9a57-${String(n).padStart(12, "0")}`;

/** A call with its answer. */
function exchange(method: string, target: string, answer: unknown, body?: unknown): Exchange {
  const bytes = (value: unknown) => Buffer.from(value === undefined ? "" : JSON.stringify(value));
  return {
    method,
    target,
    request: { headers: [...asJson, ["x-service-api-key", "k"]], body: bytes(body) },
    response: { status: 200, headers: asJson, body: bytes(answer) },
  };
}

/** Records exchanges; the lines as they are written. */
async function written(...exchanges: readonly Exchange[]): Promise<string[]> {
  const file = newFile();
  const recorder = new Recorder(file, contract, "proxy", "2026-11-22");
  for (const one of exchanges) await recorder.exchange(one);
  recorder.close();
  const recording = await readRecording(file);
  for await (const _ of recording);
  expect(recording.unused()).toEqual([]);
  return readFileSync(file, "utf8").split("\n").slice(1, -1);
}

const lines = async (...exchanges: readonly Exchange[]) =>
  (await written(...exchanges)).map((line) => JSON.parse(line) as Record<string, never>);

describe("what is recorded", () => {
  const exchanges = [
    exchange("POST", "/v2/user/", { user_id: userOf(1), client_user_id: "a" }, { client_user_id: "a" }),
    exchange("GET", `/v2/user/providers/${userOf(1)}`, { providers: [{ slug: "x", status: "connected" }] }),
    exchange("GET", `/v2/user/providers/${userOf(2)}`, { providers: [] }),
  ];

  test("is the same for the same exchanges in the same order", async () => {
    expect(await written(...exchanges)).toEqual(await written(...exchanges));
  });

  test("has one pseudonym for an id, in paths, queries and bodies, whatever its case", async () => {
    const [first, second, third] = await lines(
      ...exchanges.slice(0, 1),
      exchange("POST", `/v2/link/code/create?user_id=${userOf(1).toUpperCase()}`, {}),
      exchange("GET", "/v2/user/resolve/a", {}),
    );
    expect(first).toMatchObject({ user: "~user_id:1" });
    expect(second).toMatchObject({
      user: "~user_id:1",
      request: { parameters: { query: { user_id: "string uuid short ~user_id:1" } } },
    });
    // By the id that the client gave it, it is known since the first
    expect(third).toMatchObject({ user: "~user_id:1" });
  });

  test("has the user of an order in the later exchanges that name only the order", async () => {
    const [, second] = await lines(
      exchange("POST", "/v3/order", { order_id: userOf(7), user_id: userOf(1) }, { user_id: userOf(1) }),
      exchange("POST", `/v3/order/${userOf(7)}/psc/appointment/book`, {}, {}),
    );
    expect(second).toMatchObject({ operation: "bookPscAppointment", user: "~user_id:1" });
  });

  test("has known values, and an unknown one as a word once it was seen in three exchanges", async () => {
    const job = (status: string) => exchange("GET", "/lab_report/v1/parser/job/j", { status });
    const recorded = await lines(job("completed"), job("on_hold"), job("on_hold"), job("on_hold"), job("on_hold"));
    expect(recorded.map((line) => line["word"] ?? line["response"]?.["body"]?.["status"])).toEqual([
      "=completed",
      "string short ?lab_report_parsing_job_status:1",
      "string short ?lab_report_parsing_job_status:1",
      "string short ?lab_report_parsing_job_status:1",
      "on_hold",
      "string short ?lab_report_parsing_job_status:1",
    ]);
  });

  test("has no unknown value as a word that stands often in one exchange, or in two", async () => {
    const page = exchange("GET", `/v2/user/providers/${userOf(1)}`, {
      providers: Array.from({ length: 4 }, () => ({ slug: "x", status: "on_hold" })),
    });
    const words = async (...exchanges: readonly Exchange[]) =>
      (await lines(...exchanges)).flatMap(({ word }) => word ?? []);
    expect(await words(page, page)).toEqual([]);
    expect(await words(page, page, page)).toEqual(["on_hold"]);
  });

  test("never has an unknown value as a word that is no plain one, or has more than 40 letters", async () => {
    const wordsOf = async (status: string) => {
      const job = exchange("GET", "/lab_report/v1/parser/job/j", { status });
      return (await lines(job, job, job, job)).flatMap(({ word }) => word ?? []);
    };
    expect(await wordsOf("Ann Lee 1980")).toEqual([]);
    expect(await wordsOf("a".repeat(41))).toEqual([]);
    expect(await wordsOf("a".repeat(40))).toEqual(["a".repeat(40)]);
  });

  test("never has an unknown value as a word that only clients sent", async () => {
    const call = exchange("GET", "/v3/lab_test/lab_account?status=quillfeather", {});
    const recorded = await written(call, call, call);
    expect(recorded.join()).toContain("?lab_account_status:1");
    expect(recorded.join()).not.toContain("quillfeather");
    const asked = exchange("POST", `/v2/user/${userOf(1)}/create_portal_url`, {}, { context: "quillfeather" });
    const withBodies = await written(asked, asked, asked);
    expect(withBodies.join()).toContain("context");
    expect(withBodies.join()).not.toContain("quillfeather");
  });

  test("says which keyword of its schema a value breaks", async () => {
    const [line] = await lines(exchange("GET", "/v3/order/psc/info?zip_code=8500&radius=15&lab_id=1", {}));
    expect(line).toMatchObject({
      request: { parameters: { query: { zip_code: "string short !pattern", radius: "integer !enum" } } },
    });
  });

  test("has the first of many items, every later one that is new, and the number of the others", async () => {
    const users = Array.from({ length: 50 }, (_, index) =>
      index === 40 ? { id: "x", extra: 1 } : { id: `u${index}` },
    );
    const [line] = await lines(exchange("GET", "/v2/providers/", users));
    const body: unknown[] = line?.["response"]?.["body"] ?? [];
    expect(body).toHaveLength(5);
    expect(body[3]).toMatchObject({ extra: "integer" });
    expect(body[4]).toBe("… 46 more");
  });

  test("has no name of a field with the digits of a date in it, or of more than 40 characters", async () => {
    const long = `${"a".repeat(20)}_${"b".repeat(19)}`;
    const names = ["born_12_05_80", "room_3_12", "hour_12", `${long}b`, long];
    const body = Object.fromEntries(names.map((name) => [name, 1]));
    const [line] = await lines(exchange("GET", "/v2/providers/", body));
    expect(line?.["response"]?.["body"]).toEqual({ "(key)": "integer", hour_12: "integer", [long]: "integer" });
  });

  test("has neither the names of fields that mean something to the language nor the names of many fields", async () => {
    const odd = '{"__proto__":{"a":1},"constructor":1,"prototype":2,"ok":3}';
    const many = Object.fromEntries(
      Array.from({ length: 120 }, (_, index) => [
        `n${"abcdefghij"[index % 10]}_${"abcdefghijkl"[Math.floor(index / 10)]}`,
        1,
      ]),
    );
    const [first, second] = await lines(
      { ...exchange("GET", "/v2/providers/", 0), response: { status: 200, headers: asJson, body: Buffer.from(odd) } },
      exchange("GET", "/v2/providers/", many),
    );
    expect(first?.["response"]?.["body"]).toEqual({ ok: "integer", "(key)": { a: "integer" }, "(key 2)": "integer" });
    expect(second?.["response"]?.["body"]).toEqual({ "(key)": "integer" });
  });

  test("has no body whose shape alone is longer than a line may be", async () => {
    const wide = (deep: number): unknown =>
      deep === 0
        ? 1
        : Object.fromEntries([
            ["text", "x"],
            ...[..."abcdefghijklmn"].map((letter) => [letter.repeat(20), wide(deep - 1)]),
          ]);
    const [line] = await lines(exchange("GET", "/v2/providers/", wide(4)));
    expect(line).toMatchObject({ operation: "listProviders", response: { status: 200, body: "unreadable" } });
  });

  test("of an unknown method or path has what the contract knows", async () => {
    const [first, second, third] = await lines(
      exchange("BREW", "/v2/user/x/y/z", {}),
      exchange("DELETE", "/v2/providers/", {}),
      exchange("GET", `/v2/user/${"a/".repeat(30)}`, {}),
    );
    expect(first).toMatchObject({ method: "OTHER", path: "/v2/user/{string short}/{string short}/{string short}" });
    expect(second).toMatchObject({ method: "DELETE", path: "/v2/providers/" });
    expect(second).not.toHaveProperty("operation");
    expect(third?.["path"]).toMatch(/…$/);
  });
});

/** Records one exchange. */
const recorded = async (part: Partial<Exchange>) =>
  (await lines({ ...exchange("GET", "/v2/providers/", []), ...part }))[0] as unknown as RecordedExchange;

describe("of a message", () => {
  const no = Buffer.alloc(0);

  test("keys, tokens and cookies of a request are pseudonyms, one for each value; those of an answer are not kept", async () => {
    const headers = [
      ["X-Service-Api-Key", "k"],
      ["Authorization", "Bearer t"],
      ["Proxy-Authorization", "k"],
      ["Cookie", "a=b"],
    ] as const;
    const answer = { status: 200, headers: [...asJson, ["set-cookie", "a=b"] as const], body: Buffer.from("[]") };
    const { credentials, response } = await recorded({ request: { headers, body: no }, response: answer });
    expect(credentials).toEqual({
      "x-service-api-key": "~key:1",
      authorization: "~key:2",
      "proxy-authorization": "~key:1",
      cookie: "~key:3",
    });
    expect(response).toEqual({
      status: 200,
      headers: { "set-cookie": "string" },
      type: "application/json",
      body: [],
    });
  });

  test("headers are kept by name, and by shape where HTTP gives them one; those of the transport are not", async () => {
    const headers = [
      ["X-Trace", "abc"],
      ["x-4f2a9c7d11", "abc"],
      ["Retry-After", "120"],
      ["age", "7"],
      ["Expires", "soon"],
      ["Webhook-Id", "m"],
      ["host", "api.example.com"],
      ["date", "x"],
      ["user-agent", "x"],
      ["x-forwarded-for", "x"],
    ] as const;
    const { request } = await recorded({ request: { headers, body: no } });
    expect(request).toEqual({
      headers: {
        "(key)": "string",
        age: "integer",
        expires: "string short",
        "retry-after": "integer",
        "webhook-id": "string short ~webhook_id:1",
        "x-trace": "string",
      },
    });
  });

  test.each<[type: string, body: string, message: object]>([
    ["application/json", "{", { type: "application/json", body: "unreadable" }],
    ["text/html; charset=utf-8", "<p>", { type: "text/html", body: "unreadable" }],
    ["application/x-of-ann", "{}", { type: "other", body: {} }],
    ["application/x-www-form-urlencoded", "user_id=x&a=1&a=2", { body: { user_id: "string short ~user_id:1" } }],
    ["application/json", "", { type: "application/json", body: "absent" }],
  ])("of the type %s the body %j is kept so", async (type, body, message) => {
    const response = { status: 200, headers: [["content-type", type]] as const, body: Buffer.from(body) };
    expect((await recorded({ response })).response).toMatchObject(message);
  });

  test("parameters that the contract does not have are kept by name, the first 50, and values of its types as such", async () => {
    const target = "/v3/order/psc/info?radius=50&Ann%20Lee=1&note=x&note=yy";
    expect((await recorded({ target })).request.parameters).toEqual({
      query: { radius: "=50", "(key)": "string short", note: ["string short", "string short"] },
    });
    const many = Array.from(
      { length: 60 },
      (_, index) => `n${"abcdef"[index % 6]}_${"abcdefghij"[index % 10]}${index % 2}`,
    );
    const names = Array.from(new Set([...many, ...many.map((name) => `x${name}`)]), (name) => `${name}=1`);
    const { request } = await recorded({ target: `/v2/providers/?${names.join("&")}` });
    expect(Object.keys(request.parameters?.["query"] ?? {})).toHaveLength(50);
  });

  test("the parts of an unknown path are shapes, unless the contract has them", async () => {
    const target = "/v2/user/2026-11-22/Ann%20Lee/summary?x";
    const { path, operation } = await recorded({ target });
    expect({ path, operation }).toEqual({
      path: "/v2/user/{string date short}/{string short}/summary",
      operation: undefined,
    });
  });

  test("that was not answered only the request is kept", async () => {
    expect(await recorded({ response: undefined })).not.toHaveProperty("response");
  });
});

describe("of an event", () => {
  /** Records events; their lines and the words. */
  async function eventLines(...payloads: readonly object[]) {
    const file = newFile();
    const recorder = new Recorder(file, contract, "listen", "2026-11-22");
    for (const payload of payloads)
      await recorder.event({ headers: asJson, body: Buffer.from(JSON.stringify(payload)) });
    expect(recorder.count).toBe(payloads.length);
    recorder.close();
    const [, ...rest] = readFileSync(file, "utf8").split("\n").slice(0, -1);
    return rest.map((line) => JSON.parse(line) as Record<string, never>);
  }

  test("the unknown name is a word once it came in three, and the user is that of the exchanges", async () => {
    const event = { event_type: "meal.planned", user_id: userOf(1), data: {} };
    const [first, , third, word] = await eventLines(event, event, event);
    expect(first).toMatchObject({
      event: 1,
      user: "~user_id:1",
      request: { body: { event_type: "string short ?event_type:1", user_id: "string uuid short ~user_id:1" } },
    });
    expect(third).toMatchObject({ event: 3 });
    expect(word).toEqual({ word: "meal.planned", is: "?event_type:1" });
  });
});

describe("a recording is read as far as it can be used", () => {
  const header = '{"recording":1,"contract":"0.1.0","date":"2026-11-22","source":"proxy"}';
  const good = '{"exchange":1,"method":"GET","path":"/v2/providers/","request":{}}';

  async function read(text: string | Buffer) {
    const file = newFile();
    writeFileSync(file, text);
    const recording = await readRecording(file, { contract, hosts: ["api.example.com"] });
    let used = 0;
    for await (const _ of recording) used += 1;
    return { used, unused: recording.unused() };
  }

  test.each<[name: string, line: string, reason: string]>([
    ["foreign JSON", '{"level":"info","msg":"x"}', "is not a line of a recording"],
    ["no JSON", "Segmentation fault", "is not JSON"],
    ["a list", "[1]", "is not a line of a recording"],
    ["a second header", header, "is a second header"],
    ["a line too long", JSON.stringify({ exchange: 1, pad: "x".repeat(1024 * 1024) }), "is longer than 1048576 bytes"],
    [
      "a body too deep",
      good.replace("{}", `{"body":${"[".repeat(100)}${"]".repeat(100)}}`),
      "is not a line of a recording",
    ],
    [
      "a body so deep that it exhausts the stack",
      good.replace("{}", `{"body":${"[".repeat(200_000)}${"]".repeat(200_000)}}`),
      "is not a line of a recording",
    ],
    [
      "a prototype as a key",
      good.replace("{}", '{"body":{"__proto__":"string short"}}'),
      "is not a line of a recording",
    ],
    [
      "a constructor as a key",
      good.replace("{}", '{"body":{"constructor":"string short"}}'),
      "is not a line of a recording",
    ],
    ["a value instead of a shape", good.replace("{}", '{"body":{"name":"Ann Lee"}}'), "is not a line of a recording"],
    [
      "a control character in a shape",
      good.replace("{}", '{"body":"string \\u001b[2J"}'),
      "is not a line of a recording",
    ],
    ["an unknown part", good.replace("{}", '{},"extra":1'), "is not a line of a recording"],
    ["a method that is none", good.replace("GET", "get;rm"), "is not a line of a recording"],
    ["a number that is none", good.replace(":1,", ":1e400,"), "is not a line of a recording"],
    ["a word that is none", '{"word":"Ann Lee","is":"?status:1"}', "is not a line of a recording"],
    ["a status that is none", good.replace("{}", '{},"response":{"status":"200"}'), "is not a line of a recording"],
  ])("%s is counted and named, and the lines around it are used", async (_, line, reason) => {
    expect(await read([header, good, line, good, ""].join("\n"))).toEqual({
      used: 2,
      unused: [{ reason, times: 1, first: [3] }],
    });
  });

  test("a last line that is cut off is named so", async () => {
    expect(await read(`${header}\n${good}\n${good.slice(0, 30)}`)).toEqual({
      used: 1,
      unused: [{ reason: "is cut off", times: 1, first: [3] }],
    });
  });

  inFull?.("at most 5,000,000 lines are read, and it is said that there are more", async () => {
    expect(await read(`${header}${"\n".repeat(4_999_999)}${good}\n${good}\n`)).toEqual({
      used: 1,
      unused: [{ reason: "stands after line 5000000", times: 1, first: [5_000_001] }],
    });
  });

  test("a recording with line breaks of Windows, and empty lines, is read whole", async () => {
    expect(await read(`${header}\r\n\r\n${good}\r\n`)).toEqual({ used: 1, unused: [] });
  });

  test.each<[name: string, text: string | Buffer, message: string]>([
    ["another version", header.replace(":1,", ":2,"), "its first line is a recording of another version"],
    ["an empty file", "", "its first line is no header of one"],
    ["other JSON", '{"openapi":"3.1.0"}', "its first line is no header of one"],
    ["a compressed recording", gzipSync(header), "its first line is compressed with gzip"],
    ["binary", Buffer.from([0, 255, 254, 10, 0]), "its first line is no header of one"],
    ["a header with foreign text", header.replace("0.1.0", "\\u001b[2J"), "its first line is no header of one"],
    ["one line without an end", "x".repeat(3 * 1024 * 1024), "its first line is no header of one"],
  ])("%s is refused", async (_, text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });

  test("of a recording or HAR file that ends at any byte the whole lines or entries are used", async () => {
    const recording = `${header}\n${good}\n${good}\n`;
    const entry =
      '{"request":{"method":"GET","url":"https://api.example.com/v2/providers/"},"response":{"status":200}}';
    const har = `{"log":{"version":"1.2","entries":[${entry},\n${entry}]}}`;
    for (const [text, begun, part] of [
      [recording, header.length, good],
      [har, har.indexOf("{", 1) + 1, entry],
    ] as const) {
      for (let end = 0; end <= text.length; end += 1) {
        const cut = text.slice(0, end);
        const result = read(cut);
        if (end < begun) await expect(result).rejects.toThrow("is not a recording");
        else expect([end, (await result).used]).toEqual([end, cut.split(part).length - 1]);
      }
    }
  });

  test.each([
    ["a directory", () => directory],
    ["a pipe", () => spawnSync("mkfifo", [join(directory, "pipe")]) && join(directory, "pipe")],
  ])("%s is refused", async (_, file) => {
    await expect(readRecording(file())).rejects.toThrow("is a directory, a pipe or a device.");
  });

  test("a file that does not exist is refused", async () => {
    await expect(readRecording(join(directory, "none"))).rejects.toThrow("none cannot be read (ENOENT).");
  });
});

test("a recorder that is killed leaves whole lines", async () => {
  const file = newFile();
  const program = `
    import { readContract } from ${JSON.stringify(import.meta.resolve("../../../src/tools/contract/index.ts"))};
    import { Recorder } from ${JSON.stringify(import.meta.resolve("../../../src/tools/recording/index.ts"))};
    const recorder = new Recorder(${JSON.stringify(file)}, await readContract(), "proxy");
    const exchange = { method: "GET", target: "/v2/providers/", request: { headers: [], body: Buffer.alloc(0) }, response: undefined };
    for (let n = 1; ; n += 1) {
      await recorder.exchange(exchange);
      if (n === 200) process.stdout.write("recorded");
    }`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  child.kill("SIGKILL");
  await once(child, "close");
  const recording = await readRecording(file);
  let used = 0;
  for await (const _ of recording) used += 1;
  expect(used).toBeGreaterThanOrEqual(200);
  expect(recording.unused().every(({ reason, times }) => reason === "is cut off" && times === 1)).toBe(true);
});

test("a recording that is read while it is written ends with the last whole line", async () => {
  const file = newFile();
  const recorder = new Recorder(file, contract, "proxy");
  await recorder.exchange(exchange("GET", "/v2/providers/", []));
  appendFileSync(file, '{"exchange":2,');
  const recording = await readRecording(file);
  let used = 0;
  for await (const _ of recording) used += 1;
  recorder.close();
  expect(used).toBe(1);
  expect(recording.unused()).toMatchObject([{ reason: "is cut off" }]);
});

test("a recorder whose disk is full says so, and leaves whole lines; a file that holds not even a header is removed", async () => {
  const [file, empty] = [newFile(), newFile()];
  const program = `
    import { readContract } from ${JSON.stringify(import.meta.resolve("../../../src/tools/contract/index.ts"))};
    import { Recorder } from ${JSON.stringify(import.meta.resolve("../../../src/tools/recording/index.ts"))};
    const contract = await readContract();
    try {
      new Recorder(${JSON.stringify(empty)}, { ...contract, document: { ...contract.document, info: { version: "1".repeat(9999) } } }, "proxy");
    } catch ({ name, message }) {
      console.log(name, message);
    }
    const recorder = new Recorder(${JSON.stringify(file)}, contract, "proxy");
    const exchange = { method: "GET", target: "/v2/providers/", request: { headers: [], body: Buffer.alloc(0) }, response: undefined };
    while (recorder.problem === undefined) await recorder.exchange(exchange);
    console.log(recorder.problem);`;
  // In blocks of 512 bytes or 1 KiB
  const script = 'ulimit -f 4 && exec "$0" --input-type=module --eval "$1"';
  const { stdout } = spawnSync("sh", ["-c", script, process.execPath, program], { encoding: "utf8" });
  expect(stdout.split("\n")).toEqual([
    `Failure ${empty} cannot be written any more (EFBIG): the recording ends here.`,
    `${file} cannot be written any more (EFBIG): the recording ends here.`,
    "",
  ]);
  expect(existsSync(empty)).toBe(false);
  const recording = await readRecording(file);
  let used = 0;
  for await (const _ of recording) used += 1;
  expect(used).toBeGreaterThan(10);
  expect(recording.unused()).toEqual([]);
});
