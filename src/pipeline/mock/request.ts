// Reads an HTTP request into what Prism takes, or says what is wrong with it.
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { Preference, PrismRequest } from "./prism.ts";
import { RequestProblem } from "./problem.ts";

/** Ten megabytes for an uploaded file, counted generously, and a little for the form around it. */
const bodyLimit = 10 * 1024 * 1024 + 64 * 1024;

/** What the fields of a form that are no file may hold in all: Prism reads them a byte at a time. */
const fieldsLimit = 256 * 1024;

/** A media type or range by RFC 9110: `type/subtype` with parameters. Prism fails on anything else. */
export const mediaType = /^\s*[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+\s*(?:;\s*[\w!#$&^.+*-]+=(?:"[^"]*"|[^\s;",]+)\s*)*$/;

/** A request to the mock. */
export interface MockRequest {
  readonly method: string;
  /** Still percent-encoded. */
  readonly path: string;
  readonly query: string;
  readonly preference: Preference;
  /** The body, or why it is not read. */
  readonly body: Buffer<ArrayBuffer> | RequestProblem;
}

/**
 * Reads a request to the mock with its body.
 *
 * @throws {RequestProblem} when it cannot be read at all.
 */
export async function readRequest(incoming: IncomingMessage): Promise<MockRequest> {
  checkHost(incoming);
  const { path, query } = targetOf(incoming);
  checkPath(path);
  const preference = preferencesOf(incoming.headers);
  const body = await bytesOf(
    unended(incoming),
    bodyLimit,
    "The mock takes a file of 10 MB and the form around it",
  ).catch((error: unknown) => {
    if (error instanceof RequestProblem) return error;
    throw error;
  });
  return { method: incoming.method ?? "GET", path, query, preference, body };
}

/**
 * Makes of a request what Prism takes.
 *
 * @param bytes The body, not compressed.
 * @throws {RequestProblem} when Prism could not take it.
 */
export async function prismRequest(
  incoming: Pick<IncomingMessage, "method" | "url" | "headers">,
  bytes: Buffer<ArrayBuffer>,
): Promise<PrismRequest> {
  checkHead(incoming);
  const { path, query } = targetOf(incoming);
  const { headers, body } = await bodyOf(singleHeaders(incoming.headers), bytes);
  return { method: (incoming.method ?? "GET").toLowerCase(), path, query: queryOf(query), headers, body };
}

/** The path and the query of a request, each as it was sent. */
export function targetOf({ url = "/" }: Pick<IncomingMessage, "url">): { path: string; query: string } {
  const [, path = "/", query = ""] = /^([^?#]*)\??([^#]*)/.exec(url) ?? [];
  return { path, query };
}

function checkHead({ url, headers }: Pick<IncomingMessage, "url" | "headers">): void {
  checkPath(targetOf({ url }).path);
  checkMediaTypes(headers);
}

function checkHost({ httpVersion, headers }: IncomingMessage): void {
  if (httpVersion !== "1.1" || headers.host !== undefined) return;
  throw new RequestProblem(400, "The Host header is missing", "HTTP/1.1 requires a Host header.");
}

function checkPath(path: string): void {
  try {
    decodeURIComponent(path);
  } catch {
    const detail = `The path ${path} is not percent-encoded UTF-8: write a literal percent sign as %25.`;
    throw new RequestProblem(404, "No such path", detail);
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
function preferencesOf({ prefer = "" }: IncomingHttpHeaders): Preference {
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

/** The body of a request that can be answered when only a part of it was read. */
export function unended(incoming: IncomingMessage): AsyncIterable<Buffer> {
  return incoming.iterator({ destroyOnReturn: false });
}

/**
 * Reads a body whole.
 *
 * @param allowance What may be sent, for the message when it is more than `limit` bytes.
 * @throws {RequestProblem} when it is more.
 */
export async function bytesOf(
  body: AsyncIterable<Buffer>,
  limit: number,
  allowance: string,
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > limit) {
      const detail = `${allowance}: ${limit} bytes at most.`;
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

/** The headers with one value each, as Prism takes them. */
export function singleHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : (value ?? "")]),
  );
}

/** JSON is parsed and a form is written anew; anything else stays text. */
async function bodyOf(
  headers: Record<string, string>,
  bytes: Buffer<ArrayBuffer>,
): Promise<Pick<PrismRequest, "headers" | "body">> {
  if (bytes.length === 0) return { headers, body: undefined };
  const { "content-type": contentType } = headers;
  if (contentType === undefined) {
    const detail = "Content-Type is missing: say what the body is, such as application/json.";
    throw new RequestProblem(415, "The body has no Content-Type", detail);
  }
  // Prism checks the type of a body only when it has a length, which a chunked one does not say
  const sized = { ...headers, "content-length": String(bytes.length) };
  if (/^\s*multipart\/form-data\s*(?:;|$)/i.test(contentType)) {
    const body = await formOf(contentType, bytes);
    return { headers: { ...sized, "content-type": `multipart/form-data; boundary=${boundary}` }, body };
  }
  return { headers: sized, body: isJson(contentType) ? jsonOf(bytes) : bytes.toString("utf8") };
}

/** Is this the media type of JSON? */
export function isJson(contentType: string): boolean {
  return /^\s*application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType);
}

/**
 * Parses JSON, and says what is wrong with it without repeating any of it: a body may hold what nobody else should read.
 *
 * @throws {RequestProblem} when it is none.
 */
export function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    const found =
      error instanceof Error ? error.message.replace(/, (?:\.{3})?".* is not valid JSON$/s, "") : String(error);
    throw new RequestProblem(422, "The body is not valid JSON", `Expected JSON in UTF-8, found: ${found}.`);
  }
}

/**
 * Writes the form that Prism validates: a word for each file, and each other field percent-encoded, as Prism decodes it.
 *
 * Prism's own parser takes seconds for ten megabytes, blocks everybody else meanwhile, and reads binary as UTF-8.
 */
async function formOf(contentType: string, bytes: Buffer<ArrayBuffer>): Promise<string> {
  const response = new Response(bytes, { headers: { "content-type": contentType } });
  const form = await response.formData().catch(() => {
    const detail = `Expected the parts of a form, divided by the boundary that Content-Type names; it is "${contentType}".`;
    throw new RequestProblem(422, "The form cannot be read", detail);
  });
  const parts = [...form].map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${encodeURIComponent(name)}"\r\n\r\n` +
      `${typeof value === "string" ? encodeURIComponent(value) : "file"}\r\n`,
  );
  const text = `${parts.join("")}--${boundary}--\r\n`;
  if (text.length > fieldsLimit) {
    const detail = `Fields that are no file may have ${fieldsLimit} bytes in all. A file part has a filename.`;
    throw new RequestProblem(413, "The fields of the form are too large", detail);
  }
  return text;
}

/** Percent-encoded text holds no plus, so that no field can hold the boundary. */
const boundary = "mock+form";
