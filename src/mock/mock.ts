// The mock server: every answer is a named example of the contract, chosen by Prism.
import type { IncomingMessage, ServerResponse } from "node:http";
import { isPreflight, type OpenApiDocument, openToAll, preflightHeaders } from "../contract/index.ts";
import { type FrontOptions, startFront } from "./front.ts";
import { type Prism, prismFor } from "./prism.ts";
import { readRequest } from "./request.ts";
import { headerValue, violationsHeader } from "./violations.ts";

export interface MockOptions extends FrontOptions {
  /** The bundled contract. */
  readonly document: OpenApiDocument;
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
export async function startMock({ document, ...options }: MockOptions): Promise<Mock> {
  let prism = await prismFor(document);
  const front = await startFront("mock", options, (incoming, outgoing) => answer(prism, incoming, outgoing));
  return {
    url: front.url,
    async serve(next) {
      prism = await prismFor(next);
    },
    async close() {
      front.close();
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
  send(outgoing, status, { ...headers, [violationsHeader]: headerValue(violations) }, explained);
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

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
