// Sends requests with exactly the headers that are given, as a browser or a proxy does: with a Host of their own.
import { once } from "node:events";
import { type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";

/** An answer with its body. */
export interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Sends a request without a body. */
export async function sendRequest(
  url: string,
  headers: Readonly<Record<string, string>> = {},
  method = "GET",
): Promise<Answered> {
  const sent = request(url, { method, headers, setHost: headers["host"] === undefined });
  sent.end();
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer) };
}
