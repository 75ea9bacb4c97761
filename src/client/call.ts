// Carries out a call. openapi-fetch writes the request and parses the answer; the `fetch` that it is given sends the one
// and reads the other whole, within time. Then the status decides: a result, or an error that says what went wrong.
import createFetchClient, { type Middleware } from "openapi-fetch";
import { documentedBodies, multipartRoutes } from "../../generated/call-tables.ts";
import { attemptCall } from "./attempts.ts";
import { BodyError, ClientError, InvalidRequestError, NetworkError, RedirectError } from "./errors.ts";
import {
  assertBody,
  assertHeaders,
  assertParameters,
  assertSignal,
  assertText,
  assertTime,
  makeForm,
  parseAddress,
} from "./request.ts";
import type {
  CallName,
  ClientOptions,
  CommonOptions,
  ConnectionOptions,
  Credential,
  HeaderOptions,
  SuccessResult,
  UndocumentedResult,
} from "./types.ts";
import { describeAnswer } from "./unwrap.ts";

/** The options of a call, whatever its route. */
interface UntypedOptions extends CommonOptions, HeaderOptions {
  readonly params?: { readonly path?: Readonly<Record<string, unknown>>; readonly query?: object };
  readonly body?: object;
}

/** The result of a call, whatever its route. */
type UntypedResult = SuccessResult<unknown, number> | UndocumentedResult<number>;

/** What openapi-fetch makes of an answer. */
interface Parsed {
  readonly data?: unknown;
  readonly error?: unknown;
}

/** Carries out a call of any route. */
export type Caller = (method: string, path: string, options?: UntypedOptions) => Promise<UntypedResult>;

/** Makes the caller of one client. */
export function createCaller(
  credentialHeader: string,
  credential: Credential,
  connection: ConnectionOptions & Pick<ClientOptions, "trustIdempotencyKeyHeader">,
): Caller {
  const { onEvent, deadlineMs = Number.POSITIVE_INFINITY } = connection;
  assertTime("deadlineMs", deadlineMs);
  const assertKey = (key: string) => {
    assertText(key, `The credential for ${credentialHeader} is empty or missing. Nothing is sent without it.`);
    assertHeaders({ [credentialHeader]: key });
    return key;
  };
  if (typeof credential !== "function") assertKey(credential);
  const headers = { accept: "application/json", ...connection.headers };
  assertHeaders(headers);
  const client = createFetchClient({ baseUrl: parseAddress(connection.baseUrl), headers }) as {
    request(method: string, path: string, options: object): Promise<unknown>;
  };

  return async (method, path, options = {}) => {
    const call = { method, path };
    const { body, idempotencyKey, params = {}, signal, timeoutMs = connection.timeoutMs ?? 90_000 } = options;
    assertTime("timeoutMs", timeoutMs);
    assertSignal(signal);
    if (idempotencyKey !== undefined) {
      assertText(idempotencyKey, "The idempotencyKey is empty. Pass a key of your own, or none.");
    }
    assertParameters(path, params);
    const isForm = body !== undefined && multipartRoutes.includes(`${method} ${path}`);
    if (body !== undefined) assertBody(body, isForm);
    const headers = {
      ...options.headers,
      "Idempotency-Key": idempotencyKey,
      "x-service-link-token": options.linkToken,
    };
    assertHeaders(headers);
    // A key alone is not enough: the name of its header is an assumption of the contract
    const isSafe = method === "GET" || (connection.trustIdempotencyKeyHeader === true && idempotencyKey !== undefined);
    const maxRetries = isSafe ? (options.maxRetries ?? connection.maxRetries ?? 2) : 0;

    return attemptCall(call, { timeoutMs, deadlineMs, maxRetries, signal, onEvent }, async (ending) => {
      let isWritten = false;
      let answer: Answer | undefined;
      const carryCredential: Middleware = {
        async onRequest({ request }) {
          isWritten = true;
          const key = typeof credential === "function" ? assertKey(await credential()) : credential;
          ending.throwIfAborted();
          request.headers.set(credentialHeader, key);
        },
      };
      const send = async (request: Request) => {
        const { url, headers } = request;
        // In one piece: see makeForm
        const sent = body === undefined ? null : await (isForm ? request.arrayBuffer() : request.text());
        const fetchInit = { method, headers, body: sent, signal: ending, redirect: "manual" } as const;
        answer = await readAnswer(call, url, () => (connection.fetch ?? fetch)(url, fetchInit));
        return showBody(answer);
      };
      try {
        const parsed = await client.request(method, path, {
          params,
          // Only the form itself knows its boundary: a type that the client has for all calls is not sent
          headers: isForm ? { ...headers, "content-type": null } : headers,
          body: isForm ? await makeForm(body) : body,
          middleware: [carryCredential],
          fetch: send,
        });
        return makeResult(call, answer as Answer, parsed as Parsed);
      } catch (cause) {
        if (answer && cause instanceof SyntaxError) throw refuseBody(call, answer, "is not JSON");
        if (isWritten || cause instanceof ClientError) throw cause;
        throw new InvalidRequestError(`${method} ${path} cannot be written as a request.`, { cause });
      }
    });
  };
}

