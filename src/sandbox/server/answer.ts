// How both the service and the control plane answer: headers for pages of other origins, refusals and errors.
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { UnreadableBody } from "../../shared/http/index.ts";
import { Failure } from "../../shared/terminal/index.ts";
import { isUnavailable } from "../store/database.ts";
import { Refused } from "../world/refused.ts";
import { WorldEnded } from "../world/world.ts";

/** On every answer of the service. Without credentials, which no scheme here needs, `*` really means every header. */
export const openToAll = { "access-control-allow-origin": "*", "access-control-expose-headers": "*" };

/** Tells a browser's question before a call from the call itself. */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === "OPTIONS" && headers.origin !== undefined && headers["access-control-request-method"] !== undefined;
}

/** The answer to a preflight request: whatever it asks for is allowed. */
export function preflightHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return {
    ...openToAll,
    "access-control-allow-headers": headers["access-control-request-headers"] ?? "*",
    "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE, OPTIONS",
  };
}

/** The headers of an answer of the service. */
export const answerHeaders = { ...openToAll, "content-type": "application/json; charset=utf-8" };

/** An answer with the type of its operation forgotten. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** A refusal of the service, with a text for the developer who reads it: what was expected, what was found, what to do. */
export function refusal(status: number, detail: string, fields?: object): Answer {
  return { status, body: { detail, ...fields } };
}

/** The body is written here: a serializer made of the schema would drop fields that it does not know. */
export function send(
  reply: FastifyReply,
  { status, body }: Answer,
  headers: Readonly<Record<string, string>> = answerHeaders,
): FastifyReply {
  return reply.code(status).headers(headers).send(JSON.stringify(body));
}

/**
 * The one place where errors become answers. A bug is logged, without anything of the request: its message may hold what was sent.
 *
 * @param log Takes a line that an operator should read.
 */
export function answerError(
  error: Error & { readonly code?: string },
  request: FastifyRequest,
  reply: FastifyReply,
  log: (line: string) => void,
): Pick<Refused, "status" | "message"> & Partial<Pick<Refused, "where" | "remedy">> {
  if (error instanceof Refused) return error;
  if (error instanceof UnreadableBody) return { status: 422, message: `The body ${error.message}.`, where: "body" };
  if (error instanceof WorldEnded) return new Refused("unknown", error.message, { where: "path world_id" });
  // The caller has left
  if (error.code === "ECONNRESET") return { status: 400, message: "The request ended before its body." };
  const hint = error instanceof Failure ? "" : ". Set DEBUG=1 for the stack trace.";
  const stack = process.env["DEBUG"] ? `: ${error.stack}` : hint;
  log(`error: ${request.method} ${request.routeOptions.url ?? "?"} failed: ${describeKind(error)}${stack}`);
  if (!isUnavailable(error)) return { status: 500, message: "The sandbox failed. This is a bug in the sandbox." };
  // In seconds
  reply.header("retry-after", "1");
  return {
    status: 503,
    message:
      "The sandbox's database cannot be used now. Call again in a moment; this call was done as a whole or not at all.",
  };
}

/**
 * The kind of an error, for the log. SQLite's own words for it, such as "disk I/O error", name nothing that was stored; a message may.
 * That of a failure names the file of a world, and what to do.
 */
export function describeKind(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  if (error instanceof Failure) return `${error.message} ${error.remedy}`;
  return "errstr" in error ? `${error.name} (SQLite: ${String(error.errstr)})` : error.name;
}
