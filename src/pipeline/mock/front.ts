// The server in front of the mock and of the proxy: it listens, and answers whatever cannot be taken with a problem.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import {
  describeUnreadable,
  LingeringResponse,
  openToAll,
  type UnreadableRequest,
} from "../../tools/contract/index.ts";
import { listenOnLoopback } from "../../tools/terminal/index.ts";
import { problemBody, problemType, RequestProblem } from "./problem.ts";

/** Where the server listens, and how long it waits. */
export interface FrontOptions {
  /** Port to listen on; 0 picks a free one. */
  readonly port: number;
  /** How to choose another port, for the message when it is in use. */
  readonly portRemedy?: string;
  /** Milliseconds in which a request must have arrived whole; 30 seconds by default. */
  readonly patience?: number;
}

/** A server that listens. */
export interface Front {
  /** Where it answers, such as `http://127.0.0.1:4010`. */
  readonly url: string;
  /** Takes no request any more and lets go of those that it has. */
  close(): void;
}

/**
 * Listens on the loopback interface.
 *
 * @param name What answers, for messages: "mock".
 * @param answer Answers a request, or rejects: with a `RequestProblem` when that is what the client gets.
 * @param unreadable Is told what Node could not make a request of.
 * @throws {Failure} when the port cannot be had.
 */
export async function startFront(
  name: string,
  { port, portRemedy = "Pass another port.", patience = 30_000 }: FrontOptions,
  answer: (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>,
  unreadable?: (problem: UnreadableRequest) => void,
): Promise<Front> {
  const limits = {
    requestTimeout: patience,
    headersTimeout: patience,
    connectionsCheckingInterval: patience / 10,
    requireHostHeader: false,
    ServerResponse: LingeringResponse,
    // As the sandbox. After Node's 5 seconds a busy machine closes a connection on which a request has just arrived
    keepAliveTimeout: 72_000,
  };
  const server = createServer(limits, (incoming, outgoing) => {
    answer(incoming, outgoing).catch((error: unknown) => {
      refuse(
        outgoing,
        error instanceof RequestProblem ? error : new RequestProblem(500, `The ${name} failed`, String(error)),
      );
    });
  });
  const describe = ({ status, title, detail }: UnreadableRequest) => ({
    mediaType: problemType["content-type"],
    body: problemBody(new RequestProblem(status, title, detail)),
  });
  describeUnreadable(server, describe, unreadable);
  const url = await listenOnLoopback(server, port, `the ${name}`, portRemedy);
  return {
    url,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function refuse(outgoing: ServerResponse, problem: RequestProblem): void {
  // The client went away in the middle: nobody is left to tell
  if (outgoing.destroyed || outgoing.headersSent) {
    outgoing.destroy();
    return;
  }
  const text = JSON.stringify(problemBody(problem));
  const headers = { ...openToAll, ...problem.headers, ...problemType, "content-length": Buffer.byteLength(text) };
  outgoing.writeHead(problem.status, headers).end(text);
}
