// The HTTP server of the mock: it listens, and answers invalid requests with a problem.
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
  /** Milliseconds to wait for a complete request; 30 seconds by default. */
  readonly patience?: number;
}

/** A server that listens. */
export interface Front {
  /** Its base URL, such as `http://127.0.0.1:4010`. */
  readonly url: string;
  /** Stops listening and closes all connections. */
  close(): void;
}

/**
 * Listens on the loopback interface.
 *
 * @param answer Answers a request, or rejects: with a `RequestProblem` to send that to the client.
 * @throws {Failure} when the port is in use or not permitted.
 */
export async function startFront(
  { port, portRemedy = "Pass another port.", patience = 30_000 }: FrontOptions,
  answer: (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>,
): Promise<Front> {
  const limits = {
    requestTimeout: patience,
    headersTimeout: patience,
    connectionsCheckingInterval: patience / 10,
    requireHostHeader: false,
    ServerResponse: LingeringResponse,
    // Same as the sandbox. With Node's 5 seconds, a busy machine closes connections on which a request has just arrived
    keepAliveTimeout: 72_000,
  };
  const server = createServer(limits, (incoming, outgoing) => {
    answer(incoming, outgoing).catch((error: unknown) => {
      refuse(
        outgoing,
        error instanceof RequestProblem ? error : new RequestProblem(500, "The mock failed", String(error)),
      );
    });
  });
  const describe = ({ status, title, detail }: UnreadableRequest) => ({
    mediaType: problemType["content-type"],
    body: problemBody(new RequestProblem(status, title, detail)),
  });
  describeUnreadable(server, describe);
  const url = await listenOnLoopback(server, port, "the mock", portRemedy);
  return {
    url,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function refuse(outgoing: ServerResponse, problem: RequestProblem): void {
  // The client has disconnected
  if (outgoing.destroyed || outgoing.headersSent) {
    outgoing.destroy();
    return;
  }
  const text = JSON.stringify(problemBody(problem));
  const headers = { ...openToAll, ...problem.headers, ...problemType, "content-length": Buffer.byteLength(text) };
  outgoing.writeHead(problem.status, headers).end(text);
}
