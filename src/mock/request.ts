// Reads an HTTP request into what Prism takes, or says what is wrong with it.
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { PrismRequest } from "./prism.ts";

/** A request that cannot be mocked, told in the shape that Prism gives its own problems. */
export class RequestProblem extends Error {
  override readonly name = "RequestProblem";
  readonly status: number;
  readonly title: string;

  /** @param detail What was expected and what was found. */
  constructor(status: number, title: string, detail: string) {
    super(detail);
    this.status = status;
    this.title = title;
  }
}

/** Ten megabytes for an uploaded file, counted generously, and a little for the form around it. */
const bodyLimit = 10 * 1024 * 1024 + 64 * 1024;

/** A media type or range by RFC 9110: `type/subtype` with parameters. Prism fails on anything else. */
const mediaType = /^\s*[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+\s*(?:;\s*[\w!#$&^.+*-]+=(?:"[^"]*"|[^\s;",]+)\s*)*$/;

/**
 * Reads a request with its body.
 *
 * @throws {RequestProblem} when Prism could not take it.
 */
export async function readRequest(incoming: IncomingMessage): Promise<PrismRequest> {
  const [, path = "/", query = ""] = /^([^?#]*)\??([^#]*)/.exec(incoming.url ?? "/") ?? [];
  checkPath(path);
  checkMediaTypes(incoming.headers);
  const preferences = preferencesOf(incoming.headers);
  const bytes = await bytesOf(incoming);
  return {
    method: (incoming.method ?? "GET").toLowerCase(),
    path,
    query: queryOf(query),
    headers: singleHeaders(incoming.headers),
    body: bodyOf(incoming.headers["content-type"], bytes),
    ...preferences,
  };
}

function checkPath(path: string): void {
  try {
    decodeURIComponent(path);
  } catch {
    const detail = `The path ${path} has a percent sign that is not followed by two hexadecimal digits of UTF-8. Write a literal one as %25.`;
    throw new RequestProblem(400, "The path cannot be decoded", detail);
  }
}

function checkMediaTypes({ accept, "content-type": contentType }: IncomingHttpHeaders): void {
  if (accept && !accept.split(",").every((range) => mediaType.test(range))) {
    const detail = `Accept is "${accept}", expected media types such as application/json.`;
    throw new RequestProblem(406, "The Accept header cannot be read", detail);
  }
  if (contentType !== undefined && !mediaType.test(contentType)) {
    const detail = `Content-Type is "${contentType}", expected a media type such as application/json.`;
    throw new RequestProblem(415, "The Content-Type header cannot be read", detail);
  }
}

/** Reads `Prefer: code=404, example=error-not-found`; a semicolon separates as well as a comma. */
function preferencesOf({ prefer = "" }: IncomingHttpHeaders): Pick<PrismRequest, "code" | "example"> {
  const pairs = String(prefer)
    .split(/[,;]/)
    .map((preference) => preference.split("="));
  const preferred = (name: string) =>
    pairs
      .find(([key = ""]) => key.trim().toLowerCase() === name)?.[1]
      ?.trim()
      .replace(/^"(.*)"$/, "$1");
  const [code, example] = [preferred("code"), preferred("example")];
  if (code !== undefined && !/^[1-5]\d\d$/.test(code)) {
    const detail = `Prefer asks for code "${code}", expected a status such as 404.`;
    throw new RequestProblem(400, "The Prefer header cannot be read", detail);
  }
  return { code: code === undefined ? undefined : Number(code), example: example || undefined };
}

async function bytesOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > bodyLimit) {
      const detail = `The mock takes at most ${bodyLimit} bytes: a file of 10 MB and the form around it.`;
      throw new RequestProblem(413, "The body is too large", detail);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function queryOf(query: string): Record<string, string | string[]> {
  const parameters = new URLSearchParams(query);
  const names = [...new Set(parameters.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const values = parameters.getAll(name);
      return [name, values.length > 1 ? values : (values[0] ?? "")];
    }),
  );
}

function singleHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : (value ?? "")]),
  );
}

/** JSON is parsed; anything else stays text, which is what Prism validates forms by. */
function bodyOf(contentType: string | undefined, bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  if (!/^\s*application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType ?? "")) return bytes.toString("utf8");
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error);
    throw new RequestProblem(422, "The body is not valid JSON", `Expected JSON in UTF-8, found: ${found}.`);
  }
}
