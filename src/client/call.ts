// Carries out a call. openapi-fetch writes the request and calls our `fetch`, which attempts the call and makes its result.
// openapi-fetch itself is handed an empty answer: it would read the body of a redirect, take a text and the same text in
// JSON for one on a failure, and leave a success that is not JSON as a SyntaxError.
import createFetchClient from "openapi-fetch";
import { documentedBodies, multipartRoutes } from "../../generated/call-tables.ts";
import { attemptCall } from "./attempts.ts";
import { BodyError, ClientError, InvalidRequestError, NetworkError, RedirectError } from "./errors.ts";
import { assertBody, assertHeaders, writeForm, writePath, writeQuery } from "./request.ts";
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

/** What a call comes with, whatever its route. */
interface UntypedOptions extends CommonOptions, HeaderOptions {
  readonly params?: { readonly path?: Readonly<Record<string, unknown>>; readonly query?: object };
  readonly body?: object;
}

/** The result of a call, whatever its route. */
type UntypedResult = SuccessResult<unknown, number> | UndocumentedResult<number>;

/** Carries out a call of any route. */
export type Caller = (method: string, path: string, options?: UntypedOptions) => Promise<UntypedResult>;

/** Makes the caller of one client. */
export function createCaller(
  credentialHeader: string,
  credential: Credential,
  connection: ConnectionOptions & Pick<ClientOptions, "trustIdempotencyKeyHeader">,
): Caller {
  const { fetch: ownFetch, onEvent, deadlineMs = Number.POSITIVE_INFINITY } = connection;
  const baseUrl = normalizeAddress(connection.baseUrl);
  assertTime("deadlineMs", deadlineMs);
  const assertKey = (key: string) => {
    assertText(key, `The credential for ${credentialHeader} is empty or missing. Nothing is sent without it.`);
    assertHeaders({ [credentialHeader]: key });
    return key;
  };
  if (typeof credential !== "function") assertKey(credential);
  const headers = { accept: "application/json", ...connection.headers };
  assertHeaders(headers);
  try {
    new Headers(headers);
  } catch (cause) {
    throw new InvalidRequestError("The headers of the client cannot be written as a request.", { cause });
  }
  const client = createFetchClient({
    baseUrl,
    headers,
    redirect: "manual",
    pathSerializer: (url, values) => baseUrl + writePath(url.slice(baseUrl.length), values),
    querySerializer: writeQuery,
    bodySerializer: (body: unknown) => (body instanceof ArrayBuffer ? body : JSON.stringify(body)),
  }) as { request(method: string, path: string, options: object): Promise<unknown> };
  const emptyAnswer = new Response(null, { status: 204 });

  return async (method, path, options = {}) => {
    const call = { method, path };
    const { body, idempotencyKey, params, signal, timeoutMs = connection.timeoutMs ?? 90_000 } = options;
    assertTime("timeoutMs", timeoutMs);
    if (signal !== undefined && typeof signal?.addEventListener !== "function") {
      throw new InvalidRequestError("The signal is not an AbortSignal. Pass the signal of a controller.");
    }
    if (idempotencyKey !== undefined) {
      assertText(idempotencyKey, "The idempotencyKey is empty. Pass a key of your own, or none.");
    }
    // A key alone is not enough: the name of its header is an assumption of the contract
    const isSafe = method === "GET" || (connection.trustIdempotencyKeyHeader === true && idempotencyKey !== undefined);
    const maxRetries = isSafe ? (options.maxRetries ?? connection.maxRetries ?? 2) : 0;
    let result: UntypedResult | undefined;
    let isWritten = false;
    const send = async (request: Request) => {
      isWritten = true;
      const limits = { timeoutMs, deadlineMs, maxRetries, signal, onEvent };
      result = await attemptCall(call, limits, async (ending, mayRepeat) => {
        const key = typeof credential === "function" ? assertKey(await credential()) : credential;
        ending.throwIfAborted();
        // A body is used up when it is sent
        const copy = mayRepeat && body !== undefined ? request.clone() : request;
        const sent = ownFetch ? new Request(copy, { signal: ending }) : copy;
        sent.headers.set(credentialHeader, key);
        // Bun before 1.1.46 ignores the `redirect` of a Request
        const init = { signal: ending, redirect: "manual" } as const;
        return readAnswer(call, sent.url, async () => (ownFetch ? ownFetch(sent) : fetch(sent, init)));
      });
      return emptyAnswer;
    };
    try {
      const isForm = body !== undefined && multipartRoutes.includes(`${method} ${path}`);
      if (body !== undefined) assertBody(body, isForm);
      const form = isForm ? await writeForm(body) : undefined;
      const own = { "Idempotency-Key": idempotencyKey, "x-service-link-token": options.linkToken };
      // Nobody else knows a form's boundary
      const headers = { ...options.headers, ...own, ...(form && { "content-type": form.type }) };
      assertHeaders(headers);
      const given = { path: params?.path ?? {}, query: params?.query };
      await client.request(method, path, { params: given, headers, body: form ? form.bytes : body, fetch: send });
    } catch (cause) {
      if (isWritten || cause instanceof ClientError) throw cause;
      throw new InvalidRequestError(`${method} ${path} cannot be written as a request.`, { cause });
    }
    return result as UntypedResult;
  };
}

