// Reads HAR 1.2, as browsers and proxies write it, by shape: no value of it is kept.
import { closeSync, createReadStream, openSync, readSync, statSync } from "node:fs";
import { type Contract, field, isObject } from "../../../tools/contract/index.ts";
import { Failure } from "../../../tools/terminal/index.ts";
import { Capture, type Exchange, type Message } from "./capture.ts";
import { jsonItems } from "./json-items.ts";
import type { Recording } from "./recording.ts";

/** The longest entry in bytes: room for a body of 32 MB in base64. */
const longestEntry = 48 * 1024 * 1024;

/** Which hosts are the service's. */
type Hosts = (url: URL) => string | undefined;

/**
 * Opens a HAR file.
 *
 * @param hosts The hosts of the service, each as `api.example.com`, `127.0.0.1:4020` or with a path in front of that of the contract;
 *   when there is none, those of the contract's servers.
 * @throws {Failure} when the file cannot be read, or is not a HAR file.
 */
export async function readHar(file: string, contract: Contract, hosts: readonly string[] = []): Promise<Recording> {
  refuseOther(file);
  const entries = jsonItems(createReadStream(file, { highWaterMark: 256 * 1024 }), ["log", "entries"], longestEntry);
  const first = await entries.next();
  const started = first.done === true || first.value === undefined ? "" : field(parsed(first.value), "startedDateTime");
  const [date = statSync(file).mtime.toISOString().slice(0, 10)] = /^\d{4}-\d\d-\d\d/.exec(String(started)) ?? [];
  const unused = new Map<string, { times: number; first: number[] }>();
  const leaveOut = (reason: string, at: number) => {
    const count = unused.get(reason) ?? { times: 0, first: [] };
    count.times += 1;
    if (count.first.length < 3) count.first.push(at);
    unused.set(reason, count);
  };
  const pathOn = pathsOn(hosts.length === 0 ? serversOf(contract) : hosts.map(hostOf));
  async function* lines() {
    const capture = new Capture(contract);
    let number = 0;
    let next = first;
    for (; next.done !== true; next = await entries.next()) {
      number += 1;
      const read =
        next.value === undefined ? "is longer than 48 MB" : await exchangeOf(parsed(next.value), pathOn, capture);
      if (typeof read === "string") leaveOut(read, number);
      else yield* await capture.exchange(read);
    }
    if (!next.value) leaveOut("is cut off", number + 1);
  }
  return {
    file,
    date,
    unused: () => [...unused].map(([reason, count]) => ({ reason, ...count })),
    [Symbol.asyncIterator]: lines,
  };
}

/** An entry as an exchange, or why it is not used. */
async function exchangeOf(entry: unknown, pathOn: Hosts, capture: Capture): Promise<Exchange | string> {
  const [method, address] = [field(entry, "request", "method"), field(entry, "request", "url")];
  if (typeof method !== "string" || typeof address !== "string") return "is not an entry with a request";
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) return "is not of HTTP";
  const path = pathOn(url);
  if (path === undefined) {
    return capture.hasPath(url.pathname)
      ? "is of another host, with a path of the contract: pass its host with --host"
      : "is of another host";
  }
  const request = await requestOf(field(entry, "request"));
  if (method === "OPTIONS" && request.headers.some(([name]) => /^access-control-request-method$/i.test(name))) {
    return "is a browser's preflight";
  }
  const response = field(entry, "response");
  const status = field(response, "status");
  // A browser writes 0 where no answer came
  const isAnswered = Number.isInteger(status) && Number(status) >= 100 && Number(status) <= 999;
  return {
    method,
    target: `${path}${url.search}`,
    request,
    response: isAnswered ? { status: Number(status), ...responseOf(response) } : undefined,
  };
}

async function requestOf(request: unknown): Promise<Message> {
  const headers = headersOf(request);
  const data = field(request, "postData");
  const text = field(data, "text");
  if (typeof text === "string") {
    const isBase64 = field(data, "encoding") === "base64";
    return bodyIn(headers, text, isBase64, field(data, "mimeType"));
  }
  const parameters = field(data, "params");
  if (Array.isArray(parameters) && parameters.length > 0) return formOf(headers, parameters);
  return { headers, body: Number(field(request, "bodySize")) > 0 ? undefined : Buffer.alloc(0) };
}

function responseOf(response: unknown): Message {
  const headers = headersOf(response);
  const content = field(response, "content");
  const text = field(content, "text");
  if (typeof text === "string" && text !== "") {
    return bodyIn(headers, text, field(content, "encoding") === "base64", field(content, "mimeType"));
  }
  const size = Math.max(Number(field(content, "size")) || 0, Number(field(response, "bodySize")) || 0);
  return { headers, body: size > 0 ? undefined : Buffer.alloc(0) };
}

