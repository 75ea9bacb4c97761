// The client of the control plane sends its header and no key, and reads a stream as it arrives.
import { expect, onTestFinished, test, vi } from "vitest";
import type { FetchInit } from "../../src/client/index.ts";
import { createControlClient } from "../../src/sandbox/control-client/index.ts";

test("a call is sent with the control header and a token, without a key, and by the platform's fetch unless another is given", async () => {
  const sent: Request[] = [];
  const send = async (url: string, init: FetchInit) => {
    sent.push(new Request(url, init));
    return Response.json({});
  };
  const fetched = vi.spyOn(globalThis, "fetch").mockImplementation(send as typeof fetch);
  onTestFinished(() => fetched.mockRestore());
  const params = { path: { world_id: "demo" } };
  const options = { baseUrl: "http://127.0.0.1:4020/", headers: { authorization: "Bearer token" } };
  await createControlClient(options).POST("/_sandbox/worlds/{world_id}/reset", { params });
  expect(fetched).toHaveBeenCalledTimes(1);
  await createControlClient({ ...options, fetch: send }).POST("/_sandbox/worlds/{world_id}/reset", { params });
  expect([fetched.mock.calls.length, sent.length]).toEqual([1, 2]);
  for (const { url, headers } of sent) {
    expect(url).toBe("http://127.0.0.1:4020/_sandbox/worlds/demo/reset");
    expect([headers.get("x-sandbox-control"), headers.get("authorization")]).toEqual(["1", "Bearer token"]);
    expect(headers.has("x-service-api-key")).toBe(false);
  }
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
