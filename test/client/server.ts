// A real HTTP server that misbehaves on demand, for the tests of the client.
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach } from "vitest";

/** A request as it arrived. */
export interface Received {
  readonly method: string;
  /** Path and query, byte for byte as sent. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** How the server answers one request. */
export type Answer = (response: ServerResponse, request: Received) => void;

/** A server that plays a script. */
export interface TestServer {
  readonly url: string;
  /** Every request since the test began. */
  readonly received: readonly Received[];
  /** How many requests have a connection and no whole answer. */
  readonly open: number;
  /** The answers to the next requests, in order; the last one is given again and again. */
  play(...answers: readonly [Answer, ...Answer[]]): void;
}

/** Starts the server for the tests of a file; each test begins with nothing received and nothing to play. */
export function useServer(): TestServer {
  let url = "";
  const received: Received[] = [];
  let script: readonly Answer[] = [];
  let open = 0;
  // Only the client closes an idle connection. By default a server does after five seconds, on a busy machine just when the client
  // sends on it: a call that changes something then fails, and is not repeated
  const server = createServer({ keepAliveTimeout: 0 }, async (incoming, response) => {
    open += 1;
    response.on("close", () => {
      open -= 1;
    });
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of incoming) chunks.push(chunk);
    } catch {
      return; // the client went away
    }
    const { method = "", url: target = "", headers } = incoming;
    const request = { method, url: target, headers, body: Buffer.concat(chunks) };
    const answer = script[Math.min(received.length, script.length - 1)];
    received.push(request);
    if (answer === undefined) response.writeHead(418).end("nothing to play");
    else answer(response, request);
  });
  beforeAll(async () => {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    received.length = 0;
    script = [];
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    get url() {
      return url;
    },
    received,
    get open() {
      return open;
    },
    play(...answers) {
      received.length = 0;
      script = answers;
    },
  };
}

/** An address of this machine where nobody listens: its port is below those that systems give away, so that nobody takes it. */
export const nobodyUrl = "http://127.0.0.1:2";

/** Answers with JSON. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return text(status, JSON.stringify(body), { "content-type": "application/json", ...headers });
}

/** Answers with a text of known length. */
export function text(status: number, body: string, headers: Record<string, string> = {}): Answer {
  return (response) => {
    response.writeHead(status, { "content-length": Buffer.byteLength(body), ...headers }).end(body);
  };
}

/** Answers with a text in chunks, without telling its length. */
export function chunked(status: number, body: string, headers: Record<string, string> = {}): Answer {
  return (response) => {
    response.writeHead(status, headers);
    response.write(body.slice(0, body.length / 2));
    response.end(body.slice(body.length / 2));
  };
}

/** Asks for an immediate repetition, so that tests of retries need not wait. */
export function notNow(status: number, retryAfter = "0"): Answer {
  return json(status, { detail: "not now" }, { "retry-after": retryAfter });
}

/** Sends a redirect. */
export function redirect(status: number, location: string): Answer {
  return text(status, "", { location });
}

/** Never answers. */
export const hang: Answer = () => {};

/** Closes the connection before an answer. */
export const reset: Answer = (response) => {
  response.socket?.resetAndDestroy();
};

/** Begins an answer and closes the connection in the middle of its body. */
export const resetInBody: Answer = (response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
  response.write('{"user_id":', () => response.socket?.destroy());
};

/** Sends its headers, then a byte of body every few milliseconds, for ever. */
export const trickle: Answer = (response) => {
  response.writeHead(200, { "content-type": "application/json" });
  const timer = setInterval(() => response.write(" "), 5);
  response.on("close", () => clearInterval(timer));
};
