// The mock server: every answer is a named example of the contract, chosen by Prism.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { OpenApiDocument } from "../contract/index.ts";
import { listenOnLoopback } from "../terminal/index.ts";
import { isPreflight, openToAll, preflightHeaders } from "./origins.ts";
import { type Prism, prismFor } from "./prism.ts";
import { problemBody, problemType, RequestProblem } from "./problem.ts";
import { readRequest } from "./request.ts";
import { describeUnreadable } from "./unreadable.ts";

export interface MockOptions {
  /** The bundled contract. */
  readonly document: OpenApiDocument;
  /** Port to listen on; 0 picks a free one. */
  readonly port: number;
  /** How a person chooses another port, for the message when it is taken. */
  readonly portRemedy?: string;
  /** Milliseconds in which a request must have arrived whole; 30 seconds by default. */
  readonly patience?: number;
}

/** A running mock. */
export interface Mock {
  /** Where it answers, such as `http://127.0.0.1:4010`. */
  readonly url: string;
  /** Serves another version of the contract; the old one is served until the new one is ready. */
  serve(document: OpenApiDocument): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts the mock on the loopback interface.
 *
 * @throws {Failure} when the port cannot be had.
 */
export async function startMock({
  document,
  port,
  portRemedy = "Choose another.",
  patience = 30_000,
}: MockOptions): Promise<Mock> {
  let prism = await prismFor(document);
  const limits = {
    requestTimeout: patience,
    headersTimeout: patience,
    connectionsCheckingInterval: patience / 10,
    requireHostHeader: false,
  };
  const server = createServer(limits, (incoming, outgoing) => {
    answer(prism, incoming, outgoing).catch((error: unknown) => refuse(outgoing, error));
  });
  describeUnreadable(server);
  const url = await listenOnLoopback(server, port, "the mock", portRemedy);
  return {
    url,
    async serve(next) {
      prism = await prismFor(next);
    },
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function answer(prism: Prism, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  if (isPreflight(incoming)) {
    outgoing.writeHead(204, preflightHeaders(incoming.headers)).end();
    return;
  }
  const { status, headers, body, violations } = await prism(await readRequest(incoming));
  if (violations.length === 0) return send(outgoing, status, headers, body);
  // A refusal is an example of the contract: what this very request did wrong is added to it
  const explained = status >= 400 && isObject(body) ? { ...body, violations } : body;
  send(outgoing, status, { ...headers, "sl-violations": asciiJson(violations) }, explained);
}

function refuse(outgoing: ServerResponse, error: unknown): void {
  // The client went away in the middle: nobody is left to tell
  if (outgoing.destroyed || outgoing.headersSent) {
    outgoing.destroy();
    return;
  }
  const problem = error instanceof RequestProblem ? error : new RequestProblem(500, "The mock failed", String(error));
  send(outgoing, problem.status, { ...problem.headers, ...problemType }, problemBody(problem));
}

function send(
  outgoing: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: unknown,
): void {
  const text = body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body);
  outgoing.writeHead(status, { ...openToAll, ...headers, "content-length": Buffer.byteLength(text) });
  outgoing.end(text);
}

/** JSON that may stand in a header: everything outside of ASCII is escaped, and a long list is cut by whole entries. */
function asciiJson(violations: readonly unknown[]): string {
  const text = JSON.stringify(violations).replace(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return text.length <= headerLimit || violations.length <= 1
    ? text.slice(0, headerLimit)
    : asciiJson(violations.slice(0, -1));
}

/** Node refuses headers of more than 16 KiB in all. */
const headerLimit = 8 * 1024;

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
