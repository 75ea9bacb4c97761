// The sandbox behind a server that may put a fault around it: on the way to the sandbox, on the way back, or on the wire.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type SandboxWorld, startSandbox } from "../../../src/sandbox/start-sandbox.ts";
import { type Parameter, resolve } from "../../../src/shared/contract/index.ts";
import { listenOn } from "../../../src/shared/terminal/index.ts";
import { exampleCast, type VerifyData } from "../../../src/verify/index.ts";
import { patient } from "../../sandbox/receiver.ts";
import type { Answer, Call, Fault, Received } from "./call.ts";
import { contract, findRoute, type Route } from "./routes.ts";

/** One sandbox for all servers of a process: making one costs more than verifying most operations. */
/** The team has opted in, so that every operation can be checked. */
const settings = { psc_scheduling: true };
const sandbox = await startSandbox({ ...patient, responseChecks: false, settings, log: () => {} });
const elsewhere = await sandbox.createWorld({ settings });

/** The keys that every server accepts. */
export const { apiKey: teamKey, managementKey } = sandbox;

/** The example cast, with a lab test that has several pages of markers. */
export const cast: VerifyData = { ...exampleCast, lab_test_id: "a3c7e9b1-4d26-4f80-95b2-c8d1e3f5a7c0" };

/** The sandbox, with a fault around it. */
export interface FaultySandbox {
  /** The world that answers, in which more can be let happen. */
  readonly world: Pick<SandboxWorld, "endpoints" | "events" | "simulate">;
  /** Every request since the start. */
  readonly received: readonly Received[];
  /** Errors that a fault has thrown, each of which ended a call without an answer. */
  readonly crashes: readonly unknown[];
}

/** As it is reached without a socket, at any address. */
export interface InProcess extends FaultySandbox {
  readonly fetch: typeof fetch;
}

/** As it is reached over a socket. */
export interface GalleryServer extends FaultySandbox {
  /** Both surfaces, the team's and the organization's, are under this address. */
  readonly url: string;
  close(): Promise<void>;
}

/** Puts a fault around the sandbox, which begins anew with the demo cast: those that stand side by side share it. */
async function wrapSandbox(fault: Fault | undefined) {
  await Promise.all([sandbox.reset(), elsewhere.reset()]);
  const received: Received[] = [];
  const crashes: unknown[] = [];
  const memory = new Map<string, unknown>();

  async function answer(request: Received, bytes: Buffer) {
    received.push(request);
    const { method, url } = request;
    const [path = "", query = ""] = url.split("?");
    const route = findRoute(method, path);
    if (route === undefined) return { answer: await ask(request, bytes) };
    const call: Call = {
      id: route.id,
      request,
      path: route.path,
      query: readQuery(route, query),
      body: readJson(bytes),
      bytes,
      isElsewhere: false,
      memory,
    };
    const next = (changed: Call) => askFor(route, call, changed);
    const wrong = fault?.on === undefined || fault.on.includes(call.id) ? fault : undefined;
    const handled = await (wrong?.handle?.(next, call) ?? next(call));
    return { answer: wrong?.answer?.(handled, call) ?? handled, call, write: wrong?.send };
  }

  return { world: sandbox, received, crashes, answer };
}

/** The sandbox in this process, with a fault that is none of the transport. */
export async function inProcess(fault?: Fault): Promise<InProcess> {
  const { world, received, crashes, answer } = await wrapSandbox(fault);
  return {
    world,
    received,
    crashes,
    async fetch(address, { method = "GET", headers, body = null } = {}) {
      const isForm = body instanceof FormData;
      const encoded = isForm ? new Response(body) : undefined;
      const sent = new Headers(headers);
      if (encoded !== undefined) sent.set("content-type", encoded.headers.get("content-type") ?? "");
      const bytes = encoded
        ? Buffer.from(await encoded.arrayBuffer())
        : Buffer.from(typeof body === "string" ? body : "");
      const { pathname, search } = new URL(String(address));
      const request = { method, url: pathname + search, headers: Object.fromEntries(sent) };
      const replied = await answer(request, bytes).catch((error: unknown) => {
        crashes.push(error);
        throw error;
      });
      const { status, headers: shown, body: value } = replied.answer;
      return new Response(new Uint8Array(writeBody(value)), { status, headers: shown });
    },
  };
}

