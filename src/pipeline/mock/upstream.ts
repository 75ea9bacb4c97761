// The server behind the proxy: its URL, and how requests are sent to it byte for byte.
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { urlToHttpOptions } from "node:url";
import { Failure } from "../../tools/terminal/index.ts";
import { RequestProblem } from "./problem.ts";
import { readBytes } from "./request.ts";

/** The largest request or response in bytes: more than the contract allows. */
export const exchangeLimit = 32 * 1024 * 1024;

/** The upstream's response, unchanged. */
export interface UpstreamAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: IncomingMessage["headers"];
  /** Names and values in turn, without hop-by-hop headers. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer<ArrayBuffer>;
}

/**
 * Reads the URL of an upstream.
 *
 * @param text What the person wrote.
 * @param option The option, such as `--proxy`.
 * @throws {Failure} when a path cannot be appended to it.
 */
export function parseUpstream(text: string, option = "--proxy"): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const remedy = "Write it like https://staging.example.com or https://staging.example.com/prefix.";
  // The part before an @ may be a password
  const shown = text.replace(/^.*@/s, "…@");
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new Failure(`${option} takes a URL with http or https, found "${shown}".`, remedy);
  }
  if (url.username !== "" || url.password !== "") {
    throw new Failure(
      `${option} takes a URL without a credential, found "${shown}".`,
      "The client sends the credential.",
    );
  }
  if (url.search !== "" || url.hash !== "") {
    throw new Failure(`${option} takes a URL without a query and a fragment, found "${shown}".`, remedy);
  }
  return url;
}

/**
 * Sends a request to the upstream and reads the whole response. Redirects are not followed.
 *
 * @param incoming The request as the client sent it.
 * @param body Its body.
 * @param timeout Milliseconds to wait for the complete response.
 * @param signal Aborts the request.
 * @throws {RequestProblem} with status 502 or 504 when there is no complete response.
 */
export async function sendUpstream(
  upstream: URL,
  incoming: IncomingMessage,
  body: Buffer,
  timeout: number,
  signal: AbortSignal,
): Promise<UpstreamAnswer> {
  const { method = "GET", url = "/" } = incoming;
  const send = upstream.protocol === "https:" ? httpsRequest : httpRequest;
  const late = AbortSignal.timeout(timeout);
  const stopped = AbortSignal.any([signal, late]);
  try {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const options = {
        ...urlToHttpOptions(upstream),
        method,
        // Concatenated: resolved as a URL, "//host/path" would be another host
        path: upstream.pathname.replace(/\/$/, "") + url,
        headers: outgoingHeaders(upstream, incoming, body),
        // A new connection for each request: a kept one may be closed at that moment, which would look like an error
        agent: false,
        signal: stopped,
      } as const;
      send(options, resolve).on("error", reject).end(body);
    });
    return {
      status: answer.statusCode ?? 0,
      statusText: answer.statusMessage ?? "",
      headers: answer.headers,
      rawHeaders: withoutHopByHop(answer),
      body: await readBytes(answer, exchangeLimit, "The proxy buffers responses"),
    };
  } catch (error) {
    if (late.aborted) {
      const detail = `${upstream.origin} did not send a complete response within ${timeout / 1000} seconds.`;
      throw new RequestProblem(504, "The upstream timed out", detail);
    }
    if (signal.aborted) {
      const detail = `${upstream.origin} had not sent a complete response when the proxy was stopped.`;
      throw new RequestProblem(504, "The upstream did not respond", detail);
    }
    throw new RequestProblem(502, "The upstream failed", `${upstream.origin} ${describe(error)}`);
  }
}

/** Hop-by-hop headers (RFC 9110, 7.6.1, and those of older clients). */
const hopByHop = [
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
];

function withoutHopByHop({ rawHeaders, headers }: IncomingMessage, alsoWithout: readonly string[] = []): string[] {
  const named = (headers.connection ?? "").split(",").map((name) => name.trim().toLowerCase());
  const left = new Set([...hopByHop, ...named, ...alsoWithout]);
  return rawHeaders.flatMap((name, index) =>
    index % 2 === 0 && !left.has(name.toLowerCase()) ? [name, rawHeaders[index + 1] ?? ""] : [],
  );
}

function outgoingHeaders(upstream: URL, incoming: IncomingMessage, body: Buffer): string[] {
  const { method = "GET", headers } = incoming;
  // 100-continue has been answered already
  const kept = withoutHopByHop(incoming, ["host", "content-length", "expect"]);
  const isSized =
    body.length > 0 ||
    headers["content-length"] !== undefined ||
    headers["transfer-encoding"] !== undefined ||
    !["GET", "HEAD", "DELETE", "OPTIONS"].includes(method);
  return ["Host", upstream.host, ...kept, ...(isSized ? ["Content-Length", String(body.length)] : [])];
}

/** Describes a failed connection, to follow the upstream's name. */
function describe(error: unknown): string {
  if (error instanceof RequestProblem) return `sent too large a response. ${error.message}`;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const found = code === "" ? String(error) : code;
  if (/CERT|SIGNATURE|ISSUER/.test(code)) {
    return `has an untrusted certificate (${code}). Set NODE_EXTRA_CA_CERTS to the file of its CA certificate.`;
  }
  if (code === "ECONNRESET" || code === "EPIPE")
    return `closed the connection before the response was complete (${code}).`;
  if (code === "EPROTO" || code.startsWith("ERR_SSL"))
    return `does not support TLS (${code}). Is it http instead of https?`;
  if (code.startsWith("HPE_")) return `sent a response that is not HTTP (${code}).`;
  return `cannot be reached (${found}). Check the URL of --proxy, and that the server is running.`;
}
