// An upload that is refused early gets its answer, and a connection is kept as long as its requests were read whole.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { connect, type Socket } from "node:net";
import { Worker } from "node:worker_threads";
import { afterAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { startSandbox } from "../../src/sandbox/start-sandbox.ts";
import { depth, oneOfEach } from "../run/depth.ts";

/** Without a type of the file it is JSON instead of a form. */
interface Upload {
  readonly what: string;
  readonly path: string;
  readonly key?: "wrong" | "right";
  readonly bytes: number;
  readonly fileType?: string;
  readonly status: number;
}

const uploads: readonly Upload[] = parse(readFileSync(new URL("refused-uploads.yaml", import.meta.url), "utf8"));
const small = 200_000;

// In a thread of its own: in that of a client, the client would have read an answer before it writes on
const worker = new Worker(new URL("./refusing-thread.ts", import.meta.url));
const [{ sandboxUrl, apiKey }] = (await once(worker, "message")) as [{ sandboxUrl: string; apiKey: string }];
afterAll(() => worker.terminate());

function initOf({ key, bytes, fileType }: Upload): RequestInit {
  const form = new FormData();
  form.set("file", new File([new Uint8Array(bytes)], "report.pdf", { type: fileType ?? "" }));
  const body = fileType === undefined ? JSON.stringify({ client_user_id: "x".repeat(bytes) }) : form;
  const headers = {
    ...(key && { "x-service-api-key": key === "right" ? apiKey : key }),
    ...(fileType === undefined && { "content-type": "application/json" }),
  };
  return { method: "POST", headers, body };
}

/** Sends it by fetch, which is still sending when the answer comes. */
async function sent(upload: Upload): Promise<number> {
  const answer = await fetch(sandboxUrl + upload.path, initOf(upload));
  await answer.arrayBuffer();
  return answer.status;
}

describe("a refused upload gets the documented status", () => {
  test.each(uploads)("from $what, $bytes bytes: $status", async (upload) => {
    const count = upload.bytes === small ? depth(4, 20) : depth(1, 5);
    for (let left = count; left > 0; left -= 4) {
      const statuses = await Promise.all(Array.from({ length: Math.min(left, 4) }, () => sent(upload)));
      expect(new Set(statuses)).toEqual(new Set([upload.status]));
    }
  });

  const ways = uploads
    .filter(({ bytes, status }) => bytes > small && status !== 401)
    .flatMap((upload) => [
      { ...upload, how: "in chunks of no announced length", isExpecting: false },
      { ...upload, how: "after 100-continue", isExpecting: true },
    ]);
  test.each(oneOfEach(ways, ({ how }) => how))("from $what, $how", async ({ isExpecting, ...upload }) => {
    const whole = new Request("http://sandbox", initOf(upload));
    const body = Buffer.from(await whole.arrayBuffer());
    const framing = isExpecting
      ? { "content-length": body.length, expect: "100-continue" }
      : { "transfer-encoding": "chunked" };
    const headers = { ...Object.fromEntries(whole.headers), ...framing };
    const outgoing = request(sandboxUrl + upload.path, { method: "POST", headers, agent: false });
    if (isExpecting) outgoing.on("continue", () => outgoing.end(body)).flushHeaders();
    else outgoing.end(body);
    const [answer] = await once(outgoing, "response");
    answer.resume();
    expect(answer.statusCode).toBe(upload.status);
  });
});

/** Connects; `statuses` resolves with those that came when the server closes the connection. */
function connection(url: string): { readonly socket: Socket; readonly statuses: Promise<readonly number[]> } {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  let text = "";
  socket.on("data", (chunk: Buffer) => {
    text += chunk.toString("latin1");
  });
  // Bytes that are still on their way when the server cuts the connection off
  socket.on("error", () => {});
  const statuses = new Promise<readonly number[]>((resolve) => {
    socket.on("close", () => resolve([...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))));
  });
  return { socket, statuses };
}

