// Describes what Node refuses before there is a request: by default it closes the connection with no or an empty response.
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { isAnswered } from "./lingering-response.ts";
import { openToAll } from "./origins.ts";

// An import statement would read every export of node:http, and so load Node's whole fetch: 60 ms of a start
const { maxHeaderSize, STATUS_CODES } = process.getBuiltinModule("node:http");

/** Makes a server describe what it cannot read. Its requests must not require a Host: Node refuses that unheard. */
export function describeUnreadable(server: Server): void {
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (isAnswered(socket)) return void socket.destroy();
    hangUp(socket, problemOf(error));
  });
  server.on("connect", (_, socket) => {
    const detail = "CONNECT tunnels are not supported. Use this address as the client's base URL.";
    hangUp(socket, { status: 501, detail });
  });
  server.on("checkExpectation", ({ headers, socket }: IncomingMessage, _: ServerResponse) => {
    const detail = `Expect is "${headers.expect}", expected 100-continue or no such header.`;
    hangUp(socket, { status: 417, detail });
  });
}

/** A request that could not be read. */
interface UnreadableRequest {
  readonly status: number;
  /** What was expected and what was found, as a sentence. */
  readonly detail: string;
}

function problemOf({
  code,
  message,
  rawPacket,
}: NodeJS.ErrnoException & { readonly rawPacket?: Buffer }): UnreadableRequest {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") {
    return { status: 408, detail: "Its headers or its body are incomplete." };
  }
  if (code === "HPE_HEADER_OVERFLOW") {
    return {
      status: 431,
      detail: `At most ${maxHeaderSize} bytes are allowed.`,
    };
  }
  if (code === "HPE_INVALID_METHOD" && /^[A-Z]+ \S+ HTTP\/1\.[01]/.test(rawPacket?.toString("latin1") ?? "")) {
    return { status: 501, detail: "The request has a method that HTTP does not define." };
  }
  return { status: 400, detail: `Expected HTTP/1.1, found: ${message}.` };
}

function hangUp(socket: Duplex, { status, detail }: UnreadableRequest): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const text = JSON.stringify({ detail });
  const headers = {
    ...openToAll,
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
    connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${text}`, () => socket.destroy());
}
