// A request as input by name, and what it becomes on the wire and in a report.
import { type Contract, type ContractOperation, resolve, type Schema } from "../../contract/index.ts";
import { curlArguments } from "../../findings/index.ts";
import type { WireRequest } from "./exchange.ts";

/**
 * Which credential a request carries: its own real one, none, a made-up one, or the other host's real one, in that one's
 * header or in its own.
 */
export type Credential = "own" | "none" | "fabricated" | "of the other host" | "of the other host in its own header";

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

  /** How a counterexample shows it. */
  toString(): string {
    return `${this.name} (${this.type}, ${this.bytes.length} bytes)`;
  }
}

/** Writes the input of an operation as a request, without a credential. */
export function wireRequest(operation: ContractOperation, input: Input): WireRequest {
  const path = operation.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) =>
    encodeURIComponent(input.path[name] ?? ""),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query)) {
    for (const item of typeof value === "string" ? [value] : value) query.append(name, item);
  }
  const headers: Record<string, string> = { accept: "application/json", ...input.header };
  const mediaType = input.mediaType ?? operation.requestBody?.bodies[0]?.mediaType ?? "application/json";
  let body: string | FormData | undefined;
  if (input.rawBody !== undefined) body = input.rawBody;
  else if (input.body !== undefined)
    body = mediaType === "multipart/form-data" ? formOf(input.body) : JSON.stringify(input.body);
  // fetch writes the boundary of a form itself
  if (body !== undefined && !(body instanceof FormData)) headers["content-type"] = mediaType;
  return { method: operation.method.toUpperCase(), target: path + (query.size > 0 ? `?${query}` : ""), headers, body };
}

function formOf(value: unknown): FormData {
  const form = new FormData();
  for (const [name, part] of Object.entries(typeof value === "object" && value !== null ? value : {})) {
    if (part instanceof FilePart) form.append(name, new Blob([part.bytes], { type: part.type }), part.name);
    else form.append(name, typeof part === "string" ? part : JSON.stringify(part));
  }
  return form;
}

/** The request as a curl command for a shell. `variables` are written as `$NAME`, for what must not be shown. */
export function curlOf(origin: string, request: WireRequest, variables: Readonly<Record<string, string>>): string {
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
  return text.length > shownBody ? `${text.slice(0, shownBody)}…` : text;
}

const shownBody = 2_000;

/** The header that carries the credential of an operation, such as `x-service-api-key`. */
export function credentialHeader({ document }: Contract, operation: ContractOperation): string | undefined {
  const [scheme] = operation.security[0] ?? [];
  return scheme === undefined ? undefined : document.components.securitySchemes[scheme]?.name;
}

/** The schema of an operation's request body. */
export function bodySchema({ document }: Contract, operation: ContractOperation): Schema | undefined {
  const schema = operation.requestBody?.bodies[0]?.schema;
  return schema === undefined ? undefined : resolve<Schema>(document, schema);
}
