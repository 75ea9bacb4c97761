// Reads an HTTP request to the mock, or says why it cannot.
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { Preference } from "./prism.ts";
import { RequestProblem } from "./problem.ts";

/** 10 MiB for an uploaded file, and 64 KiB for the form around it. */
const bodyLimit = 10 * 1024 * 1024 + 64 * 1024;

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
  const body = await readBytes(incoming);
  return { method: incoming.method ?? "GET", path, query, preference, body };
}

/** The path and the query of a request, as sent. */
function targetOf({ url = "/" }: Pick<IncomingMessage, "url">): { path: string; query: string } {
  const [, path = "/", query = ""] = /^([^?#]*)\??([^#]*)/.exec(url) ?? [];
  return { path, query };
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

/** Reads a whole body, or says that it is too large. */
async function readBytes(incoming: IncomingMessage): Promise<MockRequest["body"]> {
  const chunks: Buffer[] = [];
  let length = 0;
  // The request is not destroyed when only a part is read: it has yet to be answered
  for await (const chunk of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > bodyLimit) {
      const detail = `The mock accepts a file of 10 MB in a form: at most ${bodyLimit} bytes.`;
      return new RequestProblem(413, "The body is too large", detail);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The headers with one value each, for Prism. */
export function singleHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : (value ?? "")]),
  );
}
