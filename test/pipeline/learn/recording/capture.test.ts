// What is read of exchanges: the same for the same exchanges, and by shape.
import { describe, expect, test } from "vitest";
import { Capture, type Exchange } from "../../../../src/pipeline/learn/recording/capture.ts";
import type { RecordedExchange } from "../../../../src/pipeline/learn/recording/recording.ts";
import { readContract } from "../../../../src/tools/contract/index.ts";

const contract = await readContract();

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

/** Records exchanges; what is recorded as it is written in JSON. */
async function written(...exchanges: readonly Exchange[]): Promise<string[]> {
  const capture = new Capture(contract);
  const recorded: string[] = [];
  for (const one of exchanges) recorded.push(...(await capture.exchange(one)).map((part) => JSON.stringify(part)));
  return recorded;
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
      headers: ["set-cookie"],
      body: [],
    });
  });

  test("headers of an answer are kept by name; those of the transport are not", async () => {
    const headers = [
      ["X-Trace", "abc"],
      ["x-4f2a9c7d11", "abc"],
      ["Retry-After", "120"],
      ["age", "7"],
      ["Expires", "soon"],
      ["host", "api.example.com"],
      ["date", "x"],
      ["user-agent", "x"],
      ["x-forwarded-for", "x"],
    ] as const;
    const { response } = await recorded({ response: { status: 204, headers, body: no } });
    expect(response).toEqual({
      status: 204,
      headers: ["(key)", "age", "expires", "retry-after", "x-trace"],
      body: "absent",
    });
  });

  test.each<[type: string, body: string, message: object]>([
    ["application/json", "{", { type: "application/json", body: "unreadable" }],
    ["text/html; charset=utf-8", "<p>", { type: "text/html", body: "unreadable" }],
    ["application/x-of-ann", "{}", { type: "other", body: {} }],
    ["application/x-www-form-urlencoded", "user_id=x&a=1&a=2", { body: { user_id: "string short ~user_id:1" } }],
    ["application/json", "", { type: "application/json", body: "absent" }],
  ])("of the type %s the body %j is kept so", async (type, body, message) => {
    const request = { headers: [["content-type", type]] as const, body: Buffer.from(body) };
    expect((await recorded({ method: "POST", target: "/v2/user/", request })).request).toMatchObject(message);
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
