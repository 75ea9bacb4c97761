// Carries out a call. openapi-fetch writes the request and parses the answer; the `fetch` that it is given sends the one
// and reads the other whole, within time. Then the status decides: a result, or an error that says what went wrong.
import createFetchClient, { type Middleware } from "openapi-fetch";
import { documentedBodies, multipartRoutes } from "../../generated/call-tables.ts";
import { attemptCall } from "./attempts.ts";
import { BodyError, ClientError, InvalidRequestError, NetworkError, RedirectError } from "./errors.ts";
import {
  assertObject,
  assertParameters,
  assertRequest,
  assertText,
  assertTime,
  checkHeaders,
  makeForm,
  parseAddress,
  type UntypedParameters,
} from "./request.ts";
import type { AnyResult, CallName, ClientOptions, CommonOptions, Credential, HeaderOptions } from "./types.ts";

/** The options of a call, whatever its route. */
interface UntypedOptions extends CommonOptions, HeaderOptions {
  readonly params?: UntypedParameters;
  readonly body?: object;
}

/** Makes the function of one client that carries out a call of any route. */
export function createCaller(
  credentialHeader: string,
  credential: Credential,
  connection: Omit<ClientOptions, "apiKey">,
) {
  const { onEvent, deadlineMs = Number.POSITIVE_INFINITY } = connection;
  assertTime("deadlineMs", deadlineMs);
  const checkKey = (key: string) => {
    assertText(key, `The credential for ${credentialHeader} is empty or missing.`);
    checkHeaders({ [credentialHeader]: key });
    return key;
  };
  if (typeof credential !== "function") checkKey(credential);
  const client = createFetchClient({
    baseUrl: parseAddress(connection.baseUrl),
    headers: { accept: "application/json", ...checkHeaders(connection.headers) },
    // Writes `further: { name: value }` as `name=value`, as the contract has it; the default is `further[name]=value`
    querySerializer: { object: { style: "form", explode: true } },
  }) as { request(method: string, path: string, options: object): Promise<unknown> };

  return async (method: string, path: string, options: UntypedOptions = {}): Promise<AnyResult<unknown>> => {
    const call = { method, path };
    const { body, idempotencyKey, params = {}, signal, timeoutMs = connection.timeoutMs ?? 90_000 } = options;
    assertTime("timeoutMs", timeoutMs);
    assertRequest(!signal || signal.addEventListener, "signal is not an AbortSignal.");
    if (idempotencyKey !== undefined) assertText(idempotencyKey, "idempotencyKey is empty.");
    assertParameters(path, params);
    const name = `${method} ${path}`;
    const isForm = body !== undefined && multipartRoutes.includes(name);
    if (body !== undefined) assertObject("The body", body);
    const headers = checkHeaders({
      ...checkHeaders(options.headers),
      ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
      ...(options.linkToken !== undefined && { "x-service-link-token": options.linkToken }),
    });
    // A key alone is not enough: the name of its header is an assumption of the contract
    const isSafe = method === "GET" || (connection.trustIdempotencyKeyHeader && idempotencyKey !== undefined);
    const maxRetries = isSafe ? (options.maxRetries ?? connection.maxRetries ?? 2) : 0;

    return attemptCall(call, { timeoutMs, deadlineMs, maxRetries, signal, onEvent }, async (ending) => {
      const key = typeof credential === "function" ? checkKey(await credential()) : credential;
      ending.throwIfAborted();
      const carryCredential: Middleware = { onRequest: ({ request }) => request.headers.set(credentialHeader, key) };
      let isWritten = false;
      const received: { response?: Response; text?: string } = {};
      const send = async (request: Request) => {
        isWritten = true;
        const { url, headers } = request;
        // In one piece, for the reason that makeForm gives
        const sent = body ? await (isForm ? request.arrayBuffer() : request.text()) : null;
        const response = await (connection.fetch ?? fetch)(url, {
          method,
          headers,
          body: sent,
          signal: ending,
          redirect: "manual",
        });
        received.response = response;
        // A browser shows a redirect that is not followed as status 0; a fetch of the caller's own may have followed it
        if (response.redirected || [0, 301, 302, 303, 307, 308].includes(response.status)) {
          // Nobody reads its body: cancel it, so that the connection is released. Nothing depends on whether that succeeds.
          response.body?.cancel().catch(() => {});
          throw new RedirectError(name, response, url);
        }
        const text = await readText(response);
        if (text.length > longestText) throw new BodyError("with a body that is too large", call, response, undefined);
        received.text = text;
        // openapi-fetch reads no more of a response; a `Response` of our own cannot have every status
        return { ok: response.ok, status: response.status, headers: new Headers(), text: async () => text };
      };
      try {
        const { data, error } = (await client.request(method, path, {
          params,
          // The type of a form names its boundary: remove the type that the client may have for all calls
          headers: isForm ? { ...headers, "content-type": null } : headers,
          body: isForm ? await makeForm(body) : body,
          middleware: [carryCredential],
          fetch: send,
        })) as Pick<AnyResult<unknown>, "data" | "error">;
        const { response } = received as { response: Response };
        const { ok, status } = response;
        const parsed = received.text === "" ? undefined : ok ? data : error;
        assertBodyKind(call, response, parsed);
        const answered = { status, response, request: call };
        return ok ? { ...answered, ok, data: parsed } : { ...answered, ok, error: parsed };
      } catch (cause) {
        const { response, text } = received;
        if (cause instanceof ClientError) throw cause;
        if (!isWritten) throw new InvalidRequestError(`${name} cannot be written as a request.`, { cause });
        // Without its cause: the message of the JSON parser quotes the body
        if (response && text) throw new BodyError("with a body that is not JSON", call, response, text);
        const fault = response ? `broke off in the body of a ${response.status}` : "had no answer";
        throw new NetworkError(`${name} ${fault}.`, cause);
      }
    });
  };
}

/** Refuses a body that cannot be what the contract says, empty ones included. */
function assertBodyKind(call: CallName, response: Response, body: unknown): void {
  const [success, ...failures] = documentedBodies[`${call.method} ${call.path}`] ?? ["any"];
  const kind = response.ok ? success : failures.includes(response.status) ? "object" : undefined;
  const isKind = kind === "any" || (body && typeof body === "object" && Array.isArray(body) === (kind === "list"));
  if (!kind || (body !== undefined && isKind)) return;
  const fault = body === undefined ? "is empty" : `is not a JSON ${kind}`;
  throw new BodyError(`with a body that ${fault}`, call, response, body);
}

/** More characters than any answer has: a server that sends more would fill the memory before its time is up. */
const longestText = 2 ** 26;

/** Reads the text of an answer, or a bit more of it than the longest may have. */
async function readText(response: Response): Promise<string> {
  // Some runtimes have no stream of the body
  if (!response.body) return response.text();
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  while (text.length <= longestText) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
  }
  reader.cancel().catch(() => {});
  return text;
}
