// Access to the control plane: for this machine's programs and its own page, and for no web page from elsewhere; behind a token, for everybody who has it.
import { createHash, timingSafeEqual } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { FastifyRequest } from "fastify";
import { Failure } from "../../shared/terminal/index.ts";
import { Refused } from "../world/refused.ts";
import type { ServerOptions } from "./options.ts";

/** The callers that are let in besides this machine. Where a proxy is trusted, the headers that it adds are expected. */
type Access = Pick<ServerOptions, "allowedControlHosts" | "trustedProxies" | "controlToken">;

/** The header that a page of another origin cannot set without asking first. */
const controlHeader = "x-sandbox-control";

/** The headers that a proxy adds. */
const forwarded = /^(forwarded|via|x-forwarded-.+)$/;

/**
 * Refuses a request that may come from elsewhere: a page whose name was rebound to this machine has its own name in Host, and a proxy
 * that was not named passes on what the network sends.
 *
 * @param request Its `host` is, behind a trusted proxy, the one that the proxy was asked for.
 * @throws {Refused}
 */
export function guardHost(
  { headers, host }: FastifyRequest,
  { allowedControlHosts = [], trustedProxies = [] }: Access,
): void {
  const name = /^(\[[\da-f:.]+\]|[^:[\]\s]+)(?::\d{1,5})?$/i.exec(host)?.[1]?.toLowerCase();
  if (name === undefined || !(isLoopback(name) || allowedControlHosts.some((one) => one.toLowerCase() === name))) {
    const message = `The control plane accepts requests for this machine only; found the Host "${host}".`;
    const remedy = "Call 127.0.0.1, localhost or [::1], or start the sandbox with --control-host NAME.";
    throw new Refused("forbidden", message, { where: "header host", remedy });
  }
  const proxied = trustedProxies.length > 0 ? undefined : Object.keys(headers).find((header) => forwarded.test(header));
  if (proxied === undefined) return;
  const message = `The control plane was called through a proxy; found the header ${proxied}.`;
  const remedy =
    "Call it on this machine, or start the sandbox with --trust-proxy ADDRESS and --control-token-file FILE.";
  throw new Refused("forbidden", message, { where: `header ${proxied}`, remedy });
}

function isLoopback(name: string): boolean {
  return name === "localhost" || name === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(name);
}

/** @throws {Refused} to pages of other origins, and without the header that they cannot set. */
export function guardOrigin({ headers, host }: FastifyRequest): void {
  const { origin = `http://${host}`, "sec-fetch-site": site = "none" } = headers;
  const isOwn = origin === `http://${host}` || origin === `https://${host}`;
  if (!isOwn || (site !== "same-origin" && site !== "none")) {
    const where = isOwn ? "header sec-fetch-site" : "header origin";
    const remedy = "Call it from a program, or use the page of the sandbox.";
    throw new Refused("forbidden", "The control plane does not accept calls from pages of other origins.", {
      where,
      remedy,
    });
  }
  if (headers[controlHeader] !== undefined) return;
  const where = `header ${controlHeader}`;
  const remedy = `Send \`${controlHeader}: 1\` with every call.`;
  throw new Refused("forbidden", `The ${where} is missing.`, { where, remedy });
}

/**
 * A program sends the token as `Bearer TOKEN`; a browser asks a person for it, as the password of Basic authentication.
 *
 * @throws {Refused} without it.
 */
export function guardToken({ headers: { authorization = "" } }: FastifyRequest, { controlToken }: Access): void {
  if (controlToken === undefined) return;
  const [, scheme = "", credentials = ""] = /^(bearer|basic) +(\S+)$/i.exec(authorization) ?? [];
  const decoded = Buffer.from(credentials, "base64").toString();
  const sent = scheme.toLowerCase() === "basic" ? decoded.replace(/^[^:]*:/, "") : credentials;
  // Of equal length, and compared in constant time: the time says nothing of the token
  const digest = (text: string) => createHash("sha256").update(text).digest();
  if (timingSafeEqual(digest(sent), digest(controlToken))) return;
  const message = "The control plane of this sandbox needs its control token: none was sent, or another one.";
  const remedy =
    "Send `Authorization: Bearer TOKEN`, with the text of the file that the sandbox was started with. In a browser, reload the page, and enter it as the password with any user name.";
  throw new Refused("unauthorized", message, { where: "header authorization", remedy });
}

/** The remedy for a token that can be guessed. */
export const tokenRemedy = "Write a long random text into it, for example with `openssl rand -hex 32`.";

/**
 * Reads a control token, if a file is named.
 *
 * @throws {Failure} when there is no such file, or it has anything but one word.
 */
export async function readControlToken(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  const text = await readFile(file, "utf8").catch((cause: NodeJS.ErrnoException) => {
    const remedy = cause.code === "ENOENT" ? tokenRemedy : "Name a file that the sandbox may read.";
    throw new Failure(`--control-token-file: cannot read "${file}" (${cause.code}).`, remedy, { cause });
  });
  const token = text.trim();
  // Nothing else fits into a header
  if (/^[!-~]+$/.test(token)) return token;
  const found = token === "" ? "is empty" : "contains spaces, line breaks or letters other than ASCII";
  throw new Failure(`--control-token-file: "${file}" ${found}.`, tokenRemedy);
}

/** Asks for the token. A browser that has it already sends it again for another path only when it is asked. */
export const askForToken = ["Bearer", 'Basic realm="Sandbox", charset="UTF-8"'];
