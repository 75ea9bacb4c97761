// The client of the control plane against a sandbox that comes and goes: which calls it repeats, how often and under which id, and what it sends.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createControlClient, repeating } from "../../src/tools/control-client/index.ts";

beforeEach(() => {
  const inTime = setTimeout;
  // The pauses between attempts take no time, and the limit of a call stays
  const atOnce = (run: () => void, ms: number) => inTime(run, ms < 600_000 ? 0 : ms);
  vi.spyOn(globalThis, "setTimeout").mockImplementation(atOnce as typeof setTimeout);
});
afterEach(() => void vi.restoreAllMocks());

/** A sandbox that answers with these statuses, one after the other and then 200; 0 is no answer. It keeps what it was sent. */
function answering(...statuses: readonly number[]) {
  const sent: { readonly url: string; readonly headers: Record<string, string>; readonly body: string }[] = [];
  const send = async (request: Request) => {
    sent.push({ url: request.url, headers: Object.fromEntries(request.headers), body: await request.text() });
    const status = statuses[sent.length - 1] ?? 200;
    if (status === 0) throw new TypeError("fetch failed");
    return new Response(`{"attempt":${sent.length}}`, { status, headers: { "content-type": "application/json" } });
  };
  return { sent, send };
}

const created = () => new Request("http://sandbox/v2/user/", { method: "POST", body: "{}" });

test("a call without an answer, or with 502, 503 or 504, is sent again whole, under the id that it had", async () => {
  const { sent, send } = answering(0, 502, 503, 504);
  const repeat = repeating(send);
  expect(await (await repeat(created())).json()).toEqual({ attempt: 5 });
  await repeat(created());
  const ids = sent.map(({ headers }) => headers["x-sandbox-repeat-id"]);
  expect(ids[0]).toMatch(/^[\w-]{1,100}$/);
  expect(ids.slice(0, 5)).toEqual(Array(5).fill(ids[0]));
  expect(ids[5]).not.toBe(ids[0]);
  expect(sent.map(({ body }) => body)).toEqual(Array(6).fill("{}"));
});

test.each([200, 409, 429, 500, 501])("a call that was answered with %s is not sent again", async (status) => {
  const { sent, send } = answering(status);
  expect((await repeating(send)(created())).status).toBe(status);
  expect(sent).toHaveLength(1);
});

test.each(["PUT", "PATCH", "DELETE"])("%s is repeated as POST is: each of them may have been done", async (method) => {
  const { sent, send } = answering(503);
  expect((await repeating(send)(new Request("http://sandbox/_sandbox/worlds/main", { method }))).status).toBe(200);
  expect(sent.map(({ headers }) => headers["x-sandbox-repeat-id"])).toEqual(Array(2).fill(expect.any(String)));
});

test("a read is left to its client: it is sent once, without an id", async () => {
  const { sent, send } = answering(503);
  expect((await repeating(send)(new Request("http://sandbox/v2/providers/"))).status).toBe(503);
  expect(sent.map(({ headers }) => headers["x-sandbox-repeat-id"])).toEqual([undefined]);
});

test("the last attempt decides: four more by default, as many as `maxRetries` says, none after the caller has left", async () => {
  const down = answering(...Array(9).fill(503));
  expect((await repeating(down.send)(created())).status).toBe(503);
  expect(down.sent).toHaveLength(5);
  const gone = answering(...Array(9).fill(0));
  await expect(repeating(gone.send, 2)(created())).rejects.toThrow("fetch failed");
  expect(gone.sent).toHaveLength(3);
  const left = answering(0);
  await expect(repeating(left.send)(new Request(created(), { signal: AbortSignal.abort() }))).rejects.toThrow();
  expect(left.sent).toHaveLength(1);
});

