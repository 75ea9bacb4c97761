// The mock: Prism behind a server that turns away what Prism cannot take, and that restarts Prism.
import { unwatchFile, watchFile } from "node:fs";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { Failure, listenOn } from "../shared/terminal/index.ts";
import { cutFiles, findObstacle } from "./obstacle.ts";
import { type Prism, startPrism } from "./prism.ts";

/** A running mock. */
export interface Mock {
  /** Its base URL, such as `http://127.0.0.1:4010`. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Starts the mock on the loopback interface.
 *
 * @param file The bundled contract, such as `generated/openapi.yaml`. Prism is restarted when it changes.
 * @param port 0 picks a free one.
 * @param portRemedy How to choose another port, for the message when it is in use.
 * @param referenceUrl Where a person who opens the root in a browser is led; by default nowhere.
 * @throws {Failure} when Prism cannot serve the contract, or the port is in use or not permitted.
 */
export async function startMock(
  file: string,
  port: number,
  portRemedy = "Pass another port.",
  referenceUrl?: string,
): Promise<Mock> {
  let running: Promise<Prism> | undefined;
  /** Starts Prism unless it runs. */
  const current = () => {
    if (running !== undefined) return running;
    const starting = startPrism(file);
    const forget = () => (running === starting ? stop() : undefined);
    starting.then(({ ended }) => ended).then(forget, forget);
    running = starting;
    return starting;
  };
  const stop = async () => {
    const last = running;
    running = undefined;
    await last?.then((prism) => prism.stop()).catch(() => {});
  };
  // With Node's 5 seconds, a busy machine closes connections on which a request has just arrived
  const server = createServer({ keepAliveTimeout: 72_000 }, (incoming, outgoing) => {
    if (incoming.url === "/" && incoming.headers.accept?.includes("text/html")) return leadOn(outgoing, referenceUrl);
    answer(incoming, outgoing, current).catch((error: unknown) => {
      refuse(outgoing, 502, error instanceof Failure ? error.message : String(error));
    });
  });
  const close = async () => {
    unwatchFile(file, stop);
    server.close();
    server.closeAllConnections();
    await stop();
  };
  const url = await listenOn(server, port, "the mock", portRemedy);
  await current().catch(async (error: unknown) => {
    await close();
    throw error;
  });
  // The next request starts it again. Prism watches the file itself, but answers nothing while it reloads
  watchFile(file, { interval: 250 }, stop);
  return { url, close };
}

/** Answers a person who opens the root in a browser. */
function leadOn(outgoing: ServerResponse, referenceUrl: string | undefined): void {
  if (referenceUrl !== undefined) return void outgoing.writeHead(302, { location: `${referenceUrl}/` }).end();
  outgoing.writeHead(200, { "content-type": "text/plain; charset=utf-8" });
  outgoing.end("The mock answers the operations of the contract. Read the reference: `npm start` serves both.\n");
}

/** The largest body that Prism reads, in bytes. */
const bodyLimit = 10 * 1024 * 1024;

async function answer(incoming: IncomingMessage, outgoing: ServerResponse, current: () => Promise<Prism>) {
  const chunks: Buffer[] = [];
  let length = 0;
  // Read to its end also when it is too large: a client that is still sending would not get the answer
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= bodyLimit) chunks.push(chunk);
  }
  if (length > bodyLimit) return refuse(outgoing, 413, `The body has more than ${bodyLimit} bytes.`);
  const received = Buffer.concat(chunks);
  const obstacle = findObstacle(incoming, received);
  if (obstacle !== undefined) return refuse(outgoing, ...obstacle);
  const contentType = incoming.headers["content-type"] ?? "";
  const body = /^multipart\/form-data\b/i.test(contentType) ? cutFiles(contentType, received) : received;
  // The client has disconnected, or the mock is closed
  if (incoming.socket.destroyed) return;
  const prism = await current();
  const headers = { ...endToEnd(incoming.headers), ...(length > 0 ? { "content-length": body.length } : {}) };
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const { method, url: path } = incoming;
      request(prism.url, { method, path, headers, agent: false }, resolve).on("error", reject).end(body);
    });
    const text = Buffer.concat(await response.toArray());
    // Prism takes its own "not found" for an error of the server
    if (response.statusCode === 500 && text.includes("errors#NOT_FOUND")) {
      return refuse(
        outgoing,
        404,
        `No answer of this operation is what Prefer asks for: "${incoming.headers["prefer"]}".`,
      );
    }
    outgoing.writeHead(response.statusCode ?? 502, endToEnd(response.headers)).end(text);
  } catch (error) {
    const why = await Promise.race([prism.ended, wait(10_000, String(error), { ref: false })]);
    refuse(outgoing, 502, `Prism ended: ${why}. The next request starts it again.`);
  }
}

/** Headers of one connection, which a proxy does not pass on. */
const hopByHop = ["connection", "keep-alive", "transfer-encoding", "te", "trailer", "upgrade", "expect"];

function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.includes(name)));
}

function refuse(outgoing: ServerResponse, status: number, detail: string): void {
  if (outgoing.destroyed) return;
  const headers = { "content-type": "application/json", "access-control-allow-origin": "*" };
  outgoing.writeHead(status, headers).end(JSON.stringify({ detail }));
}
