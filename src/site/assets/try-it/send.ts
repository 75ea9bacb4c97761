// Sends a request to the chosen server, and to no other.
import { type CallRequest, Refusal } from "./request.ts";

/** The response to a call. */
export interface Answer {
  readonly status: number;
  /** The status in words, when the server sent them. */
  readonly phrase: string;
  readonly milliseconds: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

const timeoutMs = 30_000;

/** The options of every request of the page: nothing is kept, and no server learns of another. */
const options = { credentials: "omit", cache: "no-store", referrerPolicy: "no-referrer" } as const;

/**
 * Sends a request and waits for the whole answer.
 *
 * @param command What starts the server at a port, for the remedy when it does not respond.
 * @throws {Refusal} when there is no response.
 */
export async function send(request: CallRequest, command: string | undefined): Promise<Answer> {
  const { method, url, server, headers, body } = request;
  const form = new FormData();
  if (typeof body === "object") for (const [name, value] of body) form.append(name, value);
  const start = performance.now();
  try {
    const response = await fetch(url, {
      ...options,
      method,
      headers: headers.map(([name, value]): [string, string] => [name, value]),
      body: typeof body === "object" ? form : (body ?? null),
      // Followed, a redirect would carry the key to whatever server it names
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.type === "opaqueredirect") {
      const message = `${server} answers with a redirect. This page does not follow it, so that your key reaches no other server.`;
      throw new Refusal(message, "Correct the server's address; `curl -i` shows its target.", "server");
    }
    return {
      status: response.status,
      phrase: response.statusText,
      body: await response.text(),
      milliseconds: Math.round(performance.now() - start),
      headers: [...response.headers],
    };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    if (Object(error).name === "TimeoutError") {
      const message = `${server} did not respond within ${timeoutMs / 1000} seconds.`;
      throw new Refusal(message, "Send again, or choose another server.");
    }
    throw await explainFailure(server, command);
  }
}

/** A browser does not say why a call failed. A `no-cors` request without a key shows whether the server responds. */
async function explainFailure(server: string, command: string | undefined): Promise<Refusal> {
  try {
    await fetch(server, { ...options, method: "HEAD", mode: "no-cors", signal: AbortSignal.timeout(timeoutMs) });
  } catch {
    const { protocol, hostname, port } = new URL(server);
    const start = command && `Start it with \`${command} ${port}\`, then send again.`;
    const isHere = /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
    const isBarred = location.protocol === "https:" && protocol === "http:" && !isHere;
    const barred = isBarred ? " From a page that came over https, a browser calls http:// only on this machine." : "";
    const check = `Check the address, or choose another server.${barred}`;
    return new Refusal(`No server responds at ${server}.`, start ?? check);
  }
  const message = `${server} responds, but it does not allow pages of this origin to read the response (CORS), or the connection broke.`;
  const remedy = `Run the curl sample instead, or let the server allow the origin \`${self.origin}\` and the header of the key, as the sandbox does.`;
  return new Refusal(message, remedy);
}
