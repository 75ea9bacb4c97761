// Answers a request before all of it has arrived, such as an upload with a wrong key, so that the client gets the answer.
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";

// An import statement would read every export of node:http, and so load Node's whole fetch: 60 ms of a start
const { ServerResponse } = process.getBuiltinModule("node:http");

/** How many bytes of a request are read and dropped after its answer: three times the largest upload. */
const lingeringLimit = 32 * 1024 * 1024;

/** Connections with an answer that was sent and a request that has not yet arrived whole. */
const lingering = new WeakSet<Duplex>();

/** Was the request that is still arriving on this connection answered already? */
export function isAnswered(socket: Duplex): boolean {
  return lingering.has(socket);
}

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
