// A small server that is true to the contract and to the service's stated behaviour, on which single faults are put.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { listenOnLoopback } from "../../../src/terminal/index.ts";
import { type Answer, type Call, type Received, refusal } from "./call.ts";
import type { Fault } from "./fault.ts";
import { handlers } from "./handlers.ts";
import { createMemory, type Memory, managementKey, teamKey } from "./memory.ts";
import { receive } from "./request.ts";
import { contract, type Route, routeOf } from "./routes.ts";
import { type Problem, readInput } from "./validation.ts";

/** A server that runs. */
export interface GalleryServer {
  /** Both surfaces, the team's and the organization's, are under this address. */
  readonly url: string;
  readonly memory: Memory;
  /** Every request since the start. */
  readonly received: readonly Received[];
  /** What was thrown while a call was answered, with 500; nothing in the correct server. */
  readonly crashes: readonly unknown[];
  close(): Promise<void>;
}

/** How a server is started. */
export interface GalleryOptions {
  /** What is wrong with it; nothing when left out. */
  readonly fault?: Fault;
  /** The clock; by default the machine's. */
  readonly now?: () => Date;
}

/** Starts a server with a memory of its own. */
export async function startServer({ fault, now = () => new Date() }: GalleryOptions = {}): Promise<GalleryServer> {
  const memory = createMemory(now());
  fault?.remember?.(memory);
  const received: Received[] = [];
  const crashes: unknown[] = [];

  async function respond(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const arrived = await receive(incoming);
    if (arrived === undefined) return;
    const { body: _, ...request } = arrived;
    received.push(request);
    const [path = ""] = request.url.split("?");
    const route = routeOf(request.method, path);
    if (typeof route === "number") return send(response, answerOf(refusal(route, "No operation is here.")));
    const { input, problems } = await readInput(route, arrived);
    const call: Call = { id: route.id, request, ...input, memory, now: now() };
    const wrong: Stages = fault?.on === undefined || fault.on.includes(call.id) ? { ...fault } : {};
    const correct = attempt(() => decide(route, call, problems, wrong), crashes);
    const answer = wrong.answer?.(structuredClone(correct), call) ?? correct;
    if (wrong.send === undefined) send(response, answer);
    else wrong.send(response, answer, call, () => send(response, answer));
  }

  const server = createServer((incoming, response) => {
    respond(incoming, response).catch((error: unknown) => {
      crashes.push(error);
      response.destroy();
    });
  });
  const url = await listenOnLoopback(server, 0, "the gallery's server", "Try again.");
  return {
    url,
    memory,
    received,
    crashes,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      }),
  };
}

/** What stands on the stages of one call. */
type Stages = Omit<Fault, "name" | "on">;

/** The stages between the request and the answer, each with the fault that may stand on it. */
function decide(route: Route, call: Call, found: readonly Problem[], wrong: Stages): Answer {
  const isAccepted = hasCredential(route, call.request);
  if (!(wrong.authenticate?.(isAccepted, call) ?? isAccepted)) {
    return answerOf(refusal(401, "The credential is missing or refused."));
  }
  const problems = wrong.validate?.(found, call) ?? found;
  if (problems.length > 0) {
    const { status, body } = refusal(422, "A parameter or the body breaks the contract.");
    return answerOf({ status, body: { ...body, problems } });
  }
  return wrong.handle?.(handle, call) ?? handle(call);
}

const keys: Readonly<Record<string, string>> = { TeamApiKey: teamKey, ManagementKey: managementKey };

function hasCredential({ operation }: Route, { headers }: Received): boolean {
  return operation.security.some((schemes) =>
    schemes.every((scheme) => {
      const header = contract.document.components.securitySchemes[scheme]?.name;
      return header !== undefined && headers[header.toLowerCase()] === keys[scheme];
    }),
  );
}

function handle(call: Call): Answer {
  // Validation has made the call one of this operation; a fault that skips it takes its chances
  const handler = handlers[call.id] as (call: Call) => { readonly status: number; readonly body: unknown };
  return answerOf(handler(call));
}

function answerOf({ status, body }: { readonly status: number; readonly body: unknown }): Answer {
  return { status, headers: { "content-type": "application/json" }, body };
}

function attempt(decision: () => Answer, crashes: unknown[]): Answer {
  try {
    return decision();
  } catch (error) {
    crashes.push(error);
    return answerOf({ status: 500, body: { detail: "The server failed." } });
  }
}

/** Writes an answer. */
function send(response: ServerResponse, { status, headers, body }: Answer): void {
  const bytes = body instanceof Buffer ? body : Buffer.from(body === undefined ? "" : JSON.stringify(body));
  response.writeHead(status, { ...headers, "content-length": bytes.length }).end(bytes);
}
