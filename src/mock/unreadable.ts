// Describes what Node refuses before there is a request to answer: by itself it hangs up with no or an empty answer.
import { type IncomingMessage, maxHeaderSize, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { openToAll } from "../contract/index.ts";
import { problemBody, problemType, RequestProblem } from "./problem.ts";

/**
 * Makes the server describe what it cannot read. Its requests must not require a Host: Node refuses that unheard.
 *
 * @param told Is told each problem too, unless the client only stopped sending.
 */
export function describeUnreadable(server: Server, told: (problem: RequestProblem) => void = () => {}): void {
  const refuse = (socket: Duplex, problem: RequestProblem) => {
    told(problem);
    hangUp(socket, problem);
  };
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const isUnfinished = !error.code?.startsWith("HPE_") || error.code === "HPE_INVALID_EOF_STATE";
    if (isUnfinished) hangUp(socket, problemOf(error));
    else refuse(socket, problemOf(error));
  });
  server.on("connect", (_, socket) => {
    const detail = "CONNECT asks for a tunnel, which there is not. Make this address the base URL of the client.";
    refuse(socket, new RequestProblem(501, "No tunnel", detail));
  });
  server.on("checkExpectation", ({ headers, socket }: IncomingMessage, _: ServerResponse) => {
    const detail = `Expect is "${headers.expect}", expected 100-continue or no such header.`;
    refuse(socket, new RequestProblem(417, "The Expect header cannot be met", detail));
  });
}

function problemOf({ code, message }: NodeJS.ErrnoException): RequestProblem {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") {
    return new RequestProblem(408, "The request did not arrive", "Its headers or its body stopped short.");
  }
  if (code === "HPE_HEADER_OVERFLOW") {
    return new RequestProblem(431, "The headers are too large", `At most ${maxHeaderSize} bytes of them are taken.`);
  }
  return new RequestProblem(400, "The request cannot be read", `Expected HTTP/1.1, found: ${message}.`);
}

function hangUp(socket: Duplex, problem: RequestProblem): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify(problemBody(problem));
  const headers = { ...openToAll, ...problemType, "content-length": Buffer.byteLength(body), connection: "close" };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const status = `${problem.status} ${STATUS_CODES[problem.status]}`;
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join("")}\r\n${body}`, () => socket.destroy());
}
