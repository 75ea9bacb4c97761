// Reads the body of a call by the media type that its operation documents: JSON, or a form. Fastify reads none.
import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import { MIMEType } from "node:util";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ContractOperation } from "../../shared/contract/index.ts";
import { readJson, UnreadableBody } from "../../shared/http/index.ts";
import { Refused } from "../world/refused.ts";

/** The parts of a form; of a repeated one the last. */
export class Form {
  [name: string]: unknown;
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
}

/** Hides the type of a body from Fastify. A header that is not there is not removed: that would slow down all that reads them. */
export function hideBodyType(request: FastifyRequest, _reply: FastifyReply, next: () => void): void {
  const { headers } = request.raw;
  request.bodyType = headers["content-type"];
  if (request.bodyType !== undefined) delete headers["content-type"];
  next();
}

/** Ten megabytes, counted generously: which megabyte is meant is not shown. */
export const largestFileBytes = 10 * 1024 * 1024;

/** Beside the file a form has its own lines and its other fields. */
const largestFormBytes = largestFileBytes + 64 * 1024;

/** The largest JSON body, far above any of the contract. */
const largestJsonBytes = 1024 * 1024;

/**
 * Reads the body of a request by the media type that the operation documents. Of an operation without a body nothing is read, whatever the
 * headers say of it.
 *
 * @returns JSON or a form; undefined when there is none; an `UnreadableBody` that says why when it cannot be read.
 */
export async function readBody({ requestBody }: ContractOperation, request: FastifyRequest): Promise<unknown> {
  if (requestBody === undefined) return undefined;
  const documented = requestBody.bodies.map(({ mediaType }) => mediaType);
  const isForm = documented.includes("multipart/form-data");
  try {
    const bytes = await readBytes(request, isForm ? largestFormBytes : largestJsonBytes);
    if (bytes.length === 0) return undefined;
    if (request.headers["content-encoding"] !== undefined && request.headers["content-encoding"] !== "identity") {
      throw new UnreadableBody("is compressed: send it as it is");
    }
    const { bodyType: type = "" } = request;
    if (!documented.includes(withoutParameters(type))) {
      const found = type === "" ? "has no Content-Type" : `has the Content-Type ${JSON.stringify(type)}`;
      throw new UnreadableBody(`${found}, expected ${documented.join(" or ")}`);
    }
    return isForm ? await readForm(bytes, type) : readJson(bytes);
  } catch (error) {
    if (error instanceof UnreadableBody) return error;
    throw error;
  }
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
 * Reads a multipart form.
 *
 * @throws {UnreadableBody}
 */
async function readForm(bytes: Buffer<ArrayBuffer>, contentType: string): Promise<Form> {
  const parts = await parseForm(bytes, contentType).catch(() => {
    throw new UnreadableBody("is not a multipart form with the boundary that its Content-Type names");
  });
  const form = new Form();
  for (const [name, value] of parts) {
    Object.defineProperty(form, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return form;
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

/** The media type alone, in small letters: `application/pdf` of `application/PDF; version=1.7`. */
export function withoutParameters(contentType: string): string {
  return contentType.split(";", 1).join().trim().toLowerCase();
}