const host = "Host: 127.0.0.1\r\n";
const key = `x-service-api-key: ${apiKey}\r\n`;
const wrongKey = "x-service-api-key: wrong\r\n";
const json = "content-type: application/json\r\n";
const control = "x-sandbox-control: 1\r\n";
const last = `GET /_sandbox/health HTTP/1.1\r\n${host}connection: close\r\n\r\n`;
const head = (headers: string) => `POST /v2/user/ HTTP/1.1\r\n${host}${headers}${json}`;
const post = (path: string, headers: string, body: string) =>
  `POST ${path} HTTP/1.1\r\n${host}${headers}${json}content-length: ${body.length}\r\n\r\n${body}`;

describe("the connection is kept", () => {
  test.each<[what: string, request: string, status: number]>([
    ["a refused GET", `GET /v2/providers/ HTTP/1.1\r\n${host}${wrongKey}\r\n`, 401],
    ["a GET of what is not there", `GET /v2/user/resolve/nobody HTTP/1.1\r\n${host}${key}\r\n`, 404],
    ["a GET of no path", `GET /v9/none HTTP/1.1\r\n${host}${key}\r\n`, 404],
    ["a GET with a wrong query", `GET /v3/order/psc/info?zip_code=%ff HTTP/1.1\r\n${host}${key}\r\n`, 422],
    ["a path that cannot be decoded", `GET /v2/user/resolve/% HTTP/1.1\r\n${host}${key}\r\n`, 404],
    ["a body that is not JSON", post("/v2/user/", key, "{"), 422],
    ["a refused upload", post("/v2/user/", wrongKey, " ".repeat(small)), 401],
    ["a body that is too large", post("/v2/user/", key, " ".repeat(2_000_000)), 422],
    ["a refused GET of the control plane", `GET /_sandbox/worlds HTTP/1.1\r\n${host}\r\n`, 403],
    ["a body of the control plane that is not JSON", post("/_sandbox/worlds/demo/reset", control, "{"), 422],
  ])("after %s", async (_, request, status) => {
    const { socket, statuses } = connection(sandboxUrl);
    socket.write(request + last);
    expect(await statuses).toEqual([status, 200]);
  });

  test("not by a client that asks for its end: it is closed after the rest has been read", async () => {
    const { socket, statuses } = connection(sandboxUrl);
    socket.write(post("/v2/user/", `connection: close\r\n${wrongKey}`, " ".repeat(small)));
    expect(await statuses).toEqual([401]);
  });

  test.each([
    [key, 422],
    [wrongKey, 401],
  ])("not for a body of 10 GB, which is not waited for (%j)", async (headers, status) => {
    const { socket } = connection(sandboxUrl);
    socket.write(`${head(headers)}content-length: 10000000000\r\n\r\n{`);
    const [answer] = await once(socket, "data");
    expect(String(answer)).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*\r\nconnection: close\r\n`, "i"));
    socket.destroy();
  });
});

describe("a client that continues sending after a refusal is cut off", () => {
  const endless = (headers: string) => `${head(headers)}accept: ;;\r\ntransfer-encoding: chunked\r\n\r\n`;

  test.each([
    [wrongKey, 401],
    [key, 422],
  ])("after the limit of bytes (%j)", async (headers, status) => {
    const { socket, statuses } = connection(sandboxUrl);
    const chunk = `100000\r\n${" ".repeat(0x100000)}\r\n`;
    // More than the largest body
    socket.write(endless(headers) + chunk + chunk);
    const send = () => {
      while (!socket.destroyed && socket.write(chunk));
    };
    // A reset would take with it an answer that was not read yet
    socket.once("data", () => socket.on("drain", send) && send());
    expect(await statuses).toEqual([status]);
    expect(socket.bytesWritten).toBeGreaterThan(32 * 1024 * 1024);
  });

  test("in the limit of time, and gets no second answer", async () => {
    const server = await startSandbox({ port: 0, requestTimeoutMs: 300 });
    const { socket, statuses } = connection(server.url ?? "");
    socket.write(`${endless(wrongKey)}1\r\n`);
    expect(await statuses).toHaveLength(1);
    await server.close();
  });

  test("when what follows is not HTTP, and gets no second response", async () => {
    const { socket, statuses } = connection(sandboxUrl);
    socket.write(`${endless(wrongKey)}zz\r\n`);
    // A wrong key is looked up while the rest is read
    expect(await statuses).toHaveLength(1);
  });
});
