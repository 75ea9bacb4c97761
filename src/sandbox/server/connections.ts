// The connections of a server: what cannot be read is described, an answer comes before the rest of its request, and nobody is cut off when it stops.
import { once } from "node:events";
import type { IncomingHttpHeaders, IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { openToAll } from "./answer.ts";

// An import statement would read every export of node:http, and so load Node's whole fetch: 60 ms of a start
const { maxHeaderSize, STATUS_CODES, ServerResponse } = process.getBuiltinModule("node:http");

/** How many bytes of a request are read and dropped after its answer: three times the largest upload. */
const lingeringLimit = 32 * 1024 * 1024;

/** Connections with an answer that was sent and a request that has not yet arrived whole. */
const lingering = new WeakSet<Duplex>();

/**
 * A response that reads and drops the rest of its request before it ends.
 *
 * Closing a connection with unread bytes resets it: a client that is still sending gets EPIPE instead of the answer.
 * So the answer is sent at once, and the response ends when the request has arrived whole. Then the connection is as
 * good as any other, and is kept. It is cut off after `lingeringLimit` bytes, or the `requestTimeout` of the server.
 */
export class LingeringResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  override writeHead(...args: readonly unknown[]): this {
    // The request will be cut off: with this header a client may stop sending
    if (Number(this.req.headers["content-length"]) > lingeringLimit) this.shouldKeepAlive = false;
    return Reflect.apply(super.writeHead, this, args);
  }

  override end(...args: readonly unknown[]): this {
    const { req } = this;
    if (req.complete || this.writableEnded || !hasBody(req.headers)) return Reflect.apply(super.end, this, args);
    const [chunk] = args;
    this.flushHeaders();
    if (typeof chunk === "string" || chunk instanceof Uint8Array) this.write(chunk);
    const { socket } = req;
    let left = lingeringLimit;
    lingering.add(socket);
    req.on("data", ({ length }: Buffer) => {
      left -= length;
      if (left < 0) socket.destroy();
    });
    req.once("end", () => {
      lingering.delete(socket);
      super.end();
    });
    req.resume();
    return this;
  }
}

/** Does a request announce a body? One without is whole, though Node says so only after its handler ran. */
function hasBody({ "content-length": length = "0", "transfer-encoding": coding }: IncomingHttpHeaders): boolean {
  return length !== "0" || coding !== undefined;
}

/** The statuses of what cannot be read; any other is 400. */
const statuses: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/** Answers what a server cannot read, in the form of the contract: a `clientErrorHandler` of Fastify. */
export function describeUnreadable({ code = "", message }: NodeJS.ErrnoException, socket: Socket): void {
  if (lingering.has(socket) || !socket.writable) return void socket.destroy();
  const status = statuses[code] ?? 400;
  const expected = `Expected HTTP/1.1, arriving whole in time, with at most ${maxHeaderSize} bytes of headers`;
  const text = JSON.stringify({ detail: `${expected}; found: ${message}.` });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(openToAll).map(([name, value]) => `${name}: ${value}`),
    "content-type: application/json",
    `content-length: ${Buffer.byteLength(text)}`,
    "connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${text}`, () => socket.destroy());
}

/** How long connections may stay that wait for the next call: one may be on its way already. In milliseconds. */
const idleMs = 500;

/** How often those are closed that have become idle, in milliseconds. */
const sweepMs = 20;

/**
 * Makes a server one that can be drained without losing a call: each answer asks its caller to leave, and what has begun is answered.
 * Call it before it listens.
 *
 * @returns Resolves when nobody is connected any more.
 */
export function makeDrainable(server: Server): () => Promise<void> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  return async () => {
    if (!server.listening) return;
    server.prependListener("request", (_request, response) => {
      response.shouldKeepAlive = false;
    });
    // In turns, not by the clock: a process that was held up reads first what has come meanwhile
    for (let left = idleMs / sweepMs; left > 0 && sockets.size > 0; left -= 1) await wait(sweepMs);
    const closed = once(server, "close");
    server.close();
    const sweep = setInterval(() => {
      server.closeIdleConnections();
      // Node counts one as busy that has not sent anything yet, as browsers open them in advance
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    }, sweepMs);
    await closed.finally(() => clearInterval(sweep));
  };
}