/** The address without slashes at its end. The message does not quote it: it may hold a password. */
function normalizeAddress(baseUrl: string | URL): string {
  const text = String(baseUrl);
  const address = URL.canParse(text) ? new URL(text).href.replace(/\/+$/, "") : "";
  if (!/^https?:\/\/[^?#@/]+(\/[^?#]*)?$/.test(address)) {
    const found = typeof baseUrl === "string" ? "" : `, found ${typeof baseUrl}`;
    throw new InvalidRequestError(
      `baseUrl is not a plain address such as https://api.example.com, without a query, a fragment or a password${found}.`,
    );
  }
  return address;
}

function assertText(value: unknown, message: string): void {
  if (typeof value !== "string" || value.trim() === "") throw new InvalidRequestError(message);
}

function assertTime(name: string, value: number): void {
  if (!(value > 0)) throw new InvalidRequestError(`${name} is ${value}, expected milliseconds above 0.`);
}

/** Makes a result of an answer, or an error when the answer cannot be what the contract says. */
async function readAnswer(call: CallName, url: string, send: () => Promise<Response>): Promise<UntypedResult> {
  const name = `${call.method} ${call.path}`;
  let response: Response | undefined;
  let text: string | undefined;
  try {
    response = await send();
    if (isRedirect(response)) throw refuseRedirect(name, response, url);
    text = await readText(response);
  } catch (cause) {
    if (cause instanceof ClientError) throw cause;
    const what = response ? `broke off in the body of a ${response.status}` : "had no answer";
    throw new NetworkError(`${name} ${what}.`, { cause });
  }
  const { ok, status } = response;
  const [success, ...failures] = documentedBodies[name] ?? ["any"];
  let body: unknown = text || undefined;
  let fault = text === undefined ? "is too large" : text === "" ? "is empty" : "";
  let cause: SyntaxError | undefined;
  try {
    if (text) body = JSON.parse(text);
  } catch {
    fault = "is not JSON";
    // The engine's own message quotes the body
    cause = new SyntaxError(`The body ${fault}.`);
  }
  const kind = ok ? success : failures.includes(status) ? "object" : "any";
  if (!fault && kind !== "any" && (!body || typeof body !== "object" || Array.isArray(body) !== (kind === "list"))) {
    fault = `is not a JSON ${kind}`;
  }
  if (fault && (text === undefined || ok || kind === "object")) {
    const warning = ok && call.method !== "GET" ? " The server took the call: do not repeat it blindly." : "";
    throw new BodyError(
      `${name} was answered ${status} with a body that ${fault}, which is not what the contract says.${warning}`,
      describeAnswer(call, response, body),
      { cause },
    );
  }
  return ok
    ? { ok, status, data: body, response, request: call }
    : { ok, status, error: body, response, request: call };
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
