// Asks for pages of a sandbox as a browser does: with a Host, and with what it says about where a form comes from.
import { once } from "node:events";
import { type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";

/** What was answered. */
export interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Gets a page. */
export async function got(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Answered> {
  return asked(url, { headers });
}

/** Posts a form, by default as one of the sandbox's own pages does. */
export async function posted(
  url: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = { origin: new URL(url).origin, "sec-fetch-site": "same-origin" },
): Promise<Answered> {
  const type = { "content-type": "application/x-www-form-urlencoded" };
  return asked(url, { method: "POST", headers: { ...type, ...headers } }, `${new URLSearchParams(fields)}`);
}

async function asked(
  url: string,
  options: { readonly method?: string; readonly headers: Readonly<Record<string, string>> },
  body = "",
): Promise<Answered> {
  const sent = request(url, options);
  sent.end(body);
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer) };
}
