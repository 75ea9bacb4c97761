// The mock server: every answer is a named example of the contract, chosen by Prism.
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { OpenApiDocument } from "../contract/index.ts";
import { Failure } from "../terminal/index.ts";
import { type Prism, prismFor } from "./prism.ts";
import { RequestProblem, readRequest } from "./request.ts";

export interface MockOptions {
  /** The bundled contract. */
  readonly document: OpenApiDocument;
  /** Port to listen on; 0 picks a free one. */
  readonly port: number;
  /** How a person chooses another port, for the message when it is taken. */
  readonly portRemedy?: string;
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
 * @throws {Failure} when the port is taken.
 */
export async function startMock({ document, port, portRemedy = "Choose another." }: MockOptions): Promise<Mock> {
  let prism = await prismFor(document);
  const server = createServer((incoming, outgoing) => {
    answer(prism, incoming, outgoing).catch((error: unknown) => refuse(outgoing, error));
  });
  server.listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch (error) {
    const taken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
    throw taken ? new Failure(`Port ${port} for the mock is taken.`, portRemedy, { cause: error }) : error;
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
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
  allowEveryOrigin(incoming, outgoing);
  if (isPreflight(incoming)) {
    outgoing.writeHead(204).end();
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
  const { status, title, message } =
    error instanceof RequestProblem ? error : { status: 500, title: "The mock failed", message: String(error) };
  // Of a body that is too large the rest is not read, so that the connection is of no more use
  if (status === 413) outgoing.setHeader("connection", "close");
  send(outgoing, status, { "content-type": "application/problem+json" }, { title, status, detail: message });
}

function send(
  outgoing: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: unknown,
): void {
  const text = body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body);
  outgoing.writeHead(status, { ...headers, "content-length": Buffer.byteLength(text) });
  outgoing.end(text);
}

/** A page on any origin may call the mock: it holds no secret, and the reference is served from another port. */
function allowEveryOrigin(incoming: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.setHeader("access-control-allow-origin", incoming.headers.origin ?? "*");
  outgoing.setHeader("access-control-allow-headers", incoming.headers["access-control-request-headers"] ?? "*");
  outgoing.setHeader("access-control-allow-methods", "GET, POST, PUT, PATCH, DELETE, OPTIONS");
  outgoing.setHeader("access-control-allow-credentials", "true");
  outgoing.setHeader("access-control-expose-headers", "*");
  outgoing.setHeader("vary", "origin");
}

function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === "OPTIONS" && headers.origin !== undefined && headers["access-control-request-method"] !== undefined;
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
