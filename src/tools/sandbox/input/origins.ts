// Lets a page on any origin call a server that holds no secret: the reference is served from another port than the mock and the sandbox.
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";

/** Stands on every answer. Without credentials, which no scheme here needs, `*` really means every header. */
export const openToAll = { "access-control-allow-origin": "*", "access-control-expose-headers": "*" };

/** Tells a browser's question before a call from the call itself. */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === "OPTIONS" && headers.origin !== undefined && headers["access-control-request-method"] !== undefined;
}

/** What a preflight is answered with: whatever it asks for is allowed. */
export function preflightHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return {
    ...openToAll,
    "access-control-allow-headers": headers["access-control-request-headers"] ?? "*",
    "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE, OPTIONS",
  };
}
