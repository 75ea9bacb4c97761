// The proxy: forwards a client's requests to a server, and reports where either of them breaks the contract.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { OpenApiDocument } from "../../tools/contract/index.ts";
import { isPreflight } from "../../tools/contract/index.ts";
import { decompress } from "./encoding.ts";
import { type FrontOptions, startFront } from "./front.ts";
import { type Checks, createChecks, type OperationChecks } from "./prism.ts";
import { RequestProblem } from "./problem.ts";
import type { Forwarded } from "./record.ts";
import {
  isJson,
  mediaType,
  parseJson,
  readBytes,
  singleHeaders,
  streamBody,
  targetOf,
  toPrismRequest,
} from "./request.ts";
import type { Exchange } from "./tally.ts";
import { exchangeLimit, sendUpstream, type UpstreamAnswer } from "./upstream.ts";
import { headerValue, type Violation, violationsHeader } from "./violations.ts";

export interface ProxyOptions extends FrontOptions {
  /** The bundled contract. */
  readonly document: OpenApiDocument;
  /** The server to forward to; a path in it is put before the path of each request. */
  readonly upstream: URL;
  /** The server of the paths that the contract has on another host; by default the same. */
  readonly managementUpstream?: URL | undefined;
  /** Milliseconds to wait for a complete response of the upstream. */
  readonly timeout: number;
  /** Called for every exchange, together with its response to the client; with the exchange itself where a request was read. */
  readonly onExchange: (exchange: Exchange, forwarded?: Forwarded) => void;
}

/** A running proxy. */
export interface ContractProxy {
  /** Its base URL, such as `http://127.0.0.1:4010`. */
  readonly url: string;
  /** Replaces the contract. */
  serve(document: OpenApiDocument): Promise<void>;
  /** Resolves when every running exchange has been reported. */
  close(): Promise<void>;
}

/**
 * Starts a proxy on the loopback interface.
 *
 * @throws {Failure} when the port is in use or not permitted.
 */
export async function startProxy(options: ProxyOptions): Promise<ContractProxy> {
  const { document, upstream, managementUpstream = upstream, timeout, onExchange, ...frontOptions } = options;
  let checks = await createChecks(document);
  const stopped = new AbortController();
  const underway = new Set<Promise<void>>();
  const elsewhere = pathsOfOtherHosts(document);
  const send = (incoming: IncomingMessage, body: Buffer) => {
    const isElsewhere = elsewhere.some((beginning) => incoming.url?.startsWith(beginning));
    return sendUpstream(isElsewhere ? managementUpstream : upstream, incoming, body, timeout, stopped.signal);
  };
  const front = await startFront(
    "proxy",
    frontOptions,
    (incoming, outgoing) => {
      const exchange = forward({ checks, send, onExchange }, incoming, outgoing);
      underway.add(exchange);
      return exchange.finally(() => underway.delete(exchange));
    },
    (problem) => onExchange({ operation: "no request", status: undefined, violations: [toViolation(problem)] }),
  );
  return {
    url: front.url,
    async serve(next) {
      checks = await createChecks(next);
    },
    async close() {
      front.close();
      stopped.abort();
      await Promise.allSettled(underway);
    },
  };
}

