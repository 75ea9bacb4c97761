// A server behind the proxy that does not answer is a described 502 or 504 and a violation, never a crash.
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:https";
import { connect, createServer as createTcpServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startProxy } from "../../../src/pipeline/mock/index.ts";
import { readContract } from "../../../src/tools/contract/index.ts";
import {
  type Answer,
  closedPort,
  hang,
  json,
  reset,
  resetInBody,
  trickle,
  useServer,
} from "../../package/client/server.ts";
import { selfSigned } from "./certificate.ts";
import { startedProxy } from "./started-proxy.ts";

const { document } = await readContract();
const path = "/v2/user/resolve/demo-runner-01";
const key = { "x-service-api-key": "a-fabricated-key" };

/** A proxy with what it has been told. */
async function judge(upstream: string, timeout = 30_000) {
  const lines: string[] = [];
  const proxy = await startProxy({
    document,
    port: 0,
    upstream: new URL(upstream),
    timeout,
    told({ violations }) {
      lines.push(violations.map(({ message }) => message).join("; "));
    },
  });
  return { ...proxy, lines };
}

/** Calls, and tells the problem that came instead of an answer. */
async function problemOf({ url, lines }: Awaited<ReturnType<typeof judge>>, init: RequestInit = {}) {
  const before = lines.length;
  const answer = await fetch(url + path, { headers: key, ...init });
  const { title, status, detail } = (await answer.json()) as Record<string, unknown>;
  expect(answer.headers.get("content-type")).toBe("application/problem+json");
  expect(answer.status).toBe(status);
  const told = JSON.parse(answer.headers.get("sl-violations") ?? "[]") as { message: string }[];
  expect(told.map(({ message }) => message)).toContain(`${title}: ${detail}`);
  expect(lines.slice(before)).toEqual([told.map(({ message }) => message).join("; ")]);
  return { status, detail };
}

const upstream = useServer();

describe("a server that", () => {
  let proxy: Awaited<ReturnType<typeof judge>>;
  beforeAll(async () => {
    proxy = await judge(upstream.url, 300);
  });
  afterAll(() => proxy.close());
  const large: Answer = (response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.write(Buffer.alloc(32 * 1024 * 1024));
    response.end("more");
  };
  test.each<[string, Answer, number, RegExp]>([
    ["closes the connection", reset, 502, /closed the connection before its answer was whole/],
    ["closes it in the middle of its answer", resetInBody, 502, /closed the connection before its answer was whole/],
    ["hangs", hang, 504, /has not answered whole within 0\.3 seconds/],
    ["never ends its answer", trickle, 504, /has not answered whole within 0\.3 seconds/],
    ["speaks no HTTP", (response) => response.socket?.end("hello\r\n\r\n"), 502, /answered what is no HTTP/],
  ])("%s", async (_, answer, status, detail) => {
    upstream.play(answer);
    expect(await problemOf(proxy)).toEqual({ status, detail: expect.stringMatching(detail) });
  });

  test("hangs, when the client gives up: its silence is a violation all the same", async () => {
    upstream.play(hang);
    const before = proxy.lines.length;
    const gone = fetch(proxy.url + path, { headers: key, signal: AbortSignal.timeout(100) });
    await expect(gone).rejects.toThrow();
    await expect.poll(() => proxy.lines.slice(before)).toEqual([expect.stringContaining("has not answered")]);
  });

  test("answers too much", async () => {
    const patient = await judge(upstream.url);
    upstream.play(large);
    const detail = expect.stringMatching(/sent too much.*33554432 bytes/);
    expect(await problemOf(patient)).toEqual({ status: 502, detail });
    await patient.close();
  });

  test("gets a request that is too large: it is refused before", async () => {
    upstream.play(json(200, {}));
    const body = Buffer.alloc(32 * 1024 * 1024 + 1);
    const detail = expect.stringContaining("33554432 bytes at most");
    expect(await problemOf(proxy, { method: "POST", body })).toEqual({ status: 413, detail });
    expect(upstream.received).toEqual([]);
  });

  test("has a client that goes away in the middle of its request: nothing is sent on, and nothing told", async () => {
    upstream.play(json(404, {}));
    const before = proxy.lines.length;
    const socket = connect(Number(new URL(proxy.url).port), "127.0.0.1");
    socket.write("POST /v2/user/ HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{", () => socket.destroy());
    await once(socket, "close");
    expect((await fetch(proxy.url + path, { headers: key })).status).toBe(404);
    expect(upstream.received).toMatchObject([{ method: "GET" }]);
    expect(proxy.lines.slice(before)).toEqual([""]);
  });
});

test("a server that is not there", async () => {
  const proxy = await judge(await closedPort());
  const detail = expect.stringMatching(/cannot be reached \(ECONNREFUSED\)\. Check the URL of --proxy/);
  expect(await problemOf(proxy)).toEqual({ status: 502, detail });
  await proxy.close();
});

test("a server that has not answered when the proxy is stopped", async () => {
  upstream.play(hang);
  const proxy = await judge(upstream.url);
  const gone = expect(fetch(proxy.url + path, { headers: key })).rejects.toThrow();
  await expect.poll(() => upstream.received).toHaveLength(1);
  await proxy.close();
  expect(proxy.lines).toEqual([expect.stringContaining("had not answered whole when the proxy was stopped")]);
  await gone;
});

describe("a server with TLS", () => {
  const { key: privateKey, cert } = selfSigned();
  const server = createServer({ key: privateKey, cert }, (_, response) => {
    response.writeHead(404, { "content-type": "application/json" }).end("{}");
  });
  const plain = createTcpServer((socket) => socket.on("error", () => {}).end("HTTP/1.1 400 Bad Request\r\n\r\n"));
  let directory: string;
  const portOf = async (on: Server) => {
    if (!on.listening) await new Promise<void>((resolve) => on.listen(0, "127.0.0.1", resolve));
    return (on.address() as { port: number }).port;
  };
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "proxy-tls-"));
    await writeFile(join(directory, "issuer.pem"), cert);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    server.close();
    plain.close();
    await rm(directory, { recursive: true });
  });

  test("whose certificate is self-signed is refused with the remedy", async () => {
    const proxy = await judge(`https://localhost:${await portOf(server)}`);
    const detail = expect.stringMatching(/certificate that is not trusted \(DEPTH_ZERO.*NODE_EXTRA_CA_CERTS/);
    expect(await problemOf(proxy)).toEqual({ status: 502, detail });
    await proxy.close();
  });

  test("is taken by that remedy", async () => {
    vi.stubEnv("NODE_EXTRA_CA_CERTS", join(directory, "issuer.pem"));
    const { command, url, ready } = await startedProxy(`https://localhost:${await portOf(server)}`);
    expect(ready).toContain("passing on to https");
    const answer = await fetch(url + path, { headers: key });
    expect(answer.status).toBe(404);
    await command.stop();
    expect(await command.ended).toBe(0);
    expect(command.output.stdout).toContain("1 exchange, no violation");
  });

  test("that has none", async () => {
    const proxy = await judge(`https://127.0.0.1:${await portOf(plain)}`);
    const detail = expect.stringContaining("http instead of https");
    expect(await problemOf(proxy)).toEqual({ status: 502, detail });
    await proxy.close();
  });
});
