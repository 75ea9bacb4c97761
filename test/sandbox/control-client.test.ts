// The client of the control plane: what it sends, which calls it repeats, and how it reads a stream.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { FetchInit } from "../../src/client/index.ts";
import { createControlClient } from "../../src/sandbox/control-client/index.ts";

beforeEach(() => {
  const inTime = setTimeout;
  // The pauses between attempts take no time, and the limit of a call stays
  const atOnce = (run: () => void, ms: number) => inTime(run, ms < 600_000 ? 0 : ms);
  vi.spyOn(globalThis, "setTimeout").mockImplementation(atOnce as typeof setTimeout);
});
afterEach(() => void vi.restoreAllMocks());

const inDemo = { params: { path: { world_id: "demo" } } };

/** A sandbox that answers with these statuses, one after the other and then 200; 0 is no answer. It keeps what it was sent. */
function answering(...statuses: readonly number[]) {
  const sent: { readonly url: string; readonly headers: Record<string, string>; readonly body: string }[] = [];
  const send = async (url: string, init: FetchInit) => {
    const request = new Request(url, init);
    sent.push({ url: request.url, headers: Object.fromEntries(request.headers), body: await request.text() });
    const status = statuses[sent.length - 1] ?? 200;
    if (status === 0) throw new TypeError("fetch failed");
    return new Response(`{"attempt":${sent.length}}`, { status, headers: { "content-type": "application/json" } });
  };
  return { sent, send };
}

test("a call is sent with the control header and a token, without a key, and once", async () => {
  const { sent, send } = answering(503);
  const options = { baseUrl: "http://127.0.0.1:4020/", fetch: send, headers: { authorization: "Bearer token" } };
  expect((await createControlClient(options).POST("/_sandbox/worlds/{world_id}/reset", inDemo)).status).toBe(503);
  expect(sent).toMatchObject([
    {
      url: "http://127.0.0.1:4020/_sandbox/worlds/demo/reset",
      headers: { "x-sandbox-control": "1", authorization: "Bearer token" },
    },
  ]);
  expect(sent[0]?.headers).not.toHaveProperty("x-service-api-key");
});

test("without a `fetch` of the caller the one of the platform is used", async () => {
  const { sent, send } = answering();
  vi.spyOn(globalThis, "fetch").mockImplementation(send as typeof fetch);
  const client = createControlClient({ baseUrl: "http://127.0.0.1:4020" });
  expect((await client.POST("/_sandbox/worlds/{world_id}/reset", inDemo)).status).toBe(200);
  expect(sent).toHaveLength(1);
});

test("a stream is asked for at the same address and with the same headers, and ends when its reader leaves", async () => {
  const asked: Request[] = [];
  let isEnded = false;
  const send = async (url: string, init: FetchInit) => {
    asked.push(new Request(url, init));
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
  const send = async (url: string, init: FetchInit) => {
    asked.push(new Request(url, init));
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

test("a read is sent again as often as its options say", async () => {
  const { sent, send } = answering(503, 0);
  const control = createControlClient({ baseUrl: "http://127.0.0.1:4020", fetch: send });
  expect((await control.GET("/_sandbox/worlds")).status).toBe(200);
  expect(sent).toHaveLength(3);
});
