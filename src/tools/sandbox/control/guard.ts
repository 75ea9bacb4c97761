// Who may call the control plane: this machine's programs and its own page, and no web page from elsewhere.
import type { IncomingHttpHeaders } from "node:http";
import { ControlRefused } from "./call.ts";
import { holdsToken } from "./token.ts";

/** Whom the operator lets in besides this machine. */
export interface ControlAccess {
  /** Host names under which the sandbox is reached, in lower case and without a port. */
  readonly allowedHosts: readonly string[];
  /** Origins whose pages may call, such as `http://127.0.0.1:4000`. */
  readonly allowedOrigins: readonly string[];
  /** What every call needs, if anything. */
  readonly token: string | undefined;
}

/** A request. */
export interface Asked {
  readonly headers: IncomingHttpHeaders;
  /** The Host; behind a trusted proxy the one that the proxy was asked for. */
  readonly host: string;
}

/** The header that a page of another origin cannot set without asking first. */
export const controlHeader = "x-sandbox-control";

/** Was it asked for by a name of this machine, or one that the operator allows? */
function isOfThisMachine({ host }: Asked, { allowedHosts }: ControlAccess): boolean {
  const name = /^(\[[\da-f:.]+\]|[^:[\]\s]+)(?::\d{1,5})?$/i.exec(host)?.[1]?.toLowerCase();
  return name !== undefined && (isLoopback(name) || allowedHosts.includes(name));
}

/**
 * Refuses a request that may come from a web page of elsewhere.
 *
 * A page whose name was rebound to this machine has its own name in Host; any other page cannot set the header.
 *
 * @throws {ControlRefused}
 */
export function guardHost(asked: Asked, access: ControlAccess): void {
  const { host } = asked;
  if (isOfThisMachine(asked, access)) return;
  throw new ControlRefused(403, `The control plane accepts requests for this machine only; found the Host "${host}".`, {
    where: "header host",
    remedy: "Call 127.0.0.1, localhost or [::1], or start the sandbox with --control-host NAME.",
  });
}

/**
 * Refuses what a page of another origin sends, and what lacks the header.
 *
 * @throws {ControlRefused}
 */
export function guardOrigin({ headers, host }: Asked, access: ControlAccess): void {
  const { origin } = headers;
  if (letsIn(origin, access) === undefined) {
    const isOwn = origin === undefined || origin === `http://${host}` || origin === `https://${host}`;
    const site = headers["sec-fetch-site"];
    if (!isOwn || (site !== undefined && site !== "same-origin" && site !== "none")) {
      throw new ControlRefused(403, "The control plane does not accept calls from pages of other origins.", {
        where: isOwn ? "header sec-fetch-site" : "header origin",
        remedy: "Start the sandbox with --control-origin ORIGIN to allow an origin.",
      });
    }
  }
  if (headers[controlHeader] === undefined) {
    throw new ControlRefused(403, `The header ${controlHeader} is missing.`, {
      where: `header ${controlHeader}`,
      remedy: `Send \`${controlHeader}: 1\` with every call.`,
    });
  }
}

/** The headers that let a page of an allowed origin read the answer; none for any other. */
export function originHeaders({ origin }: IncomingHttpHeaders, access: ControlAccess): Record<string, string> {
  const allowed = letsIn(origin, access);
  return allowed === undefined ? {} : { "access-control-allow-origin": allowed, vary: "origin" };
}

/**
 * The headers of the response to a preflight request.
 *
 * @throws {ControlRefused} to pages of origins that are not allowed.
 */
export function controlPreflight(headers: IncomingHttpHeaders, access: ControlAccess): Record<string, string> {
  if (letsIn(headers.origin, access) === undefined) {
    throw new ControlRefused(403, "The control plane does not accept calls from pages of other origins.", {
      where: "header origin",
      remedy: "Start the sandbox with --control-origin ORIGIN to allow an origin.",
    });
  }
  return {
    ...originHeaders(headers, access),
    "access-control-allow-headers": `${controlHeader}, authorization, content-type`,
    "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE",
  };
}

function letsIn(origin: string | undefined, { allowedOrigins }: ControlAccess): string | undefined {
  return origin !== undefined && allowedOrigins.includes(origin) ? origin : undefined;
}

function isLoopback(name: string): boolean {
  return name === "localhost" || name === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(name);
}

/**
 * Refuses a call without the operator's token.
 *
 * @throws {ControlRefused}
 */
export function guardToken({ headers }: Asked, { token }: ControlAccess): void {
  if (holdsToken(headers, token)) return;
  throw new ControlRefused(
    401,
    "The control plane of this sandbox needs its control token: none was sent, or another one.",
    {
      where: "header authorization",
      remedy: "Send `Authorization: Bearer TOKEN`, with the text of the file that the sandbox was started with.",
    },
  );
}
