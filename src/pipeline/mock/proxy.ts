// The proxy: passes a client's requests on to a server, and tells where either of them breaks the contract.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { OpenApiDocument } from "../../tools/contract/index.ts";
import { isPreflight } from "../../tools/contract/index.ts";
import { decoded } from "./encoding.ts";
import { type FrontOptions, startFront } from "./front.ts";
import { type Checks, checksFor, type OperationChecks } from "./prism.ts";
import { RequestProblem } from "./problem.ts";
import { bytesOf, isJson, jsonOf, mediaType, prismRequest, singleHeaders, targetOf, unended } from "./request.ts";
import type { Exchange } from "./tally.ts";
import { exchangeLimit, sendUpstream, type UpstreamAnswer } from "./upstream.ts";
import { headerValue, type Violation, violationsHeader } from "./violations.ts";

export interface ProxyOptions extends FrontOptions {
  /** The bundled contract. */
  readonly document: OpenApiDocument;
  /** The server that is asked; a path in it stands before each request's. */
  readonly upstream: URL;
  /** Milliseconds in which the upstream must have answered whole. */
  readonly timeout: number;
  /** Is told every exchange, at once with its answer to the client. */
  readonly told: (exchange: Exchange) => void;
}

/** A running proxy. */
export interface ContractProxy {
  /** Where it answers, such as `http://127.0.0.1:4010`. */
  readonly url: string;
  /** Checks by another version of the contract. */
  serve(document: OpenApiDocument): Promise<void>;
  /** Ends when every exchange that was under way has been told. */
  close(): Promise<void>;
}

/**
 * Starts a proxy on the loopback interface.
 *
 * @throws {Failure} when the port cannot be had.
 */
export async function startProxy(options: ProxyOptions): Promise<ContractProxy> {
  const { document, upstream, timeout, told, ...frontOptions } = options;
  let checks = await checksFor(document);
  const stopped = new AbortController();
  const underway = new Set<Promise<void>>();
  const send = (incoming: IncomingMessage, body: Buffer) =>
    sendUpstream(upstream, incoming, body, timeout, stopped.signal);
  const front = await startFront(
    "proxy",
    frontOptions,
    (incoming, outgoing) => {
      const exchange = pass({ checks, send, told }, incoming, outgoing);
      underway.add(exchange);
      return exchange.finally(() => underway.delete(exchange));
    },
    (problem) => told({ operation: "no request", status: undefined, violations: [brokenBy(problem)] }),
  );
  return {
    url: front.url,
    async serve(next) {
      checks = await checksFor(next);
    },
    async close() {
      front.close();
      stopped.abort();
      await Promise.allSettled(underway);
    },
  };
}

interface Passing {
  readonly checks: Checks;
  readonly send: (incoming: IncomingMessage, body: Buffer) => Promise<UpstreamAnswer>;
  readonly told: (exchange: Exchange) => void;
}

/** Passes one request on and its answer back. Both go through as they came, whatever is wrong with them. */
async function pass({ checks, send, told }: Passing, incoming: IncomingMessage, outgoing: ServerResponse) {
  const { method = "GET" } = incoming;
  const path = isAbsolute(incoming) ? "" : targetOf(incoming).path;
  let operation: OperationChecks | undefined;
  let status: number | undefined;
  const violations: Violation[] = [];
  const tell = () => told({ operation: operation?.name ?? `${method} ${path}`.trimEnd(), status, violations });
  try {
    checkTarget(incoming);
    const body = await bytesOf(unended(incoming), exchangeLimit, "A request is read whole");
    // A browser's question before a call is no call
    if (isPreflight(incoming)) return answer(outgoing, method, await send(incoming, body), []);
    operation = operationFor(checks, method, path, violations);
    if (operation !== undefined) violations.push(...(await inRequest(operation, incoming, body)));
    const answered = await send(incoming, body);
    status = answered.status;
    if (operation !== undefined) violations.push(...(await inAnswer(operation, answered)));
    answer(outgoing, method, answered, violations);
  } catch (error) {
    // The client went away before its request was whole: nothing was passed on
    if (!(error instanceof RequestProblem) && !incoming.complete) throw error;
    violations.push(brokenBy(error));
    tell();
    if (!(error instanceof RequestProblem)) throw error;
    throw error.with({ [violationsHeader]: headerValue(violations) });
  }
  tell();
}

/** An absolute target is what a client sends to a proxy of its own network: it may name any host, with a password. */
function isAbsolute({ url = "" }: IncomingMessage): boolean {
  return !url.startsWith("/");
}

function checkTarget(incoming: IncomingMessage): void {
  if (!isAbsolute(incoming)) return;
  const detail =
    "Expected a target that begins with a slash. Make this address the base URL of the client, not its proxy.";
  throw new RequestProblem(400, "The target cannot be passed on", detail);
}

/** The operation of a request; without one, that is a violation. */
function operationFor(
  checks: Checks,
  method: string,
  path: string,
  violations: Violation[],
): OperationChecks | undefined {
  try {
    return checks(method, path);
  } catch (error) {
    violations.push(brokenBy(error));
    return undefined;
  }
}

async function inRequest(
  operation: OperationChecks,
  incoming: IncomingMessage,
  body: Buffer<ArrayBuffer>,
): Promise<readonly Violation[]> {
  try {
    const bytes = await decoded(body, incoming.headers["content-encoding"], exchangeLimit);
    return operation.ofRequest(await prismRequest(incoming, bytes));
  } catch (error) {
    return [brokenBy(error)];
  }
}

async function inAnswer(
  operation: OperationChecks,
  { status, headers, body }: UpstreamAnswer,
): Promise<readonly Violation[]> {
  const undocumented = operation.ofStatus(status);
  if (undocumented.length > 0) return undocumented;
  const location = ["response"];
  const { "content-type": contentType = "" } = headers;
  if (contentType !== "" && !mediaType.test(contentType)) {
    return [{ location, message: `Response content type is "${contentType}", which is no media type` }];
  }
  try {
    const bytes = await decoded(body, headers["content-encoding"], exchangeLimit);
    const parsed = bytes.length === 0 ? undefined : isJson(contentType) ? jsonOf(bytes) : bytes.toString("utf8");
    return operation.ofAnswer({ status, headers: singleHeaders(headers), body: parsed });
  } catch (error) {
    return [{ location, message: `Response: ${brokenBy(error).message}` }];
  }
}

function brokenBy(error: unknown): Violation {
  if (!(error instanceof RequestProblem)) return { location: ["proxy"], message: `The proxy failed: ${String(error)}` };
  const { status, title, message } = error;
  return { location: [status === 502 || status === 504 ? "response" : "request"], message: `${title}: ${message}` };
}

function answer(
  outgoing: ServerResponse,
  method: string,
  { status, statusText, rawHeaders, body }: UpstreamAnswer,
  violations: readonly Violation[],
): void {
  const names = new Set(rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase()));
  // What a mock behind this proxy found is not what this proxy found
  const kept = rawHeaders.filter((_, index) => rawHeaders[index - (index % 2)]?.toLowerCase() !== violationsHeader);
  const isSized = names.has("content-length") || method === "HEAD" || status === 204 || status === 304;
  // What came in chunks is whole now
  if (!isSized) kept.push("Content-Length", String(body.length));
  if (violations.length > 0) kept.push(violationsHeader, headerValue(violations));
  outgoing.sendDate = false;
  outgoing.writeHead(status, statusText, kept).end(body);
}
