// Asks a sandbox as a browser or a proxy does: with a Host of its own.
import { once } from "node:events";
import { type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";

/** An answer with its body. */
export interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Sends a request with exactly these headers. */
export async function got(
  url: string,
  headers: Readonly<Record<string, string>> = {},
  method = "GET",
): Promise<Answered> {
  const sent = request(url, { method, headers, setHost: headers["host"] === undefined });
  sent.end();
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer) };
}
