// A server on the loopback interface that takes in deliveries of events, each with its whole body.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { listenOnLoopback } from "../terminal/index.ts";

/** A delivery that arrived whole. */
export interface Delivery {
  readonly request: IncomingMessage;
  /** Its headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly response: ServerResponse;
}

/**
 * Starts a receiver of events on this machine.
 *
 * @param port 0 picks a free one.
 * @param answer Answers a delivery. One whose sender went away in the middle never gets here: it is sent again.
 * @throws {Failure} when the port cannot be had.
 */
export async function receiveEvents(port: number, remedy: string, answer: (delivery: Delivery) => void) {
  const server = createServer(async (request, response) => {
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
    const body = await bodyOf(request).catch(() => undefined);
    if (body === "too long") response.writeHead(413, { connection: "close" }).end();
    else if (body !== undefined) answer({ request, headers: Object.fromEntries(headers), body, response });
  });
  const url = await listenOnLoopback(server, port, "the receiver of events", remedy);
  return {
    url,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer | "too long"> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > mostBytes) return "too long";
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Far above the size of any event, so that no sender can fill the memory. */
const mostBytes = 16 * 1024 * 1024;
