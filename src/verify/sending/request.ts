// A request as input by name, and what it becomes on the wire and in a report.
import { gzipSync } from "node:zlib";
import type { ContractOperation } from "../../shared/contract/index.ts";
import { curlArguments, quote } from "../../shared/findings/index.ts";

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

/** A request ready to be sent. */
export interface WireRequest {
  readonly method: string;
  /** Path and query, without host. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | FormData | undefined;
  /** The file of a form. */
  readonly file?: FilePart | undefined;
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
  let file: FilePart | undefined;
  if (body === undefined && input.body !== undefined) {
    const isForm = mediaType === "multipart/form-data";
    body = isForm ? writeForm(input.body) : JSON.stringify(input.body);
    if (isForm) file = Object.values(Object(input.body)).find((part) => part instanceof FilePart);
  }
  // The boundary of a form is written with it
  if (typeof body === "string") headers["content-type"] = mediaType;
  const target = path + (query.size > 0 ? `?${query}` : "");
  return { method: operation.method.toUpperCase(), target, headers, body, file };
}

function writeForm(value: unknown): FormData {
  const form = new FormData();
  for (const [name, part] of Object.entries(Object(value))) {
    if (part instanceof FilePart) form.append(name, new Blob([part.bytes], { type: part.type }), part.name);
    else form.append(name, typeof part === "string" ? part : JSON.stringify(part));
  }
  return form;
}

/** The request as a command for a shell. `variables` are written as `$NAME`, for what must not be shown. */
export function writeCurl(origin: string, request: WireRequest, variables: Readonly<Record<string, string>>): string {
  const { method, target, headers, body, file } = request;
  const { before, data } = typeof body === "string" ? writeText(body) : writeParts(body, file);
  return `${before}curl ${curlArguments({ method, url: origin + target, headers, variables, data })}`;
}

/** What carries a body in a command: something in front of curl, and options of curl. */
interface CurlData {
  readonly before: string;
  readonly data: readonly (readonly [option: string, text: string])[];
}

/** A text as the body that curl sends. */
export function writeText(text: string): CurlData {
  return text.length > longestArgument
    ? { before: `printf %s ${quote(text)} | `, data: [["--data-binary", "@-"]] }
    : { before: "", data: [["--data-raw", text]] };
}

/** Linux takes no longer argument of a command. */
const longestArgument = 100_000;

/** The parts of a form as curl sends them. A file comes in compressed: of ten megabytes of white space, 236 characters are left. */
function writeParts(body: FormData | undefined, file: FilePart | undefined): CurlData {
  const texts = [...(body ?? [])].flatMap(([name, part]) =>
    typeof part === "string" ? [["--form-string", `${name}=${part}`] as const] : [],
  );
  if (file === undefined) return { before: "", data: texts };
  const [name = ""] = [...(body ?? [])].find(([, part]) => typeof part !== "string") ?? [];
  const base64 = gzipSync(gzipSync(file.bytes)).toString("base64");
  return {
    before: `printf %s ${base64} | base64 --decode | gunzip | gunzip | `,
    data: [...texts, ["-F", `${name}=@-;filename=${file.name};type=${file.type}`]],
  };
}
