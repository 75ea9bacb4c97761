// The mock server: every answer is a named example of the contract, chosen by Prism.
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
import { type Prism, prismFor } from "./prism.ts";
import { RequestProblem } from "./problem.ts";
import { type MockRequest, readRequest, singleHeaders } from "./request.ts";
import { headerValue, type Violation, violationsHeader } from "./violations.ts";

export interface MockOptions extends FrontOptions {
  /** The bundled contract. */
  readonly document: OpenApiDocument;
  /** Is a path taken with and without the slash at its end, and with repeated slashes? By default slashes count. */
  readonly lenientSlash?: boolean;
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
export async function startMock({ document, lenientSlash = false, ...options }: MockOptions): Promise<Mock> {
  let served = await servedOf(document, lenientSlash);
  const front = await startFront("mock", options, (incoming, outgoing) => answer(served, incoming, outgoing));
  return {
    url: front.url,
    async serve(next) {
      served = await servedOf(next, lenientSlash);
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
  /** There when slashes do not count. */
  readonly lenientPaths: KnownPaths | undefined;
}

async function servedOf(document: OpenApiDocument, lenientSlash: boolean): Promise<Served> {
  const contract = await readContract(document);
  return {
    prism: await prismFor(document),
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
  // The head of an answer is that of a GET; Node leaves out the body
  const method = request.method === "HEAD" ? "get" : request.method.toLowerCase();
  const operation = served.prism(method, path);
  // By what the client accepts nothing is chosen: every answer is JSON, and no other status is documented
  const headers = singleHeaders({ ...incoming.headers, accept: "*/*" });
  const plain = await operation.answer(headers);
  if (plain.status === 401) return sendReply(outgoing, plain);
  const violations = await violationsOf(served, operation.id, { ...request, path }, incoming.headers);
  if (violations.length === 0) {
    const reply = await operation.answer(headers, preference);
    return sendReply(outgoing, { ...reply, violations: deprecationsOf(served, operation.id, request.query) });
  }
  if (!operation.documents(422)) throw new RequestProblem(422, "The request breaks the contract", textOf(violations));
  const reply = await operation.answer(headers, preference.code === 422 ? preference : { code: 422 });
  sendReply(outgoing, { ...reply, violations });
}

/** What the contract has against the input of a request. */
async function violationsOf(
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
    path: parametersOf(operation.path, path),
    query,
    headers,
    body: await readBody(operation, headers, body),
  });
  return problems.map(violationOf);
}

function violationOf({ in: place, name, message }: InputProblem): Violation {
  const at = name.split("/").filter((part) => part !== "");
  return {
    location: ["request", place, ...at],
    message: `Request ${[place, name, message].filter(Boolean).join(" ")}`,
  };
}

/** What a valid request is told all the same: it uses what will be gone. */
function deprecationsOf({ operations }: Served, id: string, query: string): Violation[] {
  const sent = new URLSearchParams(query);
  const used = operations.get(id)?.parameters.filter((one) => one.deprecated === true && sent.has(one.name)) ?? [];
  return used.map(({ name }) => ({
    location: ["request", "query", name],
    message: `Request query parameter ${name} is deprecated`,
  }));
}

/** The parameters of a path, decoded. */
function parametersOf(template: string, path: string): Record<string, string> {
  const sent = path.split("/");
  const named = template.split("/").flatMap((part, index) => {
    const name = /^\{(.+)\}$/.exec(part)?.[1];
    return name === undefined ? [] : [[name, decodeURIComponent(sent[index] ?? "")] as const];
  });
  return Object.fromEntries(named);
}

function textOf(violations: readonly Violation[]): string {
  return `${violations.map(({ message }) => message).join("; ")}.`;
}

function sendReply(
  outgoing: ServerResponse,
  { status, headers, body, violations }: Awaited<ReturnType<ReturnType<Prism>["answer"]>>,
): void {
  const isBroken = violations.length > 0;
  // A refusal is an example of the contract: what this very request did wrong is added to it
  const explained = isBroken && status >= 400 && isObject(body) ? { ...body, violations } : body;
  const told = isBroken ? { [violationsHeader]: headerValue(violations) } : {};
  send(outgoing, status, { ...headers, ...told }, explained);
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
