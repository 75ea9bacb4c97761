// Hands a delivery on to the consumer's receiver, and says what the sender is answered.
import { once } from "node:events";
import { connect } from "node:net";
import { type HostPolicy, Poster, urlProblem } from "../events/index.ts";
import { Failure } from "../terminal/index.ts";
import type { SentDelivery } from "./judge.ts";

/** What the sender is answered. */
export interface ForwardedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Why the receiver's own answer is not handed back, with what to do; undefined when it is. */
  readonly problem: string | undefined;
}

/** Headers of one connection, which end with it, and what is written anew for the next. */
const ofConnection = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "expect",
  "host",
  "content-length",
  // The answer is handed back as text
  "accept-encoding",
]);

/**
 * Reads `--forward`.
 *
 * @throws {Failure} when it is no URL that events may be sent to.
 */
export function forwardUrl(text: string, policy: HostPolicy): URL {
  const url = URL.parse(text);
  const remedy = "Write it like http://127.0.0.1:3000/webhooks.";
  if (url === null) throw new Failure(`--forward takes a URL, found "${text}".`, remedy);
  const problem = urlProblem(policy, url);
  if (problem !== undefined) {
    const allow = problem.includes("--allow-host") ? "Allow it, or use a receiver on this machine." : remedy;
    throw new Failure(`Events cannot be forwarded to ${shownUrl(url)}: ${problem}.`, allow);
  }
  return url;
}

/**
 * Checks that somebody listens at a URL. No event is sent: what the receiver makes of one is only known from the first.
 *
 * @throws {Failure} when nobody does.
 */
export async function requireListener(url: URL, timeoutMs: number): Promise<void> {
  const socket = connect({
    host: url.hostname.replaceAll(/^\[|\]$/g, ""),
    port: Number(url.port || (url.protocol === "https:" ? 443 : 80)),
  });
  try {
    await once(socket, "connect", { signal: AbortSignal.timeout(timeoutMs) });
  } catch (error) {
    const code = String(Object(error).code);
    const why = code === "ABORT_ERR" ? `no connection within ${timeoutMs / 1000} s` : code;
    throw new Failure(`Nothing listens at ${shownUrl(url)} (${why}).`, "Start your receiver, or correct --forward.", {
      cause: error,
    });
  } finally {
    socket.destroy();
  }
}

/** A URL without its query, which may hold a secret. */
export function shownUrl({ origin, pathname }: URL): string {
  return `${origin}${pathname}`;
}

export class Forwarder {
  readonly #url: URL;
  readonly #timeoutMs: number;
  readonly #poster: Poster;
  readonly #stop = new AbortController();

  constructor(url: URL, policy: HostPolicy, timeoutMs: number) {
    this.#url = url;
    this.#timeoutMs = timeoutMs;
    this.#poster = new Poster({ ...policy, deadlineMs: timeoutMs });
  }

  /** Posts a delivery byte for byte. Only a receiver that acknowledges it makes the answer an acknowledgement. */
  async forward({ body, headers }: SentDelivery): Promise<ForwardedAnswer> {
    const named = headers["connection"]?.toLowerCase().split(/\s*,\s*/) ?? [];
    const kept = Object.entries(headers).filter(([name]) => !ofConnection.has(name) && !named.includes(name));
    const { answer, headers: came } = await this.#poster.post(
      this.#url,
      Object.fromEntries(kept),
      body,
      this.#stop.signal,
    );
    const { status, error, duration_ms } = answer;
    const where = shownUrl(this.#url);
    if (status === undefined) {
      return duration_ms >= this.#timeoutMs
        ? refusal(504, `${where} did not answer within ${this.#timeoutMs / 1000} s. Check your receiver.`)
        : refusal(502, `${where} cannot be reached: ${error}. Start your receiver.`);
    }
    if (status >= 300 && status < 400) {
      const target = URL.parse(came.location ?? "", this.#url.href);
      const to = target === null ? "nowhere" : shownUrl(target);
      return refusal(502, `${where} redirects to ${to}, and an event is not redirected. Pass that as --forward.`);
    }
    const type = came["content-type"] ?? "";
    if (status < 300 && type.startsWith("text/html")) {
      return refusal(502, `${where} answers with HTML. Pass the URL of the endpoint that takes events as --forward.`);
    }
    const headersBack = type === "" ? {} : { "content-type": type };
    return { status, headers: headersBack, body: answer.body ?? "", problem: undefined };
  }

  close(): void {
    this.#stop.abort("listen was stopped");
    this.#poster.close();
  }
}

function refusal(status: number, problem: string): ForwardedAnswer {
  return { status, headers: { "content-type": "text/plain" }, body: `${problem}\n`, problem };
}