/** How the paths begin that have servers of their own, up to their first parameter. */
function pathsOfOtherHosts({ paths }: OpenApiDocument): string[] {
  return Object.entries(paths).flatMap(([path, { servers }]) =>
    servers === undefined ? [] : path.replace(/\{.*/, ""),
  );
}

interface Forwarding {
  readonly checks: Checks;
  readonly send: (incoming: IncomingMessage, body: Buffer) => Promise<UpstreamAnswer>;
  readonly onExchange: ProxyOptions["onExchange"];
}

/** Forwards one request, and returns its response. Both go through unchanged, also when they break the contract. */
async function forward({ checks, send, onExchange }: Forwarding, incoming: IncomingMessage, outgoing: ServerResponse) {
  const { method = "GET" } = incoming;
  const path = isAbsolute(incoming) ? "" : targetOf(incoming).path;
  let operation: OperationChecks | undefined;
  let status: number | undefined;
  const violations: Violation[] = [];
  let forwarded: Forwarded | undefined;
  const report = () =>
    onExchange({ operation: operation?.name ?? `${method} ${path}`.trimEnd(), status, violations }, forwarded);
  try {
    checkTarget(incoming);
    const body = await readBytes(streamBody(incoming), exchangeLimit, "The proxy buffers requests");
    // A browser's CORS preflight is not checked
    if (isPreflight(incoming)) return answer(outgoing, method, await send(incoming, body), []);
    forwarded = { incoming, body, answered: undefined };
    operation = findOperation(checks, method, path, violations);
    if (operation !== undefined) violations.push(...(await checkRequest(operation, incoming, body)));
    const answered = await send(incoming, body);
    forwarded = { incoming, body, answered };
    status = answered.status;
    if (operation !== undefined) violations.push(...(await checkResponse(operation, answered)));
    answer(outgoing, method, answered, violations);
  } catch (error) {
    // The client disconnected before its request was complete: nothing was forwarded
    if (!(error instanceof RequestProblem) && !incoming.complete) throw error;
    violations.push(toViolation(error));
    report();
    if (!(error instanceof RequestProblem)) throw error;
    throw error.with({ [violationsHeader]: headerValue(violations) });
  }
  report();
}

/** A client sends an absolute target to an HTTP proxy: it may have any host, and a password. */
function isAbsolute({ url = "" }: IncomingMessage): boolean {
  return !url.startsWith("/");
}

function checkTarget(incoming: IncomingMessage): void {
  if (!isAbsolute(incoming)) return;
  const detail =
    "Expected a target that begins with a slash. Use this address as the client's base URL, not as its HTTP proxy.";
  throw new RequestProblem(400, "The target cannot be forwarded", detail);
}

/** Finds the operation of a request; an unknown one is a violation. */
function findOperation(
  checks: Checks,
  method: string,
  path: string,
  violations: Violation[],
): OperationChecks | undefined {
  try {
    return checks(method, path);
  } catch (error) {
    violations.push(toViolation(error));
    return undefined;
  }
}

async function checkRequest(
  operation: OperationChecks,
  incoming: IncomingMessage,
  body: Buffer<ArrayBuffer>,
): Promise<readonly Violation[]> {
  try {
    const bytes = await decompress(body, incoming.headers["content-encoding"], exchangeLimit);
    return operation.checkRequest(await toPrismRequest(incoming, bytes));
  } catch (error) {
    return [toViolation(error)];
  }
}

async function checkResponse(
  operation: OperationChecks,
  { status, headers, body }: UpstreamAnswer,
): Promise<readonly Violation[]> {
  const undocumented = operation.checkStatus(status);
  if (undocumented.length > 0) return undocumented;
  const location = ["response"];
  const { "content-type": contentType = "" } = headers;
  if (contentType !== "" && !mediaType.test(contentType)) {
    return [{ location, message: `Response content type is "${contentType}", which is not a media type` }];
  }
  try {
    const bytes = await decompress(body, headers["content-encoding"], exchangeLimit);
    const parsed = bytes.length === 0 ? undefined : isJson(contentType) ? parseJson(bytes) : bytes.toString("utf8");
    return operation.checkResponse({ status, headers: singleHeaders(headers), body: parsed });
  } catch (error) {
    return [{ location, message: `Response: ${toViolation(error).message}` }];
  }
}

function toViolation(error: unknown): Violation {
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
  // A mock behind this proxy may have set the header, too
  const kept = rawHeaders.filter((_, index) => rawHeaders[index - (index % 2)]?.toLowerCase() !== violationsHeader);
  const isSized = names.has("content-length") || method === "HEAD" || status === 204 || status === 304;
  // A chunked body is complete now
  if (!isSized) kept.push("Content-Length", String(body.length));
  if (violations.length > 0) kept.push(violationsHeader, headerValue(violations));
  outgoing.sendDate = false;
  outgoing.writeHead(status, statusText, kept).end(body);
}
