// The mock server: every response is a named example of the contract, chosen by Prism.
import type { IncomingMessage, ServerResponse } from "node:http";
import {
  type ContractOperation,
  type InputProblem,
  type InputReader,
  inputReaders,
  isObject,
  isPreflight,
  type KnownPaths,
  knownPathsOf,
  type OpenApiDocument,
  openToAll,
  preflightHeaders,
  readBody,
  readContract,
} from "../../tools/contract/index.ts";
import { type FrontOptions, startFront } from "./front.ts";
import { createPrism, type Prism } from "./prism.ts";
import { RequestProblem } from "./problem.ts";
import { type MockRequest, readRequest, singleHeaders } from "./request.ts";
import { headerValue, type Violation, violationsHeader } from "./violations.ts";

export interface MockOptions extends FrontOptions {
  /** The bundled contract. */
  readonly document: OpenApiDocument;
  /** Whether to accept paths with and without a trailing slash, and with repeated slashes; not by default. */
  readonly lenientSlash?: boolean;
}

/** A running mock. */
export interface Mock {
  /** Its base URL, such as `http://127.0.0.1:4010`. */
  readonly url: string;
  /** Replaces the contract; the old one is served until the new one is ready. */
  serve(document: OpenApiDocument): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts the mock on the loopback interface.
 *
 * @throws {Failure} when the port is in use or not permitted.
 */
export async function startMock({ document, lenientSlash = false, ...options }: MockOptions): Promise<Mock> {
  let served = await prepare(document, lenientSlash);
  const front = await startFront(options, (incoming, outgoing) => answer(served, incoming, outgoing));
  return {
    url: front.url,
    async serve(next) {
      served = await prepare(next, lenientSlash);
    },
    async close() {
      front.close();
    },
  };
}

/** One version of the contract, ready to be served. */
interface Served {
  readonly prism: Prism;
  readonly operations: ReadonlyMap<string, ContractOperation>;
  readonly readerOf: (operation: ContractOperation) => InputReader;
  /** Set with `lenientSlash`. */
  readonly lenientPaths: KnownPaths | undefined;
}

async function prepare(document: OpenApiDocument, lenientSlash: boolean): Promise<Served> {
  const contract = await readContract(document);
  return {
    prism: await createPrism(document),
    operations: new Map(contract.operations.map((operation) => [operation.id, operation])),
    readerOf: inputReaders(contract),
    lenientPaths: lenientSlash ? knownPathsOf(contract.operations) : undefined,
  };
}

async function answer(served: Served, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  if (isPreflight(incoming)) {
    outgoing.writeHead(204, preflightHeaders(incoming.headers)).end();
    return;
  }
  const request = await readRequest(incoming);
  const { preference } = request;
  const path = served.lenientPaths?.withKnownSlashes(request.path) ?? request.path;
  // HEAD is answered like GET; Node leaves out the body
  const method = request.method === "HEAD" ? "get" : request.method.toLowerCase();
  const operation = served.prism(method, path);
  // Accept is ignored: every response is JSON, and 406 is not documented
  const headers = singleHeaders({ ...incoming.headers, accept: "*/*" });
  const plain = await operation.answer(headers);
  if (plain.status === 401) return sendReply(outgoing, plain);
  const violations = await checkInput(served, operation.id, { ...request, path }, incoming.headers);
  if (violations.length === 0) {
    const reply = await operation.answer(headers, preference);
    return sendReply(outgoing, { ...reply, violations: findDeprecations(served, operation.id, request.query) });
  }
  if (!operation.documents(422))
    throw new RequestProblem(422, "The request breaks the contract", joinMessages(violations));
  const reply = await operation.answer(headers, preference.code === 422 ? preference : { code: 422 });
  sendReply(outgoing, { ...reply, violations });
}

/** Checks the input of a request against the contract. */
async function checkInput(
  { operations, readerOf }: Served,
  id: string,
  { path, query, body }: MockRequest,
  headers: IncomingMessage["headers"],
): Promise<Violation[]> {
  const operation = operations.get(id);
  if (operation === undefined) throw new Error(`The contract has no operation ${id}.`);
  if (body instanceof RequestProblem) return [{ location: ["request", "body"], message: body.message }];
  const read = readerOf(operation);
  const { problems } = read({
    path: parsePathParameters(operation.path, path),
    query,
    headers,
    body: await readBody(operation, headers, body),
  });
  return problems.map(toViolation);
}

function toViolation({ in: place, name, message }: InputProblem): Violation {
  const at = name.split("/").filter((part) => part !== "");
  return {
    location: ["request", place, ...at],
    message: `Request ${[place, name, message].filter(Boolean).join(" ")}`,
  };
}

/** Reports deprecated parameters, which a valid request may use. */
function findDeprecations({ operations }: Served, id: string, query: string): Violation[] {
  const sent = new URLSearchParams(query);
  const used = operations.get(id)?.parameters.filter((one) => one.deprecated === true && sent.has(one.name)) ?? [];
  return used.map(({ name }) => ({
    location: ["request", "query", name],
    message: `Request query parameter ${name} is deprecated`,
  }));
}

/** The parameters of a path, decoded. */
function parsePathParameters(template: string, path: string): Record<string, string> {
  const sent = path.split("/");
  const named = template.split("/").flatMap((part, index) => {
    const name = /^\{(.+)\}$/.exec(part)?.[1];
    return name === undefined ? [] : [[name, decodeURIComponent(sent[index] ?? "")] as const];
  });
  return Object.fromEntries(named);
}

function joinMessages(violations: readonly Violation[]): string {
  return `${violations.map(({ message }) => message).join("; ")}.`;
}

function sendReply(
  outgoing: ServerResponse,
  { status, headers, body, violations }: Awaited<ReturnType<ReturnType<Prism>["answer"]>>,
): void {
  const isBroken = violations.length > 0;
  // An error response is an example of the contract: the violations of this request are added
  const explained = isBroken && status >= 400 && isObject(body) ? { ...body, violations } : body;
  const reported = isBroken ? { [violationsHeader]: headerValue(violations) } : {};
  send(outgoing, status, { ...headers, ...reported }, explained);
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