test("the client of the control plane repeats so, or not at all, and sends its header, a token and no key", async () => {
  const { sent, send } = answering(0, 503);
  const options = { baseUrl: "http://127.0.0.1:4020/", fetch: send, headers: { authorization: "Bearer token" } };
  expect((await createControlClient(options).POST("/_sandbox/worlds", {})).status).toBe(200);
  const [first] = sent;
  expect(first).toMatchObject({
    url: "http://127.0.0.1:4020/_sandbox/worlds",
    headers: { "x-sandbox-control": "1", authorization: "Bearer token", "x-sandbox-repeat-id": expect.any(String) },
  });
  expect(first?.headers).not.toHaveProperty("x-service-api-key");
  expect(sent).toEqual(Array(3).fill(first));
  const down = answering(503);
  const once = createControlClient({ ...options, fetch: down.send, maxRetries: 0 });
  expect((await once.POST("/_sandbox/worlds", {})).status).toBe(503);
  expect(down.sent).toHaveLength(1);
});

test("without a `fetch` of the caller it repeats so by the one of the platform", async () => {
  const { sent, send } = answering(503);
  vi.spyOn(globalThis, "fetch").mockImplementation(send as typeof fetch);
  const client = createControlClient({ baseUrl: "http://127.0.0.1:4020" });
  expect((await client.POST("/_sandbox/worlds", {})).status).toBe(200);
  expect(sent).toHaveLength(2);
});

test("a stream is asked for at the same address and with the same headers, and ends when its reader leaves", async () => {
  const asked: Request[] = [];
  let isEnded = false;
  const send = async (request: Request) => {
    asked.push(request);
    const message = new TextEncoder().encode('event: control\ndata: {"number":1}\n\n');
    const body = new ReadableStream<Uint8Array>({
      pull: (reader) => reader.enqueue(message),
      cancel() {
        isEnded = true;
      },
    });
    return new Response(body);
  };
  const headers = { authorization: "Bearer token" };
  const control = createControlClient({ baseUrl: "http://127.0.0.1:4020/", fetch: send, headers });
  for await (const message of await control.watch("demo")) {
    expect(message).toEqual({ type: "control", data: { number: 1 } });
    break;
  }
  expect(isEnded).toBe(true);
  expect(asked[0]?.url).toBe("http://127.0.0.1:4020/_sandbox/worlds/demo/stream");
  expect(Object.fromEntries(asked[0]?.headers ?? [])).toMatchObject({ ...headers, "x-sandbox-control": "1" });
});

test("a stream that arrives a byte at a time has the same messages: letters, messages and comments may be divided", async () => {
  const text = ': watching\n\nevent: control\ndata: {"name":"Zoë 🏃"}\n\n: still here\n\nevent: clock\ndata: {}\n\n';
  const bytes = new TextEncoder().encode(text);
  const body = new ReadableStream<Uint8Array>({
    start(reader) {
      for (const byte of bytes) reader.enqueue(Uint8Array.of(byte));
      reader.close();
    },
  });
  const control = createControlClient({ baseUrl: "http://127.0.0.1:4020", fetch: async () => new Response(body) });
  const messages = [];
  for await (const message of await control.watch("demo")) messages.push(message);
  expect(messages).toEqual([
    { type: "control", data: { name: "Zoë 🏃" } },
    { type: "clock", data: {} },
  ]);
});

test("a stream is given up with its signal, and one that is refused says with what", async () => {
  const asked: Request[] = [];
  const send = async (request: Request) => {
    asked.push(request);
    return new Response('{"error":"none"}', { status: 404 });
  };
  const control = createControlClient({ baseUrl: "http://127.0.0.1:4020", fetch: send });
  const leaving = new AbortController();
  await expect(control.watch("a/b", { signal: leaving.signal })).rejects.toThrow(
    'The stream of a/b was refused with 404: {"error":"none"}',
  );
  leaving.abort();
  expect(asked.map(({ url, signal }) => [url, signal.aborted])).toEqual([
    ["http://127.0.0.1:4020/_sandbox/worlds/a%2Fb/stream", true],
  ]);
});

test("a read of the client is sent again, without an id, and given up as often as its options say", async () => {
  const { sent, send } = answering(503, 0);
  const control = createControlClient({ baseUrl: "http://127.0.0.1:4020", fetch: send });
  expect((await control.GET("/_sandbox/worlds")).status).toBe(200);
  expect(sent.map(({ headers }) => headers["x-sandbox-repeat-id"])).toEqual([undefined, undefined, undefined]);
});