/** Starts a server over the sandbox. */
export async function startServer(fault?: Fault): Promise<GalleryServer> {
  const { world, received, crashes, answer } = await wrapSandbox(fault);

  async function respond(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "", url = "", headers } = incoming;
    const replied = await answer({ method, url, headers }, await readBytes(incoming));
    if (replied.write === undefined) send(response, replied.answer);
    else replied.write(response, replied.answer, replied.call, () => send(response, replied.answer));
  }

  // It never closes an idle connection: a busy machine may be late to, just when the next request is on it
  const server = createServer({ keepAliveTimeout: 0 }, (incoming, response) => {
    respond(incoming, response).catch((error: unknown) => {
      // A caller that went away in the middle of a request gets no answer
      if (incoming.complete) crashes.push(error);
      response.destroy();
    });
  });
  const url = await listenOn(server, 0, "the gallery's server", "Try again.");
  return {
    url,
    world,
    received,
    crashes,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      }),
  };
}

async function readBytes(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function readJson(bytes: Buffer): unknown {
  // A file of 10 MB is not looked into
  if (bytes.length === 0 || bytes.length > 1_000_000) return undefined;
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

function readQuery({ operation }: Route, text: string): Record<string, unknown> {
  const sent = new URLSearchParams(text);
  const given = operation.parameters.filter(({ name, in: where }) => where === "query" && sent.has(name));
  return Object.fromEntries(
    given.map((parameter) => [parameter.name, convert(parameter, sent.getAll(parameter.name))]),
  );
}

/** Text that is no value of its type stays text. */
function convert({ schema }: Parameter, texts: readonly string[]): unknown {
  const { type } = resolve(contract.document, schema);
  const text = texts.at(-1) ?? "";
  if (type === "array") return texts;
  return (type === "integer" || type === "number") && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

/** Asks the sandbox for a call; what was not changed is sent as it arrived. */
function askFor({ operation }: Route, call: Call, changed: Call): Promise<Answer> {
  const { method, url, headers } = changed.request;
  const [path = "", query] = url.split("?");
  const target = [
    changed.path === call.path
      ? path
      : operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(changed.path[name] ?? "")),
    changed.query === call.query ? query : writeQuery(changed.query),
  ];
  const bytes = changed.body === call.body ? call.bytes : Buffer.from(JSON.stringify(changed.body));
  const key = changed.isElsewhere && headers["x-service-api-key"] === teamKey ? elsewhere.apiKey : undefined;
  return ask(
    {
      method,
      url: target.filter((part) => part !== undefined).join("?"),
      headers: {
        ...headers,
        ...(key === undefined ? {} : { "x-service-api-key": key }),
        ...(bytes === call.bytes ? {} : { "content-type": "application/json" }),
      },
    },
    bytes,
  );
}

function writeQuery(query: Call["query"]): string {
  const written = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) if (one !== undefined) written.append(name, String(one));
  }
  return String(written);
}

/** Headers of a connection, which the sandbox has none of here. */
const ofConnection = ["connection", "content-length", "expect", "host", "transfer-encoding"];

async function ask({ method, url, headers }: Received, bytes: Buffer): Promise<Answer> {
  const sent = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    ofConnection.includes(name) || value === undefined ? [] : [[name, String(value)]],
  );
  const response = await sandbox.fetch(`http://sandbox${url}`, {
    method,
    headers: sent,
    ...(bytes.length === 0 ? {} : { body: new Uint8Array(bytes) }),
  });
  const text = await response.text();
  const contentType = response.headers.get("content-type") ?? "";
  return {
    status: response.status,
    headers: { "content-type": contentType },
    body: text === "" ? undefined : JSON.parse(text),
  };
}

/** Writes an answer. */
function send(response: ServerResponse, { status, headers, body }: Answer): void {
  const bytes = writeBody(body);
  response.writeHead(status, { ...headers, "content-length": bytes.length }).end(bytes);
}

/** The bytes of an answer's body. */
export function writeBody(body: unknown): Buffer {
  return body instanceof Buffer ? body : Buffer.from(body === undefined ? "" : JSON.stringify(body));
}
