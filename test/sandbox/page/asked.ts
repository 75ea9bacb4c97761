// Asks for pages of a sandbox as a browser does: with a Host of its own.
import { once } from "node:events";
import { type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";

/** An answer with its body. */
export interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Gets a page. */
export async function got(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Answered> {
  const sent = request(url, { headers });
  sent.end();
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer) };
}
