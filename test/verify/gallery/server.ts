// The sandbox behind a server that may put a fault around it: on the way to the sandbox, on the way back, or on the wire.
import { createServer, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { expect, onTestFinished } from "vitest";
import { type SandboxWorld, startSandbox } from "../../../src/sandbox/start-sandbox.ts";
import { listenOn } from "../../../src/shared/terminal/index.ts";
import { exampleCast, type VerifyData, type VerifyOptions } from "../../../src/verify/index.ts";
import { patient } from "../../sandbox/receiver.ts";
import type { Answer, Call, Fault, Received } from "./call.ts";
import { readCall, writeCall } from "./routes.ts";

/** The team has opted in, so that every operation can be checked. */
const settings = { psc_scheduling: true };
/** One sandbox for all servers of a process: making one costs more than verifying most operations. */
const sandbox = await startSandbox({ ...patient, responseChecks: false, settings, log: () => {} });
const elsewhere = await sandbox.createWorld({ settings });

/** The keys that every server accepts. */
export const { apiKey: teamKey, managementKey } = sandbox;

/** The example cast, with a lab test that has several pages of markers. */
export const cast: VerifyData = { ...exampleCast, lab_test_id: "a3c7e9b1-4d26-4f80-95b2-c8d1e3f5a7c0" };

/** The sandbox, with a fault around it. */
export interface FaultySandbox {
  /** The world that answers, in which more can be let happen. */
  readonly world: Pick<SandboxWorld, "deliveries" | "endpoints" | "events" | "simulate">;
  /** Every request since the start. */
  readonly received: readonly Received[];
  /** Errors that a fault has thrown, each of which ended a call without an answer. */
  readonly crashes: readonly unknown[];
}

/** As it is reached without a socket, at any address. */
export interface InProcess extends FaultySandbox {
  readonly transport: NonNullable<VerifyOptions["transport"]>;
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

  async function answer(request: Received, bytes: Call["bytes"]) {
    received.push(request);
    const call = readCall(request, bytes, memory);
    if (call === undefined) return { answer: await ask({ ...request, bytes }) };
    const next = (changed: Call) => ask(writeCall(call, changed), changed.isElsewhere);
    const wrong = fault?.on === undefined || fault.on.includes(call.id) ? fault : undefined;
    const handled = await (wrong?.handle?.(next, call) ?? next(call));
    return { answer: wrong?.answer?.(handled, call) ?? handled, call, write: wrong?.send };
  }

  return { world: sandbox, received, crashes, answer };
}

/** The sandbox in this process, with a fault that is none of the transport. */
export async function inProcess(fault?: Fault): Promise<InProcess> {
  const { answer, ...faulty } = await wrapSandbox(fault);
  return {
    ...faulty,
    async transport({ url: { pathname, search }, method, body: bytes = Buffer.alloc(0), ...request }) {
      const headers = Object.fromEntries(new Headers(request.headers));
      const sent = answer({ method, url: pathname + search, headers }, Buffer.from(bytes));
      sent.catch((error: unknown) => faulty.crashes.push(error));
      const { status, headers: shown, body } = (await sent).answer;
      return new Response(new Uint8Array(writeBody(body)), { status, headers: shown });
    },
  };
}

/** Starts a server over the sandbox. */
export async function startServer(fault?: Fault): Promise<GalleryServer> {
  const { answer, ...faulty } = await wrapSandbox(fault);
  // It never closes an idle connection: a busy machine may be late to, just when the next request is on it
  const server = createServer({ keepAliveTimeout: 0 }, async (incoming, response) => {
    const { method = "", url = "", headers } = incoming;
    try {
      const replied = await answer({ method, url, headers }, await buffer(incoming));
      if (replied.write === undefined) send(response, replied.answer);
      else replied.write(response, replied.answer, replied.call, () => send(response, replied.answer));
    } catch (error) {
      // A caller that went away in the middle of a request gets no answer
      if (incoming.complete) faulty.crashes.push(error);
      response.destroy();
    }
  });
  const url = await listenOn(server, 0, "the gallery's server", "Try again.");
  return {
    ...faulty,
    url,
    async close() {
      const closed = server[Symbol.asyncDispose]();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Starts a server for one test, at the end of which it is closed, and no fault may have thrown. */
export async function serve(fault?: Fault): Promise<GalleryServer> {
  const server = await startServer(fault);
  onTestFinished(async () => {
    await server.close();
    expect(server.crashes).toEqual([]);
  });
  return server;
}

/** Headers of a connection, which the sandbox has none of here. */
const ofConnection = ["connection", "content-length", "expect", "host", "transfer-encoding"];

/** Asks the sandbox, or the other world. */
async function ask(
  { method, url, headers, bytes }: ReturnType<typeof writeCall>,
  isElsewhere = false,
): Promise<Answer> {
  const given =
    isElsewhere && headers["x-service-api-key"] === teamKey ? { "x-service-api-key": elsewhere.apiKey } : {};
  const sent = Object.entries({ ...headers, ...given }).flatMap(([name, value]): [string, string][] =>
    ofConnection.includes(name) || value === undefined ? [] : [[name, String(value)]],
  );
  const body = bytes.length === 0 ? {} : { body: bytes };
  const response = await sandbox.fetch(`http://sandbox${url}`, { method, headers: sent, ...body });
  const text = await response.text();
  return {
    status: response.status,
    headers: { "content-type": response.headers.get("content-type") ?? "" },
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
