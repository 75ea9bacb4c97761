// A request as input by name, and what it becomes on the wire and in a report.
import type { ContractOperation } from "../../shared/contract/index.ts";
import { curlArguments } from "../../shared/findings/index.ts";
import type { WireRequest } from "./exchange.ts";

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
  readonly name: string;

  constructor(bytes: Uint8Array<ArrayBuffer>, type: string, name: string) {
    this.bytes = bytes;
    this.type = type;
    this.name = name;
  }
}

/** Writes the input of an operation as a request, without a credential. */
export function wireRequest(operation: ContractOperation, input: Input): WireRequest {
  const path = operation.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) =>
    encodeURIComponent(input.path[name] ?? ""),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query)) {
    for (const item of [value].flat()) query.append(name, item);
  }
  const headers: Record<string, string> = { accept: "application/json", ...input.header };
  const mediaType = input.mediaType ?? operation.requestBody?.bodies[0]?.mediaType ?? "application/json";
  let body: string | FormData | undefined = input.rawBody;
  if (body === undefined && input.body !== undefined) {
    body = mediaType === "multipart/form-data" ? writeForm(input.body) : JSON.stringify(input.body);
  }
  // The boundary of a form is written with it
  if (typeof body === "string") headers["content-type"] = mediaType;
  return { method: operation.method.toUpperCase(), target: path + (query.size > 0 ? `?${query}` : ""), headers, body };
}

function writeForm(value: unknown): FormData {
  const form = new FormData();
  for (const [name, part] of Object.entries(Object(value))) {
    if (part instanceof FilePart) form.append(name, new Blob([part.bytes], { type: part.type }), part.name);
    else form.append(name, typeof part === "string" ? part : JSON.stringify(part));
  }
  return form;
}

/** The request as a curl command for a shell. `variables` are written as `$NAME`, for what must not be shown. */
export function writeCurl(origin: string, request: WireRequest, variables: Readonly<Record<string, string>>): string {
  const { method, target, headers, body } = request;
  return `curl ${curlArguments({ method, url: origin + target, headers, variables, data: listData(body) })}`;
}

function listData(body: WireRequest["body"]): (readonly [option: string, text: string])[] {
  if (body === undefined) return [];
  if (typeof body === "string") return [["--data-raw", cutBody(body)]];
  return Array.from(body, ([name, part]) => [
    "-F",
    typeof part === "string" ? `${name}=${part}` : `${name}=@${part.name};type=${part.type}`,
  ]);
}

/** A body as far as a report shows it. */
export function cutBody(text: string): string {
  return text.length > longestBody ? `${text.slice(0, longestBody)}…` : text;
}

const longestBody = 2_000;
