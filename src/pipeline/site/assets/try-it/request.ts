// Makes a request out of what the form holds, or says in a sentence why it cannot be one.
import type { FieldData, ServerData, TryItData } from "./data.ts";
import { Refusal } from "./refusal.ts";

/** What the form holds. */
export interface Filled {
  readonly server: string;
  /** The keys by header; an empty one is not sent. */
  readonly keys: ReadonlyMap<string, string>;
  /** The values of each field; empty ones are not sent. */
  readonly values: ReadonlyMap<FieldData, readonly (string | File)[]>;
  readonly body: string;
}

/** A header of a request. */
export interface RequestHeader {
  readonly name: string;
  readonly value: string;
  /** Does it carry a key that is not known to everybody? */
  readonly secret: boolean;
}

/** A request that can be sent as it is. */
export interface CallRequest {
  readonly method: string;
  /** The chosen server. */
  readonly server: string;
  readonly url: string;
  readonly headers: readonly RequestHeader[];
  readonly body: string | readonly (readonly [name: string, value: string | File])[] | undefined;
}

/**
 * Makes the request.
 *
 * @throws {Refusal} when what the form holds cannot be sent.
 */
export function requestOf(data: TryItData, { server, keys, values, body }: Filled): CallRequest {
  const address = serverOf(server);
  const given = (place: FieldData["in"]) =>
    [...values].filter(([field]) => field.in === place).map(([field, all]) => [field, all.filter(isGiven)] as const);
  const path = given("path").reduce(
    (text, [field, all]) => text.replaceAll(`{${field.name}}`, () => segmentOf(field, all)),
    data.path,
  );
  const query = given("query").flatMap(([{ name }, all]) =>
    all.map((value) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`),
  );
  const known = serverAt(data, address)?.keys;
  const headers: RequestHeader[] = [...keys]
    .filter(([, key]) => key !== "")
    .map(([name, value]) => ({ name, value, secret: known?.[name] !== value }));
  for (const [name, value] of Object.entries(data.headers ?? {})) headers.push({ name, value, secret: false });
  for (const [{ name }, all] of given("header")) {
    if (all.length > 0) headers.push({ name, value: all.join(","), secret: false });
  }
  const parts = given("part").flatMap(([{ name }, all]) => all.map((value) => [name, value] as const));
  const text = data.body === undefined ? "" : textOf(data.body.mediaType, body);
  if (data.body && text !== "") headers.push({ name: "content-type", value: data.body.mediaType, secret: false });
  for (const { name, value } of headers) mustBeHeader(name, value);
  return {
    method: data.method,
    server: address,
    // As the browser sends it, which escapes more than required
    url: new URL(`${address}${path}${query.length > 0 ? `?${query.join("&")}` : ""}`).href,
    headers,
    body: data.multipart ? parts : text === "" ? undefined : text,
  };
}

/**
 * The address of a server, without the slash at its end.
 *
 * @throws {Refusal} when it is none that a page may call.
 */
function serverOf(text: string): string {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  const isWeb = url?.protocol === "http:" || url?.protocol === "https:";
  if (url === undefined || !isWeb || url.username + url.password + url.search + url.hash !== "") {
    const remedy = "Write one such as `http://127.0.0.1:4010` or `https://api.example.com`.";
    throw new Refusal(`“${text}” is not the address of a server.`, remedy, "server");
  }
  // The browser would stop it as mixed content, and say so only to who reads the console
  if (url.protocol === "http:" && location.protocol === "https:" && !isOnThisMachine(url.href)) {
    const remedy = "Write it with `https://`, run the curl command, or read these pages from `npm start`.";
    throw new Refusal(
      "From a page that came over https, a browser calls http:// only on this machine.",
      remedy,
      "server",
    );
  }
  return url.href.replace(/\/+$/, "");
}

/** The server of the contract at an address. */
export function serverAt({ servers }: TryItData, address: string): ServerData | undefined {
  return servers.find(({ url }) => url === address.trim().replace(/\/+$/, ""));
}

/** Is it an address of the reader's own machine? */
export function isOnThisMachine(address: string): boolean {
  const host = URL.canParse(address) ? new URL(address).hostname : "";
  return /^(?:(?:.+\.)?localhost|\[::1\]|127\.\d+\.\d+\.\d+)$/.test(host);
}

function isGiven(value: string | File): boolean {
  return value !== "";
}

function segmentOf({ name }: FieldData, all: readonly (string | File)[]): string {
  const text = all.join(",");
  if (text === "") {
    throw new Refusal(`${name} is missing.`, "It is part of the path: fill it in.", name);
  }
  // A browser would take these for steps in the path, and call another operation
  if (text === "." || text === "..") {
    throw new Refusal(`${name} cannot be “${text}”: that would change the path.`, "Choose another value.", name);
  }
  return encodeURIComponent(text);
}

function textOf(mediaType: string, body: string): string {
  if (body.trim() === "" || !/[/+]json$/.test(mediaType)) return body.trim() === "" ? "" : body;
  try {
    JSON.parse(body);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Refusal(`The body is not JSON: ${reason}.`, "Correct it, or choose an example again.", "body");
  }
  return body;
}

function mustBeHeader(name: string, value: string): void {
  try {
    new Headers([[name, value]]);
  } catch {
    const remedy = "Remove line breaks and characters outside Latin-1.";
    throw new Refusal(`The value of ${name} is not valid in a header.`, remedy, name);
  }
}
