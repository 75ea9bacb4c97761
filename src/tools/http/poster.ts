// Posts the bytes of an event to a URL and returns the outcome, within a deadline. Never throws, never follows a redirect.
import { lookup as systemLookup } from "node:dns";
import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { LookupFunction } from "node:net";
import { addressProblem, type HostPolicy, hostOf, urlProblem } from "./host-policy.ts";

// An import statement would read every export of node:http, and so load Node's whole fetch: 60 ms of a start
const http = process.getBuiltinModule("node:http");
const https = process.getBuiltinModule("node:https");

type Headers = Readonly<Record<string, string>>;

/** The response of a receiver. */
export interface Answer {
  /** Absent when there was no answer. */
  readonly status?: number;
  /** The beginning of the answer's body. */
  readonly body?: string;
  /** What went wrong; beside a status, why the body is not whole. */
  readonly error?: string;
  readonly duration_ms: number;
}

/** An answer without its time, and the headers that came with it. */
interface Part {
  readonly answer: Omit<Answer, "duration_ms">;
  readonly headers?: IncomingHttpHeaders;
}

/** How much of an answer is kept. */
const keptAnswerBytes = 2048;

/** How much of an answer is read, so that its connection can be used again; a longer one ends the connection. */
const readAnswerBytes = 64 * 1024;

/** Where a connection is cut: before the body, within it, or after it, before the answer. */
export type Cut = "before" | "within" | "after";

/** The limits of deliveries. */
export interface DeliveryRules extends HostPolicy {
  /** How long a receiver may take, in real time, since the world's clock may be frozen; 5 seconds by default. */
  readonly deadlineMs?: number;
}

export class Poster {
  readonly #rules: DeliveryRules;
  /** How long a receiver may take. */
  readonly deadlineMs: number;
  readonly #lookup: LookupFunction;
  readonly #agents = { http: new http.Agent({ keepAlive: true }), https: new https.Agent({ keepAlive: true }) };

  /** @param resolve How a name becomes addresses: by default as the system does it. */
  constructor(rules: DeliveryRules, resolve: typeof systemLookup = systemLookup) {
    this.#rules = rules;
    this.deadlineMs = rules.deadlineMs ?? 5000;
    this.#lookup = checkedLookup(rules, resolve);
  }

  /** Posts; the promise never rejects. An abort is an error in the answer: its reason. */
  async post(
    url: URL,
    sent: Headers,
    body: Buffer,
    signal: AbortSignal,
    cut?: Cut,
  ): Promise<{ answer: Answer; headers: IncomingHttpHeaders }> {
    const startMs = performance.now();
    const { answer, headers = {} } = await this.#answerOf(url, sent, body, signal, cut);
    return { answer: { ...answer, duration_ms: Math.round(performance.now() - startMs) }, headers };
  }

  close(): void {
    this.#agents.http.destroy();
    this.#agents.https.destroy();
  }

  #answerOf(url: URL, headers: Headers, body: Buffer, signal: AbortSignal, cut: Cut | undefined): Promise<Part> {
    // A host that was allowed when the endpoint was registered need not be allowed now
    const problem = urlProblem(this.#rules, url);
    if (problem !== undefined) return Promise.resolve({ answer: { error: `Not sent: ${problem}.` } });
    return new Promise((resolve) => {
      let request: ClientRequest | undefined;
      let partOf: () => Part = () => ({ answer: {} });
      let isDone = false;
      const done = (part: Part) => {
        isDone = true;
        clearTimeout(timer);
        signal.removeEventListener("abort", onAbort);
        resolve(part);
      };
      const stop = (error: string) => {
        done(withError(partOf(), error));
        request?.destroy();
      };
      const onAbort = () => stop(String(signal.reason));
      const timer = setTimeout(() => stop(`no whole answer within ${this.deadlineMs / 1000} s`), this.deadlineMs);
      signal.addEventListener("abort", onAbort);
      const send = (isFirst: boolean) => {
        const isSecure = url.protocol === "https:";
        const sent = (isSecure ? https : http).request(url, {
          method: "POST",
          headers: { ...headers, "content-length": body.length },
          // The second time on a new connection, and so is one that is cut
          agent: isFirst && cut === undefined ? this.#agents[isSecure ? "https" : "http"] : false,
          lookup: this.#lookup,
        });
        request = sent;
        sent.on("response", (response) => {
          partOf = read(response, done);
        });
        sent.on("error", (error: NodeJS.ErrnoException) => {
          // A receiver may close an idle connection just when it is reused: that is not its failure
          const isStale = sent.reusedSocket && (error.code === "ECONNRESET" || error.code === "EPIPE");
          if (isFirst && isStale && !isDone) send(false);
          else done(withError(partOf(), textOf(error)));
        });
        if (cut === undefined) sent.end(body);
        else cutOff(sent, body, cut, () => done({ answer: { error: `the connection was cut ${cut} the body` } }));
      };
      if (signal.aborted) onAbort();
      else send(true);
    });
  }
}

/** Sends the head of a request and as much of its body as it should, and then closes the connection without reading an answer. */
function cutOff(sent: ClientRequest, body: Buffer, cut: Cut, onCut: () => void): void {
  sent.removeAllListeners("response").on("response", (response) => response.destroy());
  if (cut === "before") sent.flushHeaders();
  else if (cut === "within") sent.write(body.subarray(0, Math.ceil(body.length / 2)));
  else sent.end(body);
  // By then what was written has been passed to the socket, which sends it before it ends
  sent.on("socket", (socket) =>
    setImmediate(() =>
      socket.end(() => {
        onCut();
        sent.destroy();
      }),
    ),
  );
}

/** Addresses are checked in the lookup of the connection itself: a name may resolve differently the next time. */
function checkedLookup(policy: HostPolicy, resolve: typeof systemLookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) {
        callback(error, "", 0);
        return;
      }
      const host = hostOf(new URL(`http://${hostname}`));
      const problem = addresses.map(({ address }) => addressProblem(policy, host, address)).find((one) => one);
      const [first] = addresses;
      if (problem !== undefined) callback(new Error(`not sent: ${problem}`), "", 0);
      else if (first === undefined) callback(new Error(`${hostname} has no address`), "", 0);
      else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

/**
 * Reads an answer. The status counts, even when the body cannot be read.
 *
 * @returns What has been read so far.
 */
function read(response: IncomingMessage, done: (part: Part) => void): () => Part {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const soFar = () => ({
    answer: {
      status: response.statusCode ?? 0,
      // A character that is cut in two is left out
      body: new TextDecoder().decode(Buffer.concat(chunks).subarray(0, keptAnswerBytes), { stream: true }),
    },
    headers: response.headers,
  });
  response.on("data", (chunk: Buffer) => {
    if (bytes < keptAnswerBytes) chunks.push(chunk);
    bytes += chunk.length;
    if (bytes <= readAnswerBytes) return;
    done(soFar());
    response.destroy();
  });
  response.on("end", () => done(soFar()));
  response.on("error", (error) => done(withError(soFar(), textOf(error))));
  return soFar;
}

function withError({ answer, ...part }: Part, error: string): Part {
  return { ...part, answer: { ...answer, error } };
}

/** On one line, which that of TLS is not. Node leaves the message empty when several addresses failed, each for its own reason. */
function textOf(error: NodeJS.ErrnoException): string {
  if (error instanceof AggregateError) return error.errors.map(String).join("; ");
  return (error.message || error.code || error.name).replaceAll(/\s+/g, " ").trim();
}
