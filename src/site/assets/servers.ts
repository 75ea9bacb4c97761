// The server that a reader has chosen for all pages, until the tab is closed: the sandbox, the mock, or one of his own with its key.
import { recall, remember } from "../../shared/look/browser/index.ts";
import type { ServerData } from "./try-it/data.ts";

/** The server that a call is sent to, and its key. */
export interface ServerChoice {
  readonly server: ServerData;
  readonly url: string;
  readonly key: string;
  /** Is the key known to everybody? Then it may be shown. */
  readonly isPublic: boolean;
}

const changed = "server-chosen";

/** The servers that the page names, the sandbox first; none on a page without samples. */
export const servers = JSON.parse(
  document.querySelector("[data-servers]")?.textContent ?? "[]",
) as readonly ServerData[];

/** The sandbox, which the samples of a page name as it is built. */
export const [sandbox = { name: "", hosts: {} }] = servers;

/** The choice for the calls that take a credential in this header. */
export function readChoice(header: string): ServerChoice {
  const server = servers.find(({ name }) => name === recall("sessionStorage", "server")) ?? sandbox;
  const own = server.keys === undefined ? recall("sessionStorage", addressName(header)) : undefined;
  const url = own ?? server.hosts[header] ?? "";
  const known = server.keys?.[header];
  const key = recall("sessionStorage", keyName(header, url)) ?? known ?? "";
  return { server, url, key, isPublic: key === known };
}

/** Remembers a part of the choice: the name of the `server`, or the address or a key by its name. */
export function choose(part: string, text: string): void {
  remember("sessionStorage", part, text);
  document.dispatchEvent(new Event(changed));
}

/** Calls a function now, and whenever another server, address or key is chosen. */
export function followChoice(show: () => void): void {
  show();
  document.addEventListener(changed, show);
}

/** The name under which the address of the reader's own server is remembered. */
export function addressName(header: string): string {
  return `address ${header}`;
}

/** The name under which a key is remembered: one server never gets what was typed for another. */
export function keyName(header: string, server: string): string {
  return `key ${header} ${URL.canParse(server) ? new URL(server).origin : server}`;
}
