// Finds what in a request hangs, ends or fails Prism 5.16, and cuts what holds it up.
import type { IncomingMessage } from "node:http";
import { MIMEType } from "node:util";
import { isDeeper } from "../shared/contract/index.ts";

const token = "[\\w!#$%&'*+.^`|~-]+";

/** A media range or type as Prism parses it, which splits Accept at each comma. */
const mediaRange = new RegExp(`^\\s*${token}/${token}\\s*(?:; *${token} *= *(?:"[^"\\\\]*"|${token}))*$`);

/** The head of a field and of a file in a form, as Prism parses them. */
const fieldHead = /^content-disposition: *form-data; *name="[^"\\;=%]*" *$/im;
const fileHead =
  /^(?=.*^content-type:).*^content-disposition: *form-data; *name="[^"\\;=%]*"; *filename="[^"\\;=]*" *$/ims;

/** Returns the status and the reason if Prism cannot take a request. It does not quote the body, which may be confidential. */
export function findObstacle({ url = "/", headers }: IncomingMessage, body: Buffer): [number, string] | undefined {
  const { accept = "", "content-type": contentType } = headers;
  if (!URL.canParse(url, "http://mock"))
    return [404, `The target ${url} is no URL, expected a path such as /v2/user/.`];
  const [path = ""] = url.split(/[?#]/);
  if (attempt(() => decodeURIComponent(path)) === undefined) {
    return [404, `The path ${path} is not percent-encoded UTF-8: write a literal percent sign as %25.`];
  }
  if (accept !== "" && !accept.split(",").every((range) => mediaRange.test(range))) {
    return [406, `Accept is "${accept}", expected media types such as application/json.`];
  }
  if (contentType === undefined) return undefined;
  const type = attempt(() => new MIMEType(contentType));
  const isForm = type?.essence === "multipart/form-data";
  if (type === undefined || !(isForm || mediaRange.test(contentType))) {
    return [422, `Content-Type is "${contentType}", expected a media type such as application/json.`];
  }
  const { essence, params } = type;
  if (/^application\/(?:.+\+)?json$/.test(essence) && body.length > 0) {
    const charset = params.get("charset") ?? "utf-8";
    const value = attempt<unknown>(() =>
      JSON.parse(new TextDecoder(charset, { ignoreBOM: true, fatal: true }).decode(body)),
    );
    if (value === undefined) return [422, `The body is not JSON in ${charset}.`];
    if (isDeeper(value, maxDepth)) return [422, `The body is nested over ${maxDepth} deep.`];
  }
  if (isForm) {
    if (!mediaRange.test(contentType)) {
      return [
        422,
        `Content-Type is "${contentType}", expected multipart/form-data; boundary=… with a token or a text in quotes.`,
      ];
    }
    const [, ...parts] = body.toString("latin1").split(`--${params.get("boundary")}\r\n`);
    const heads = parts.map((part) => part.split("\r\n\r\n", 1)[0] ?? "");
    if (!heads.every((head) => fieldHead.test(head) || fileHead.test(head))) {
      return [422, 'A part of the form has no name, a name with one of " \\ ; = %, or a file without Content-Type.'];
    }
  }
  return undefined;
}

/**
 * Cuts each file of a form to a kilobyte: Prism does not look into it, and takes seconds for each megabyte, in which it
 * answers nobody.
 */
export function cutFiles(contentType: string, body: Buffer): Buffer {
  const delimiter = `\r\n--${new MIMEType(contentType).params.get("boundary")}`;
  const parts = `\r\n${body.toString("latin1")}`.split(delimiter).map((part) => {
    const start = part.indexOf("\r\n\r\n") + 4;
    return part.slice(0, start).includes("filename=") ? part.slice(0, start + 1024) : part;
  });
  return Buffer.from(parts.join(delimiter).slice(2), "latin1");
}

/** Prism ends when it reports what is wrong with JSON that is nested some thousand deep; no body of a contract is. */
const maxDepth = 500;

function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