/** Most writers decompress bodies and keep the header that says how they were compressed. */
function bodyIn(headers: Message["headers"], text: string, isBase64: boolean, mimeType: unknown): Message {
  const body = Buffer.from(text, isBase64 ? "base64" : "utf8");
  const isPlain = !isBase64 || /^\s*[[{"<]/.test(body.toString("latin1", 0, 20));
  const kept = isPlain ? headers.filter(([name]) => name.toLowerCase() !== "content-encoding") : headers;
  const isTyped = kept.some(([name]) => name.toLowerCase() === "content-type");
  return {
    headers: isTyped || typeof mimeType !== "string" ? kept : [...kept, ["content-type", mimeType]],
    body: Buffer.from(body),
  };
}

/** A form of which only the parameters were kept. */
async function formOf(headers: Message["headers"], parameters: readonly unknown[]): Promise<Message> {
  const [, type = ""] = headers.find(([name]) => name.toLowerCase() === "content-type") ?? [];
  const form = new FormData();
  const fields = new URLSearchParams();
  for (const parameter of parameters) {
    const [name, value] = [String(field(parameter, "name")), String(field(parameter, "value") ?? "")];
    fields.append(name, value);
    if (field(parameter, "fileName") === undefined) form.append(name, value);
    else form.append(name, new File([value], "file"));
  }
  const written = new Response(/^multipart\//i.test(type) ? form : fields);
  return {
    headers: [
      ...headers.filter(([name]) => name.toLowerCase() !== "content-type"),
      ["content-type", written.headers.get("content-type") ?? ""],
    ],
    body: Buffer.from(await written.arrayBuffer()),
  };
}

function headersOf(message: unknown): [string, string][] {
  const headers = field(message, "headers");
  if (!Array.isArray(headers)) return [];
  return headers.flatMap((header: unknown) => {
    const [name, value] = [field(header, "name"), field(header, "value")];
    return typeof name === "string" && typeof value === "string" ? [[name, value] as [string, string]] : [];
  });
}

/** The path of a URL on one of these servers, without the path of the server. */
function pathsOn(servers: readonly URL[]): Hosts {
  return (url) => {
    for (const server of servers) {
      const prefix = server.pathname.replace(/\/$/, "");
      if (portedHost(server, url.protocol) === portedHost(url, url.protocol) && url.pathname.startsWith(`${prefix}/`)) {
        return url.pathname.slice(prefix.length);
      }
    }
    return undefined;
  };
}

function portedHost({ hostname, port }: URL, protocol: string): string {
  return `${hostname}:${port || (protocol === "https:" ? "443" : "80")}`;
}

function hostOf(text: string): URL {
  const url = URL.parse(/^https?:\/\//.test(text) ? text : `https://${text}`);
  if (url === null || url.hostname === "") {
    throw new Failure(
      `--host takes the host of the service, found "${text.replace(/^.*@/s, "…@")}".`,
      "Write it like api.example.com.",
    );
  }
  return url;
}

/** The servers of the contract, each at the default of its variables. */
function serversOf({ document }: Contract): URL[] {
  const servers = [document.servers, ...Object.values(document.paths).map((item) => item.servers)].flatMap(
    (some) => some ?? [],
  );
  return servers.flatMap(({ url, variables = {} }) => {
    const text = url.replace(/\{(\w+)\}/g, (_, name: string) => variables[name]?.default ?? "");
    return URL.parse(text) ?? [];
  });
}

function parsed(bytes: Buffer): unknown {
  try {
    const value: unknown = JSON.parse(bytes.toString());
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Refuses what does not begin as a HAR file does. */
function refuseOther(file: string): void {
  const start = startOf(file);
  if (/^\uFEFF?\s*\{[\s\S]*"log"\s*:\s*\{/.test(start.toString())) return;
  const found = start[0] === 0x1f && start[1] === 0x8b ? ": it is compressed with gzip" : "";
  throw new Failure(
    `${file} is not a HAR file${found}.`,
    "Pass a file that a browser or `npx redocly proxy` has saved.",
  );
}

/** The first 64 KiB of a file. */
function startOf(file: string): Buffer {
  const bytes = Buffer.alloc(64 * 1024);
  try {
    // A pipe can be read only once, and nobody may write to it
    if (!statSync(file).isFile()) throw new Failure(`${file} is a directory, a pipe or a device.`, "Pass a file.");
    const descriptor = openSync(file, "r");
    try {
      return bytes.subarray(0, readSync(descriptor, bytes));
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (error instanceof Failure) throw error;
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new Failure(`${file} cannot be read (${code}).`, "Check the name of the file.", { cause: error });
  }
}
