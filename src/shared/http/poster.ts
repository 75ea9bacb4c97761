// Posts the bytes of an event to a URL and returns the outcome, within a deadline. Never throws, never follows a redirect.
import { lookup as systemLookup } from "node:dns";
import type { LookupFunction } from "node:net";
// A test may fake the global ones; those on the network wait in real time
import { clearTimeout, setImmediate, setTimeout } from "node:timers";
import { addressProblem, type HostPolicy, readHost, urlProblem } from "./host-policy.ts";
import { describeError, HttpClient, type HttpRequest } from "./http-client.ts";

/** The response of a receiver. */
export interface Answer {
  /** Absent when there was no answer. */
  readonly status?: number;
  /** The beginning of the answer's body. */
  readonly body?: string;
  /** The failure; beside a status, why the body is incomplete. */
  readonly error?: string;
  readonly duration_ms: number;
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
  readonly #client: HttpClient;

  /** @param resolve How a name becomes addresses: by default as the system does it. */
  constructor(rules: DeliveryRules, resolve: typeof systemLookup = systemLookup) {
    this.#rules = rules;
    this.deadlineMs = rules.deadlineMs ?? 5000;
    this.#client = new HttpClient(checkedLookup(rules, resolve));
  }

  /** Posts; the promise never rejects. An abort is an error in the answer: its reason. */
  async post(
    url: URL,
    sent: HttpRequest["headers"],
    body: Buffer,
    signal: AbortSignal,
    cut?: Cut,
  ): Promise<{ answer: Answer; headers: Headers }> {
    const startMs = performance.now();
    // A host that was allowed when the endpoint was registered need not be allowed now
    const problem = urlProblem(this.#rules, url);
    const { answer, headers } =
      problem === undefined
        ? await this.#answerTo({ url, method: "POST", headers: sent, body }, signal, cut)
        : { answer: { error: `Not sent: ${problem}.` }, headers: new Headers() };
    return { answer: { ...answer, duration_ms: Math.round(performance.now() - startMs) }, headers };
  }

  close(): void {
    this.#client.close();
  }

  async #answerTo(request: HttpRequest, signal: AbortSignal, cut: Cut | undefined) {
    const ending = new AbortController();
    const abort = () => ending.abort(signal.reason);
    signal.addEventListener("abort", abort);
    if (signal.aborted) abort();
    const timer = setTimeout(() => ending.abort(`no whole answer within ${this.deadlineMs / 1000} s`), this.deadlineMs);
    const answer: { -readonly [Key in "status" | "body" | "error"]?: Answer[Key] } = {};
    let headers = new Headers();
    try {
      if (cut !== undefined) {
        await this.#cutOff(request, cut, ending.signal);
        answer.error = `the connection was cut ${cut} the body`;
        return { answer, headers };
      }
      const reply = await this.#client.send(request, ending.signal);
      // The status counts, even when the body cannot be read
      ({ headers, status: answer.status } = reply);
      answer.body = "";
      const decoder = new TextDecoder();
      let bytes = 0;
      for await (const chunk of reply.body ?? []) {
        // A character that is cut in two is left out
        const kept = chunk.subarray(0, Math.max(0, keptAnswerBytes - bytes));
        answer.body += decoder.decode(kept, { stream: true });
        bytes += chunk.length;
        if (bytes > readAnswerBytes) break;
      }
    } catch (error) {
      answer.error = describeError(ending.signal.reason ?? error);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
    }
    return { answer, headers };
  }

  /** Sends the head of a request and as much of its body as it should, and then closes the connection without reading an answer. */
  #cutOff(request: HttpRequest, cut: Cut, signal: AbortSignal): Promise<void> {
    const { body = Buffer.alloc(0) } = request;
    return new Promise((resolve, reject) => {
      const sent = this.#client.open(request, { isKept: false, signal });
      sent.on("error", reject).on("response", (response) => response.destroy());
      if (cut === "before") sent.flushHeaders();
      else if (cut === "within") sent.write(body.subarray(0, Math.ceil(body.length / 2)));
      else sent.end(body);
      // By then what was written has been passed to the socket, which sends it before it ends
      sent.on("socket", (socket) =>
        setImmediate(() =>
          socket.end(() => {
            resolve();
            sent.destroy();
          }),
        ),
      );
    });
  }
}

/** Addresses are checked in the lookup of the connection itself: a name may resolve differently the next time. */
function checkedLookup(policy: HostPolicy, resolve: typeof systemLookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) {
        callback(error, "", 0);
        return;
      }
      const host = readHost(new URL(`http://${hostname}`));
      const problem = addresses.map(({ address }) => addressProblem(policy, host, address)).find((one) => one);
      const [first] = addresses;
      if (problem !== undefined) callback(new Error(`not sent: ${problem}`), "", 0);
      else if (first === undefined) callback(new Error(`${hostname} has no address`), "", 0);
      else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}