/** An answer whose body is read. */
interface Answer {
  readonly response: Response;
  /** The body as it came. */
  readonly text: string;
}

/** Sends a request and reads its answer to the end. A redirect is refused, and a body that would fill the memory. */
async function readAnswer(call: CallName, url: string, send: () => Promise<Response>): Promise<Answer> {
  const name = `${call.method} ${call.path}`;
  let response: Response | undefined;
  try {
    response = await send();
    if (isRedirect(response)) throw refuseRedirect(name, response, url);
    const text = await readText(response);
    if (text === undefined) throw refuseBody(call, { response }, "is too large");
    return { response, text };
  } catch (cause) {
    if (cause instanceof ClientError) throw cause;
    const fault = response ? `broke off in the body of a ${response.status}` : "had no answer";
    throw new NetworkError(`${name} ${fault}.`, { cause });
  }
}

/** Shows openapi-fetch of an answer what it parses. The response itself is read, and another cannot be made of every status. */
function showBody({ response: { ok, status }, text }: Answer): Response {
  return { ok, status, headers: new Headers(), text: async () => text } as Response;
}

/** Makes a result of a parsed answer, or an error when the answer cannot be what the contract says. */
function makeResult(call: CallName, answer: Answer, { data, error }: Parsed): UntypedResult {
  const { response, text } = answer;
  const { ok, status } = response;
  const [success, ...failures] = documentedBodies[`${call.method} ${call.path}`] ?? ["any"];
  const kind = ok ? success : failures.includes(status) ? "object" : undefined;
  const body = text === "" ? undefined : ok ? data : error;
  if (kind && text === "") throw refuseBody(call, answer, "is empty");
  const isKind = body && typeof body === "object" && Array.isArray(body) === (kind === "list");
  if (kind && kind !== "any" && !isKind) throw refuseBody(call, answer, `is not a JSON ${kind}`, body);
  return ok
    ? { ok, status, data: body, response, request: call }
    : { ok, status, error: body, response, request: call };
}

function refuseBody(
  call: CallName,
  { response, text }: { readonly response: Response; readonly text?: string },
  fault: string,
  body: unknown = text || undefined,
): BodyError {
  const { ok, status } = response;
  const warning = ok && call.method !== "GET" ? " The server took the call: do not repeat it blindly." : "";
  // The engine's own error quotes the body
  const cause = fault === "is not JSON" ? new SyntaxError("The body is not JSON.") : undefined;
  return new BodyError(
    `${call.method} ${call.path} was answered ${status} with a body that ${fault}, which is not what the contract says.${warning}`,
    describeAnswer(call, response, body),
    { cause },
  );
}

/** A browser shows a redirect that is not followed as status 0; a fetch of the caller's own may have followed it. */
function isRedirect({ ok, status, redirected }: Response): boolean {
  return redirected || (!ok && status < 400);
}

function refuseRedirect(name: string, response: Response, url: string): RedirectError {
  // Nobody reads its body: let go of the connection. That it cannot be let go of changes nothing here.
  response.body?.cancel().catch(() => {});
  const location = response.headers.get("location") ?? (response.redirected ? response.url : undefined);
  // The rest of the address may hold what was sent; an address such as `mailto:` has no origin
  const origin = location !== undefined && URL.canParse(location, url) ? new URL(location, url).origin : "null";
  const target = origin === "null" ? "" : ` to ${origin}`;
  return new RedirectError(
    `${name} was redirected${target}. A redirect is not followed, since the credential would go along: correct baseUrl.`,
    { status: response.status, location },
  );
}

/** More characters than any answer has: a server that sends more would fill the memory before its time is up. */
const longestText = 2 ** 26;

/** Reads the text of an answer; undefined when it is too large. */
async function readText(response: Response): Promise<string | undefined> {
  // Some runtimes do not stream
  if (!response.body) return response.text();
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
    if (text.length > longestText) {
      reader.cancel().catch(() => {});
      return undefined;
    }
  }
}
