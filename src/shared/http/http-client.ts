// The HTTP client of the tools: sends requests over connections that are used again, and hands over each answer as soon as its headers are there.
import { once } from "node:events";
import type { ClientRequest, IncomingMessage } from "node:http";
import type { LookupFunction } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { isLocalName, readHost } from "./host-policy.ts";

// An import statement would read every export of node:http, and so load Node's whole fetch: 60 ms of a start
const http = process.getBuiltinModule("node:http");
const https = process.getBuiltinModule("node:https");

/** A request ready to be sent. */
export interface HttpRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer | undefined;
}

/** An answer whose body has not been read; a `Response` is one. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** How much is written before the answer is looked for again; what is longer has a connection of its own. */
const pieceBytes = 64 * 1024;

export class HttpClient {
  readonly #lookup: LookupFunction | undefined;
  readonly #agents = { http: new http.Agent({ keepAlive: true }), https: new https.Agent({ keepAlive: true }) };

  /** @param lookup How a name becomes an address: by default as the system does it. */
  constructor(lookup?: LookupFunction) {
    this.#lookup = lookup;
  }

  /**
   * Sends a request. A redirect is an answer like any other: it is never followed.
   *
   * The answer counts that comes before all of the request has been sent: a server may refuse an upload by its headers and close the
   * connection. `fetch` then fails at its next piece: measured with 11 MB, it lost 51 of 60 answers. With a look for the answer before
   * each piece it was 5 of 60.
   *
   * @param signal Ends it, also while the body of the answer is read.
   */
  async send(request: HttpRequest, signal: AbortSignal): Promise<Reply> {
    const isShort = (request.body?.length ?? 0) <= pieceBytes;
    const first = this.open(request, { isKept: isShort, signal });
    const answer = await answerTo(first, request.body).catch((error: NodeJS.ErrnoException) => {
      // A server may close an idle connection just when it is used again: that is not its failure
      if (!first.reusedSocket || (error.code !== "ECONNRESET" && error.code !== "EPIPE")) throw error;
      return answerTo(this.open(request, { isKept: false, signal }), request.body);
    });
    return { status: answer.statusCode ?? 0, headers: readHeaders(answer), body: answer };
  }

  /** Opens a request without sending anything. */
  open(
    { url, method, headers, body }: HttpRequest,
    { isKept, signal }: { readonly isKept: boolean; readonly signal: AbortSignal },
  ): ClientRequest {
    const isSecure = url.protocol === "https:";
    return (isSecure ? https : http).request(url, {
      method,
      ...(isLocalName(readHost(url)) && { hostname: "localhost" }),
      headers: { host: url.host, ...headers, ...(body !== undefined && { "content-length": body.length }) },
      agent: isKept && this.#agents[isSecure ? "https" : "http"],
      signal,
      ...(this.#lookup !== undefined && { lookup: this.#lookup }),
    });
  }

  close(): void {
    this.#agents.http.destroy();
    this.#agents.https.destroy();
  }
}

/** Resolves when the headers of the answer are there, whatever becomes of what is still being written. */
function answerTo(outgoing: ClientRequest, body: Buffer = Buffer.alloc(0)): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    outgoing.on("error", reject);
    outgoing.once("response", (answer) => {
      isAnswered = true;
      answer.once("close", () => {
        if (!outgoing.writableEnded) outgoing.destroy();
      });
      resolve(answer);
    });
    const writeAll = async () => {
      let at = 0;
      for (; body.length - at > pieceBytes; at += pieceBytes) {
        // An answer that has arrived is read in this turn, before more is written
        await nextTurn();
        if (isAnswered) return;
        if (!outgoing.write(body.subarray(at, at + pieceBytes))) await once(outgoing, "drain");
      }
      if (!isAnswered) outgoing.end(body.subarray(at));
    };
    writeAll().catch(reject);
  });
}

/** The body of an answer as text; undefined when it is longer. */
export async function readText({ body }: Pick<Reply, "body">, mostBytes: number): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let text = "";
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.byteLength;
    // Leaving the loop cancels the rest
    if (length > mostBytes) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function readHeaders({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? "", rawHeaders[at + 1] ?? "");
  return headers;
}

/**
 * Writes an error of the network on one line: a message of TLS has several. Node leaves the message empty when several addresses failed,
 * each for its own reason.
 */
export function describeError(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(String).join("; ");
  if (!(error instanceof Error)) return String(error);
  const { code = "", reason = error.message } = error as NodeJS.ErrnoException & { readonly reason?: string };
  return (reason || code || error.name).replaceAll(/\s+/g, " ").trim();
}
