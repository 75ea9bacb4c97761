// Sends a form so that an answer counts that comes before the form has been sent whole.
import { once } from "node:events";
import { type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { WireRequest } from "./exchange.ts";

/** An answer whose body has not been read; a `Response` is one. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** How much is written before the answer is looked for again. */
const pieceBytes = 64 * 1024;

/** How often an upload is sent that the server did not let in whole, and whose answer was lost. */
const attempts = 5;

/**
 * Sends a form, and stops when an answer comes.
 *
 * A server may refuse an upload by its headers and close the connection. `fetch` then fails at its next piece, although
 * the answer is there: measured with 11 MB, it lost 51 of 60 answers. With a look for the answer before each piece it
 * was 5 of 60, and those are sent again: who closes before the end has not taken the upload.
 */
export async function sendUpload(
  url: string,
  { method, headers }: Pick<WireRequest, "method" | "headers">,
  form: FormData,
  signal: AbortSignal,
): Promise<Reply> {
  const written = new Response(form);
  const bytes = Buffer.from(await written.arrayBuffer());
  const own = { "content-type": written.headers.get("content-type") ?? "", "content-length": bytes.length };
  const options = { method, headers: { ...headers, ...own }, agent: false, signal } as const;
  const send = url.startsWith("https:") ? httpsRequest : httpRequest;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const answer = await answerTo(send(url, options), bytes);
      return { status: answer.statusCode ?? 0, headers: headersOf(answer), body: answer };
    } catch (error) {
      const isCutShort = error instanceof Error && "code" in error && error.code === "EPIPE";
      if (!isCutShort || attempt === attempts) throw error;
    }
  }
}

/** Resolves when the headers of the answer are there, whatever becomes of what is still being written. */
function answerTo(outgoing: ClientRequest, bytes: Buffer): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    outgoing.on("error", reject);
    outgoing.once("response", (answer) => {
      isAnswered = true;
      resolve(answer);
    });
    const writeAll = async () => {
      for (let at = 0; at < bytes.length; at += pieceBytes) {
        // What has arrived is read in this turn, before more is written
        await nextTurn();
        if (isAnswered) return;
        if (!outgoing.write(bytes.subarray(at, at + pieceBytes))) await once(outgoing, "drain");
      }
      outgoing.end();
    };
    writeAll().catch(reject);
  });
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? "", rawHeaders[at + 1] ?? "");
  return headers;
}
