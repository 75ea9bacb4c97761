// Converts an HTTP request for Prism, or says why it cannot.
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { Preference, PrismRequest } from "./prism.ts";
import { RequestProblem } from "./problem.ts";

/** 10 MiB for an uploaded file, and 64 KiB for the form around it. */
const bodyLimit = 10 * 1024 * 1024 + 64 * 1024;

/** The size of all form fields that are not files: Prism reads them a byte at a time. */
const fieldsLimit = 256 * 1024;

/** A media type or range as in RFC 9110: `type/subtype` with parameters. Prism fails on anything else. */
export const mediaType = /^\s*[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+\s*(?:;\s*[\w!#$&^.+*-]+=(?:"[^"]*"|[^\s;",]+)\s*)*$/;

/** A request to the mock. */
export interface MockRequest {
  readonly method: string;
  /** Still percent-encoded. */
  readonly path: string;
  readonly query: string;
  readonly preference: Preference;
  /** The body, or why it was not read. */
  readonly body: Buffer<ArrayBuffer> | RequestProblem;
}

/**
 * Reads a request to the mock with its body.
 *
 * @throws {RequestProblem} when it cannot be read.
 */
export async function readRequest(incoming: IncomingMessage): Promise<MockRequest> {
  checkHost(incoming);
  const { path, query } = targetOf(incoming);
  checkPath(path);
  const preference = parsePrefer(incoming.headers);
  const body = await readBytes(streamBody(incoming), bodyLimit, "The mock accepts a file of 10 MB in a form").catch(
    (error: unknown) => {
      if (error instanceof RequestProblem) return error;
      throw error;
    },
  );
  return { method: incoming.method ?? "GET", path, query, preference, body };
}

/**
 * Converts a request for Prism.
 *
 * @param bytes The body, decompressed.
 * @throws {RequestProblem} when Prism could not handle it.
 */
export async function toPrismRequest(
  incoming: Pick<IncomingMessage, "method" | "url" | "headers">,
  bytes: Buffer<ArrayBuffer>,
): Promise<PrismRequest> {
  checkHead(incoming);
  const { path, query } = targetOf(incoming);
  const { headers, body } = await convertBody(singleHeaders(incoming.headers), bytes);
  return { method: (incoming.method ?? "GET").toLowerCase(), path, query: parseQuery(query), headers, body };
}

/** The path and the query of a request, as sent. */
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
    throw new RequestProblem(404, "Unknown path", detail);
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

/** Reads `Prefer: code=404, example=error-not-found`; a semicolon separates, too. */
function parsePrefer({ prefer = "" }: IncomingHttpHeaders): Preference {
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

/** The body of a request, without destroying the request when only a part is read. */
export function streamBody(incoming: IncomingMessage): AsyncIterable<Buffer> {
  return incoming.iterator({ destroyOnReturn: false });
}

/**
 * Reads a whole body.
 *
 * @param allowance What is allowed, for the message when there are more than `limit` bytes.
 * @throws {RequestProblem} when there are more.
 */
export async function readBytes(
  body: AsyncIterable<Buffer>,
  limit: number,
  allowance: string,
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > limit) {
      const detail = `${allowance}: at most ${limit} bytes.`;
      throw new RequestProblem(413, "The body is too large", detail);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parseQuery(query: string): Record<string, string | string[]> {
  const parameters = new URLSearchParams(query);
  const names = [...new Set(parameters.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const values = parameters.getAll(name);
      return [name, values.length > 1 ? values : (values[0] ?? "")];
    }),
  );
}

/** The headers with one value each, for Prism. */
export function singleHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : (value ?? "")]),
  );
}

/** Parses JSON and rewrites a form; anything else stays text. */
async function convertBody(
  headers: Record<string, string>,
  bytes: Buffer<ArrayBuffer>,
): Promise<Pick<PrismRequest, "headers" | "body">> {
  if (bytes.length === 0) return { headers, body: undefined };
  const { "content-type": contentType } = headers;
  if (contentType === undefined) {
    const detail = "Content-Type is missing: send one, such as application/json.";
    throw new RequestProblem(415, "The body has no Content-Type", detail);
  }
  // Prism checks the type of a body only with a Content-Length, which a chunked body does not have
  const sized = { ...headers, "content-length": String(bytes.length) };
  if (/^\s*multipart\/form-data\s*(?:;|$)/i.test(contentType)) {
    const body = await rewriteForm(contentType, bytes);
    return { headers: { ...sized, "content-type": `multipart/form-data; boundary=${boundary}` }, body };
  }
  return { headers: sized, body: isJson(contentType) ? parseJson(bytes) : bytes.toString("utf8") };
}

/** Whether this is a JSON media type. */
export function isJson(contentType: string): boolean {
  return /^\s*application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType);
}

/**
 * Parses JSON. The error does not quote the body, which may be confidential.
 *
 * @throws {RequestProblem} when it is not JSON.
 */
export function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    const found =
      error instanceof Error ? error.message.replace(/, (?:\.{3})?".* is not valid JSON$/s, "") : String(error);
    throw new RequestProblem(422, "The body is not valid JSON", `Expected JSON in UTF-8, found: ${found}.`);
  }
}

/**
 * Writes the form that Prism validates: a placeholder for each file, and every other field percent-encoded, as Prism decodes it.
 *
 * Prism's own parser takes seconds for ten megabytes, blocks other requests meanwhile, and reads binary as UTF-8.
 */
async function rewriteForm(contentType: string, bytes: Buffer<ArrayBuffer>): Promise<string> {
  const response = new Response(bytes, { headers: { "content-type": contentType } });
  const form = await response.formData().catch(() => {
    const detail = `Expected form parts with the boundary of Content-Type, which is "${contentType}".`;
    throw new RequestProblem(422, "The form cannot be read", detail);
  });
  const parts = [...form].map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${encodeURIComponent(name)}"\r\n\r\n` +
      `${typeof value === "string" ? encodeURIComponent(value) : "file"}\r\n`,
  );
  const text = `${parts.join("")}--${boundary}--\r\n`;
  if (text.length > fieldsLimit) {
    const detail = `Fields other than files may have ${fieldsLimit} bytes in total. A file part has a filename.`;
    throw new RequestProblem(413, "The fields of the form are too large", detail);
  }
  return text;
}

/** Percent-encoded text has no plus sign, so no field can contain the boundary. */
const boundary = "mock+form";
