// A server behind the proxy that does not answer is a described 502 or 504 and a violation, never a crash.
import { once } from "node:events";
import { createServer } from "node:https";
import { connect, createServer as createTcpServer, type Server } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Exchange } from "../../../src/pipeline/mock/tally.ts";
import {
  type Answer,
  hang,
  json,
  nobodyUrl,
  reset,
  resetInBody,
  trickle,
  useServer,
} from "../../package/client/server.ts";
import { selfSigned } from "./certificate.ts";
import { recordingProxy } from "./started-proxy.ts";

const path = "/v2/user/resolve/demo-runner-01";
const key = { "x-service-api-key": "a-fabricated-key" };

/** What was wrong with each exchange, on a line. */
function messages(exchanges: readonly Exchange[]): string[] {
  return exchanges.map(({ violations }) => violations.map(({ message }) => message).join("; "));
}

/** Calls, and returns the problem that came instead of an answer. */
async function problemOf({ url, exchanges }: Awaited<ReturnType<typeof recordingProxy>>, init: RequestInit = {}) {
  const before = exchanges.length;
  const answer = await fetch(url + path, { headers: key, ...init });
  const { title, status, detail } = (await answer.json()) as Record<string, unknown>;
  expect(answer.headers.get("content-type")).toBe("application/problem+json");
  expect(answer.status).toBe(status);
  const violations = JSON.parse(answer.headers.get("sl-violations") ?? "[]") as { message: string }[];
  const location = [status === 413 ? "request" : "response"];
  expect(violations).toContainEqual(expect.objectContaining({ location, message: `${title}: ${detail}` }));
  expect(messages(exchanges.slice(before))).toEqual([violations.map(({ message }) => message).join("; ")]);
  return { status, detail };
}

const upstream = useServer();

describe("a server that", () => {
  let proxy: Awaited<ReturnType<typeof recordingProxy>>;
  // Only for a server that never answers: on a busy machine another one may take that long
  let impatient: typeof proxy;
  beforeAll(async () => {
    [proxy, impatient] = [await recordingProxy(upstream.url), await recordingProxy(upstream.url, 300)];
  });
  afterAll(() => Promise.all([proxy.close(), impatient.close()]));
  const large: Answer = (response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.write(Buffer.alloc(32 * 1024 * 1024));
    response.end("more");
  };
  test.each<[string, Answer, number, RegExp]>([
    ["closes the connection", reset, 502, /closed the connection before the response was complete/],
    [
      "closes it in the middle of its answer",
      resetInBody,
      502,
      /closed the connection before the response was complete/,
    ],
    ["hangs", hang, 504, /did not send a complete response within 0\.3 seconds/],
    ["never ends its answer", trickle, 504, /did not send a complete response within 0\.3 seconds/],
    [
      "does not speak HTTP",
      (response) => response.socket?.end("hello\r\n\r\n"),
      502,
      /sent a response that is not HTTP/,
    ],
  ])("%s", async (_, answer, status, detail) => {
    upstream.play(answer);
    const asked = status === 504 ? impatient : proxy;
    expect(await problemOf(asked)).toEqual({ status, detail: expect.stringMatching(detail) });
  });

  test("hangs, when the client gives up: the missing response is a violation, too", async () => {
    const proxy = await recordingProxy(upstream.url, 1000);
    const client = new AbortController();
    upstream.play(() => client.abort());
    await expect(fetch(proxy.url + path, { headers: key, signal: client.signal })).rejects.toThrow();
    await expect
      .poll(() => messages(proxy.exchanges))
      .toEqual([expect.stringContaining("did not send a complete response")]);
    await proxy.close();
  });

  test("answers too much", async () => {
    upstream.play(large);
    const detail = expect.stringMatching(/sent too large a response.*33554432 bytes/);
    expect(await problemOf(proxy)).toEqual({ status: 502, detail });
  });

  test("is not sent a request that is too large", async () => {
    upstream.play(json(200, {}));
    const body = Buffer.alloc(32 * 1024 * 1024 + 1);
    const detail = expect.stringContaining("at most 33554432 bytes");
    expect(await problemOf(proxy, { method: "POST", body })).toEqual({ status: 413, detail });
    expect(upstream.received).toEqual([]);
  });

  test("has a client that disconnects in the middle of its request: nothing is forwarded or reported", async () => {
    upstream.play(json(404, {}));
    const before = proxy.exchanges.length;
    const socket = connect(Number(new URL(proxy.url).port), "127.0.0.1");
    socket.write("POST /v2/user/ HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{", () => socket.destroy());
    await once(socket, "close");
    expect((await fetch(proxy.url + path, { headers: key })).status).toBe(404);
    expect(upstream.received).toMatchObject([{ method: "GET" }]);
    expect(messages(proxy.exchanges.slice(before))).toEqual([""]);
  });
});

test("a server that is not there", async () => {
  const proxy = await recordingProxy(nobodyUrl);
  const detail = expect.stringMatching(/cannot be reached \(ECONNREFUSED\)\. Check the URL of --proxy/);
  expect(await problemOf(proxy)).toEqual({ status: 502, detail });
  await proxy.close();
});

test("a server that has not answered when the proxy is stopped", async () => {
  upstream.play(hang);
  const proxy = await recordingProxy(upstream.url);
  const gone = expect(fetch(proxy.url + path, { headers: key })).rejects.toThrow();
  await expect.poll(() => upstream.received).toHaveLength(1);
  await proxy.close();
  expect(messages(proxy.exchanges)).toEqual([
    expect.stringContaining("had not sent a complete response when the proxy was stopped"),
  ]);
  await gone;
});

describe("a server with TLS", () => {
  const { key: privateKey, cert } = selfSigned();
  const server = createServer({ key: privateKey, cert }, (_, response) => {
    response.writeHead(404, { "content-type": "application/json" }).end("{}");
  });
  const plain = createTcpServer((socket) => socket.on("error", () => {}).end("HTTP/1.1 400 Bad Request\r\n\r\n"));
  const portOf = async (on: Server) => {
    if (!on.listening) await new Promise<void>((resolve) => on.listen(0, "127.0.0.1", resolve));
    return (on.address() as { port: number }).port;
  };
  afterAll(() => {
    server.close();
    plain.close();
  });

  test("whose certificate is self-signed is refused with the remedy, which `proxy-command.full.test.ts` takes", async () => {
    const proxy = await recordingProxy(`https://localhost:${await portOf(server)}`);
    const detail = expect.stringMatching(/untrusted certificate \(DEPTH_ZERO.*NODE_EXTRA_CA_CERTS/);
    expect(await problemOf(proxy)).toEqual({ status: 502, detail });
    await proxy.close();
  });

  test("that has none", async () => {
    const proxy = await recordingProxy(`https://127.0.0.1:${await portOf(plain)}`);
    const detail = expect.stringContaining("http instead of https");
    expect(await problemOf(proxy)).toEqual({ status: 502, detail });
    await proxy.close();
  });
});
