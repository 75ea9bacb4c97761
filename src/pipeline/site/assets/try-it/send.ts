// Sends a request to the chosen server, and to no other.
import type { ServerData } from "./data.ts";
import { Refusal } from "./refusal.ts";
import type { CallRequest } from "./request.ts";

/** What came back. */
export interface Answer {
  readonly status: number;
  /** The status in words, when the server sent them. */
  readonly phrase: string;
  readonly milliseconds: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The media type of the body, without parameters; empty when the server names none. */
  readonly mediaType: string;
  readonly body: string;
}

const patience = 30_000;

/**
 * Sends a request and waits for the whole answer.
 *
 * @param known What the contract says of the server, for the remedy when it does not respond.
 * @throws {Refusal} when there is no response.
 */
export async function send(request: CallRequest, known: ServerData | undefined): Promise<Answer> {
  const start = performance.now();
  try {
    const response = await fetch(request.url, {
      method: request.method,
      headers: request.headers.map(({ name, value }): [string, string] => [name, value]),
      body: bodyOf(request),
      // Followed, a redirect would carry the key to whatever server it names
      redirect: "manual",
      credentials: "omit",
      cache: "no-store",
      referrerPolicy: "no-referrer",
      signal: AbortSignal.timeout(patience),
    });
    if (response.type === "opaqueredirect") {
      const message = `${request.server} answers with a redirect. This page does not follow it, so that your key reaches no other server.`;
      throw new Refusal(message, "Correct the server's address; `curl -i` shows its target.", "server");
    }
    const body = await response.text();
    return {
      status: response.status,
      phrase: response.statusText,
      milliseconds: Math.round(performance.now() - start),
      headers: [...response.headers].filter(([name]) => name !== ""),
      mediaType: (response.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "",
      body,
    };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    if (error instanceof DOMException && error.name === "TimeoutError") {
      const message = `${request.server} did not respond within ${patience / 1000} seconds.`;
      throw new Refusal(message, "Send again, or choose another server.");
    }
    throw await unanswered(request, known);
  }
}

function bodyOf({ body }: CallRequest): BodyInit | null {
  if (body === undefined || typeof body === "string") return body ?? null;
  const form = new FormData();
  for (const [name, value] of body) form.append(name, value);
  return form;
}

/** A browser does not say why a call failed. A `no-cors` request without a key shows whether the server responds. */
async function unanswered({ server }: CallRequest, known: ServerData | undefined): Promise<Refusal> {
  try {
    await fetch(server, {
      method: "HEAD",
      mode: "no-cors",
      credentials: "omit",
      cache: "no-store",
      referrerPolicy: "no-referrer",
      signal: AbortSignal.timeout(patience),
    });
  } catch {
    const remedy =
      known?.command === undefined
        ? "Check the address, or choose another server."
        : `Start it with \`${known.command}\`, then send again.`;
    return new Refusal(`No server responds at ${server}.`, remedy);
  }
  const message = `${server} responds, but it does not allow pages of this origin to read the response (CORS), or the connection broke.`;
  return new Refusal(message, known?.remedy ?? "Run the curl command instead, or choose the local mock.");
}
