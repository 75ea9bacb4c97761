// Reads the body of a call by the media type that its operation documents: JSON, or a form. Fastify reads none.
import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import { MIMEType } from "node:util";
import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  type ContractBody,
  type ContractOperation,
  type OpenApiDocument,
  resolve,
  type Schema,
} from "../../shared/contract/index.ts";
import { readJson, UnreadableBody } from "../../shared/http/index.ts";
import { Refused } from "../world/refused.ts";

/** A file of a form. Neither its content is kept, which may be large, nor its name, which may name a person. */
export class Upload {
  readonly type: string;
  readonly size: number;

  constructor({ type, size }: File) {
    this.type = type;
    this.size = size;
  }

  toJSON() {
    return { type: this.type, bytes: this.size };
  }
}

declare module "fastify" {
  interface FastifyRequest {
    /** The Content-Type of the body, which is hidden from Fastify. */
    bodyType: string | undefined;
  }
}

/** Bodies are read by `readBody`, behind the credential, and their type by the contract: Fastify would refuse with an undocumented status. */
export function takeBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
  app.decorateRequest("bodyType", undefined);
  app.addHook("onRequest", (request, _reply, next) => {
    const { headers } = request.raw;
    request.bodyType = headers["content-type"];
    // A header that is not there is not removed: that would slow down all that reads them
    if (request.bodyType !== undefined) delete headers["content-type"];
    next();
  });
}

/** The largest file: ten megabytes, counted generously, for which megabyte is meant is not shown. */
const largestFileBytes = 10 * 1024 * 1024;

/** Beside the file a form has its own lines and its other fields. */
const largestFormBytes = largestFileBytes + 64 * 1024;

/** The largest JSON body, far above any of the contract. */
const largestJsonBytes = 1024 * 1024;

/**
 * Reads the body of a request by the media type that the operation documents. Of an operation without a body nothing is read, whatever the
 * headers say of it.
 *
 * @returns JSON, or the parts of a form; undefined when there is none; an `UnreadableBody` that says why when it cannot be read.
 */
export async function readBody(
  document: OpenApiDocument,
  { requestBody }: ContractOperation,
  request: FastifyRequest,
): Promise<unknown> {
  // No operation takes more than one media type
  const [documented] = requestBody?.bodies ?? [];
  if (documented === undefined) return undefined;
  const isForm = documented.mediaType === "multipart/form-data";
  try {
    const bytes = await readBytes(request, isForm ? largestFormBytes : largestJsonBytes);
    if (bytes.length === 0) return undefined;
    const { "content-encoding": encoding = "identity" } = request.headers;
    if (encoding !== "identity") throw new UnreadableBody("is compressed: send it as it is");
    const { bodyType = "" } = request;
    assertType(bodyType, [documented.mediaType], "");
    return isForm ? await readForm(document, documented, bytes, bodyType) : readJson(bytes);
  } catch (error) {
    if (error instanceof UnreadableBody) return error;
    throw error;
  }
}

/** @throws {UnreadableBody} when a Content-Type is none of these, whatever its parameters. */
function assertType(type: string, expected: readonly string[], remedy: string): void {
  if (expected.includes(type.split(";", 1).join().trim().toLowerCase())) return;
  const found = type === "" ? "has no Content-Type" : `has the Content-Type ${JSON.stringify(type)}`;
  throw new UnreadableBody(`${found}, expected ${expected.join(" or ")}${remedy}`);
}

/**
 * Reads the bytes of a body.
 *
 * @throws {Refused} when there are more than `most`.
 */
export async function readBytes(
  { body, headers }: FastifyRequest,
  most = largestJsonBytes,
): Promise<Buffer<ArrayBuffer>> {
  const tooLarge = () =>
    new Refused(413, `The body is larger than ${Math.floor(most / 1024 / 1024)} MB.`, { where: "body" });
  const chunks: Buffer[] = [];
  let length = 0;
  if (body === undefined || body === null) return Buffer.alloc(0);
  if (Number(headers["content-length"]) > most) throw tooLarge();
  const stream = body as Readable;
  for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length;
    // The rest is read and dropped behind the answer
    if (length > most) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Reads a multipart form: its texts as values of their types, its files checked; of a repeated part the last.
 *
 * @throws {UnreadableBody}
 */
async function readForm(
  document: OpenApiDocument,
  { schema = {}, encoding }: ContractBody,
  bytes: Buffer<ArrayBuffer>,
  contentType: string,
): Promise<Readonly<Record<string, unknown>>> {
  const parts = await parseForm(bytes, contentType).catch(() => {
    throw new UnreadableBody("is not a multipart form with the boundary that its Content-Type names");
  });
  const { properties = {} } = resolve<Schema>(document, schema);
  const read = (name: string, value: string | File) => {
    const { type, format } = Object.hasOwn(properties, name) ? resolve<Schema>(document, properties[name] ?? {}) : {};
    if (format !== "binary") return typeof value === "string" ? convertText(value, type) : new Upload(value);
    try {
      if (typeof value === "string") throw new UnreadableBody("is not a file: a part that is one has a filename");
      if (value.size > largestFileBytes) throw new UnreadableBody("is larger than 10 MB");
      const types = encoding[name]?.contentType?.split(",").map((one) => one.trim()) ?? [value.type];
      assertType(value.type, types, ": name the type of the part, which is text/plain by default");
      return new Upload(value);
    } catch (error) {
      throw new UnreadableBody(`/${name} ${(error as Error).message}`);
    }
  };
  return Object.fromEntries(Array.from(parts, ([name, value]) => [name, read(name, value)]));
}

/** Node's parser ends a part wherever the text of the boundary stands, also within a line: it gets a boundary that no form has. */
async function parseForm(bytes: Buffer<ArrayBuffer>, contentType: string): Promise<FormData> {
  const own = new MIMEType(contentType).params.get("boundary");
  if (own === null) throw new TypeError("The type of a form names its boundary.");
  const boundary = randomUUID();
  const text = `\r\n${bytes.toString("latin1")}`.replaceAll(`\r\n--${own}`, `\r\n--${boundary}`);
  const headers = { "content-type": `multipart/form-data; boundary=${boundary}` };
  return new Response(Buffer.from(text, "latin1"), { headers }).formData();
}

/** A text as a value of its type. One that is none stays text, for the validator to refuse. `1e1` and `10.0` are integers in JSON Schema. */
export function convertText(text: string, type: Schema["type"]): unknown {
  if ((type === "integer" || type === "number") && /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text)) return Number(text);
  if (type === "boolean" && /^(?:true|false)$/.test(text)) return text === "true";
  return text;
}
