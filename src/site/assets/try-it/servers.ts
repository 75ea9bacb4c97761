// The server that a reader has chosen for all pages: the sandbox, the mock, or one of his own with its key.
import type { ServerData } from "./data.ts";
import { recall, remember } from "./memory.ts";

/** The server that a call is sent to, and its key. */
export interface ServerChoice {
  readonly server: ServerData;
  readonly url: string;
  readonly key: string;
  /** Is the key known to everybody? Then it may be shown. */
  readonly isPublic: boolean;
  /** The command that starts what is at the address. */
  readonly command: string | undefined;
}

const choiceName = "server";
const changed = "server-chosen";

/** The servers that the page names, the sandbox first; none on a page without samples. */
export function listServers(): readonly ServerData[] {
  return JSON.parse(document.querySelector("[data-servers]")?.textContent ?? "[]") as ServerData[];
}

/** The choice for the calls that take a credential in this header. */
export function readChoice(servers: readonly ServerData[], header: string): ServerChoice | undefined {
  const server = servers.find(({ name }) => name === recall(choiceName)) ?? servers[0];
  if (server === undefined) return undefined;
  const own = server.keys === undefined ? recall(`address ${header}`) : undefined;
  const url = own ?? server.hosts[header] ?? "";
  const known = servers.find(
    ({ hosts, keys }) => keys !== undefined && hosts[header] === url.trim().replace(/\/+$/, ""),
  );
  const key = recall(keyName(header, url)) ?? known?.keys?.[header] ?? "";
  return { server, url, key, isPublic: key === known?.keys?.[header], command: known?.command };
}

/** Chooses a server by its name. */
export function chooseServer(name: string): void {
  remember(choiceName, name);
  document.dispatchEvent(new Event(changed));
}

/** Sets the address of the reader's own server. */
export function setAddress(header: string, url: string): void {
  remember(`address ${header}`, url);
  document.dispatchEvent(new Event(changed));
}

/** Sets the key for the address that is chosen. */
export function setKey(header: string, url: string, key: string): void {
  remember(keyName(header, url), key);
  document.dispatchEvent(new Event(changed));
}

/** Calls a function now, and whenever another server, address or key is chosen. */
export function followChoice(show: () => void): void {
  show();
  document.addEventListener(changed, show);
}

/** The name of a key: one server never gets what was typed for another. */
function keyName(header: string, server: string): string {
  return `key ${header} ${URL.canParse(server) ? new URL(server).origin : server}`;
}
