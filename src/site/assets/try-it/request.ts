// Builds a request from the values of the form, or says in a sentence why it cannot. The samples of the pages are built by it, too.
import type { FieldData, TryItData } from "./data.ts";

/** The values of the form. */
export interface FormValues {
  readonly server: string;
  /** The key; an empty one is not sent. */
  readonly key: string;
  /** The values of each field; empty ones are not sent. */
  readonly values: ReadonlyMap<FieldData, readonly (string | File)[]>;
  readonly body: string;
}

/** A request that can be sent as it is. */
export interface CallRequest {
  readonly method: string;
  /** The chosen server. */
  readonly server: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | readonly (readonly [name: string, value: string | File])[] | undefined;
}

/** A call that cannot be sent, or got no response. Backticks in the remedy mark code. */
export class Refusal extends Error {
  readonly remedy: string;
  /** The field to correct: its name, or `server`, or `body`. */
  readonly field: string | undefined;

  constructor(message: string, remedy: string, field?: string) {
    super(message);
    this.remedy = remedy;
    this.field = field;
  }
}

/**
 * Makes the request.
 *
 * @throws {Refusal} when the values cannot be sent.
 */
export function buildRequest(data: TryItData, { server, key, values, body }: FormValues): CallRequest {
  const address = parseServer(server);
  const given = (place: FieldData["in"]) =>
    [...values].flatMap(([field, all]) => (field.in === place ? all.map((value) => [field.name, value] as const) : []));
  const path = given("path").reduce(
    (text, [name, value]) => text.replaceAll(`{${name}}`, () => toSegment(name, String(value))),
    data.path,
  );
  const url = new URL(address + path);
  for (const [name, value] of given("query").filter(isFilled)) url.searchParams.append(name, String(value));
  const text = data.body === undefined ? "" : checkBody(data.body.mediaType, body);
  const headers = [
    [data.credential, key] as const,
    ...given("header").map(([name, value]) => [name, String(value)] as const),
    ["content-type", text === "" ? "" : (data.body?.mediaType ?? "")] as const,
  ].filter(isFilled);
  for (const [name, value] of headers) checkHeader(name, value);
  return {
    method: data.method,
    server: address,
    url: url.href,
    headers,
    body: data.multipart ? given("part").filter(isFilled) : text || undefined,
  };
}

function isFilled([, value]: readonly [name: string, value: string | File]): boolean {
  return value !== "";
}

/**
 * Reads the address of a server, without the slash at its end.
 *
 * @throws {Refusal} when a page may not call it.
 */
function parseServer(text: string): string {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  const isWeb = url?.protocol === "http:" || url?.protocol === "https:";
  if (url === undefined || !isWeb || url.username + url.password + url.search + url.hash !== "") {
    const remedy = "Write one such as `http://127.0.0.1:4020` or `https://api.example.com`.";
    throw new Refusal(`“${text}” is not the address of a server.`, remedy, "server");
  }
  return url.href.replace(/\/+$/, "");
}

function toSegment(name: string, text: string): string {
  if (text === "") throw new Refusal(`${name} is missing.`, "It is part of the path: fill it in.", name);
  // A browser would take these for steps in the path, and call another operation
  if (text === "." || text === "..") {
    throw new Refusal(`${name} cannot be “${text}”: that would change the path.`, "Choose another value.", name);
  }
  return encodeURIComponent(text);
}

function checkBody(mediaType: string, body: string): string {
  if (body.trim() === "") return "";
  try {
    if (/[/+]json$/.test(mediaType)) JSON.parse(body);
    return body;
  } catch (error) {
    const remedy = "Correct it, or choose an example again.";
    throw new Refusal(`The body is not JSON: ${Object(error).message}.`, remedy, "body");
  }
}

function checkHeader(name: string, value: string): void {
  if (/^[\t -~]*$/.test(value)) return;
  const remedy = "Remove them: a browser and curl send different bytes for them.";
  throw new Refusal(`The value of ${name} has characters beyond ASCII.`, remedy, name);
}
