// Sends one HTTP request to the server under test, and returns its whole answer, or the reason why there is none.
import { isUtf8 } from "node:buffer";
import { Readable, type Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import type { FormPart } from "../../shared/findings/index.ts";
import { describeError, HttpClient, type HttpRequest, type Reply } from "../../shared/http/index.ts";
import type { WireRequest } from "./request.ts";

/** A complete response. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** A reason why its bytes are not JSON by the standard, such as "is not UTF-8". */
  readonly flaw?: string | undefined;
}

/** Why there is no complete response. */
export interface NoAnswer {
  /**
   * `unreachable`: no connection; `untrusted`: its certificate is refused; `hung`: no complete response in time;
   * `broken`: the connection closed in mid-response, or it is not HTTP; `endless`: the response is too large.
   */
  readonly kind: "unreachable" | "untrusted" | "hung" | "broken" | "endless";
  /** The network's own words. */
  readonly reason: string;
}

export type Exchange =
  | { readonly answer: Answer; readonly failure?: never }
  | { readonly answer?: never; readonly failure: NoAnswer };

/** How many megabytes of an answer are read: more than any documented answer needs. */
const longestAnswerMb = 8;

/** How often an upload is sent whose connection was closed early, and whose answer was lost with it. */
const mostUploads = 5;

/** Sends one request, and resolves as soon as the headers of its answer are there. */
export type Transport = (request: HttpRequest, signal: AbortSignal) => Promise<Reply>;

const client = new HttpClient();

/** How often a call is sent that is answered with 429. */
const mostAttempts = 3;

/** A server that limits by the minute is waited for, one that limits by the hour is not. */
const longestWaitMs = 60_000;

/**
 * Sends a request. A redirect is an answer like any other: it is never followed.
 *
 * @param origin Where the host answers, with a base path perhaps, without a slash at the end.
 * @param timeoutMs Milliseconds to wait for a complete response.
 * @param transport By default over a socket.
 */
export async function exchange(
  origin: string,
  request: WireRequest,
  timeoutMs: number,
  transport: Transport = (one, signal) => client.send(one, signal),
): Promise<Exchange> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await exchangeOnce(origin, request, timeoutMs, transport);
    if (result.answer?.status !== 429 || attempt === mostAttempts) return result;
    // The service's rate limits are not shown
    const wait = parseWait(result.answer.headers.get("retry-after")) ?? 1000 * attempt;
    await new Promise((resolve) => setTimeout(resolve, Math.min(wait, longestWaitMs)));
  }
}

/** Milliseconds that `Retry-After` asks for, as seconds or as a date. */
function parseWait(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined;
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(ms, 0);
}

async function exchangeOnce(
  origin: string,
  { method, target, headers, body }: WireRequest,
  timeoutMs: number,
  transport: Transport,
): Promise<Exchange> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), timeoutMs);
  const { signal } = deadline;
  const isForm = typeof body === "object";
  const content = new Response(isForm ? writeForm(body) : body);
  const request: HttpRequest = {
    url: new URL(origin + target),
    method,
    headers: { ...ownHeaders, ...Object.fromEntries(content.headers), ...headers },
    body: body === undefined ? undefined : Buffer.from(await content.arrayBuffer()),
  };
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await readAnswer(decompress(await transport(request, signal)));
      } catch (error) {
        const isCutShort = error instanceof Error && "code" in error && error.code === "EPIPE";
        if (!isCutShort || !isForm || attempt === mostUploads) throw error;
      }
    }
  } catch (error) {
    const reason = `no complete response within ${timeoutMs / 1000} s`;
    return { failure: signal.aborted ? { kind: "hung", reason } : explainFailure(error) };
  } finally {
    clearTimeout(timer);
  }
}

const ownHeaders = { "user-agent": "wearable-health-api-verify", "accept-encoding": "identity" };

function writeForm(parts: readonly FormPart[]): FormData {
  const form = new FormData();
  for (const part of parts) {
    if ("text" in part) form.append(part.name, part.text);
    else form.append(part.name, new Blob([part.bytes], { type: part.type }), part.filename);
  }
  return form;
}

/** Decoders of compressed answers: none is asked for, but some proxies compress every answer. */
const decoders = new Map<string | null, () => Transform>([
  ["gzip", createGunzip],
  ["br", createBrotliDecompress],
  ["deflate", createInflate],
]);

function decompress(reply: Reply): Reply {
  const decoder = decoders.get(reply.headers.get("content-encoding"));
  return decoder === undefined ? reply : { ...reply, body: Readable.from(reply.body ?? []).compose(decoder()) };
}

async function readAnswer({ status, headers, body }: Reply): Promise<Exchange> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.byteLength;
    // Leaving the loop cancels the rest
    if (length > longestAnswerMb * 1024 * 1024) {
      return { failure: { kind: "endless", reason: `more than ${longestAnswerMb} MB received` } };
    }
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  const text = new TextDecoder().decode(bytes);
  const isMarked = bytes.subarray(0, 3).equals(byteOrderMark);
  const flaw = isMarked ? "begins with a byte order mark" : isUtf8(bytes) ? undefined : "is not UTF-8";
  return { answer: { status, headers, text, flaw } };
}

const byteOrderMark = Buffer.from("\ufeff");

const unreachable = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", "EACCES", "ETIMEDOUT"];

function explainFailure(error: unknown): NoAnswer {
  const said = describeError(error);
  const reason = /^(aborted|socket hang up)$/.test(said) ? "other side closed" : said;
  // Where several addresses were tried, it is that of the first
  const code = String(Reflect.get(Object(error), "code"));
  if (unreachable.includes(code)) return { kind: "unreachable", reason };
  return { kind: /CERT|SELF_SIGNED|UNABLE_TO_/.test(code) ? "untrusted" : "broken", reason };
}
