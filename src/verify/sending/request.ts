// The input of a call by the names of the contract, and the HTTP request that it becomes.
import type { ContractOperation } from "../../shared/contract/index.ts";
import type { FormPart } from "../../shared/findings/index.ts";

/** The input of one call, by name as the contract names it. */
export interface Input {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  readonly header: Readonly<Record<string, string>>;
  /** JSON value, or the parts of a form; undefined for no body. */
  readonly body: unknown;
  /** Instead of the contract's media type. */
  readonly mediaType?: string;
  /** The bytes instead of `body`, for a body that is not JSON. */
  readonly rawBody?: string;
}

/** A file part of a form. */
export class FilePart {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
  readonly filename: string;

  constructor(bytes: Uint8Array<ArrayBuffer>, type: string, filename: string) {
    this.bytes = bytes;
    this.type = type;
    this.filename = filename;
  }

  /** In a message: otherwise its bytes would be listed one by one. */
  toJSON(): string {
    return `${this.filename} of ${this.bytes.length} bytes`;
  }
}

/** A request ready to be sent. */
export interface WireRequest {
  readonly method: string;
  /** Path and query, without host. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A text, or the parts of a form. */
  readonly body: string | readonly FormPart[] | undefined;
}

/** Writes the input of an operation as a request, without a credential. */
export function writeRequest(operation: ContractOperation, input: Input): WireRequest {
  const path = operation.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) =>
    encodeURIComponent(input.path[name] ?? ""),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query)) {
    for (const item of [value].flat()) query.append(name, item);
  }
  const headers: Record<string, string> = { accept: "application/json", ...input.header };
  const mediaType = input.mediaType ?? operation.requestBody?.bodies[0]?.mediaType ?? "application/json";
  let body: WireRequest["body"] = input.rawBody;
  if (body === undefined && input.body !== undefined) {
    body = mediaType === "multipart/form-data" ? listParts(input.body) : JSON.stringify(input.body);
  }
  // The boundary of a form is written with it
  if (typeof body === "string") headers["content-type"] = mediaType;
  const target = path + (query.size > 0 ? `?${query}` : "");
  return { method: operation.method.toUpperCase(), target, headers, body };
}

function listParts(value: unknown): FormPart[] {
  return Object.entries(Object(value)).map(([name, part]) =>
    part instanceof FilePart
      ? { name, ...part }
      : { name, text: typeof part === "string" ? part : JSON.stringify(part) },
  );
}
