// Counts and logs each call of a server once it was answered.
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { FastifyPluginCallback, FastifyRequest } from "fastify";
import type { Meter } from "./meter.ts";

/** What is neither of the contract nor of the control plane: a page, or a path that is unknown. */
const other = "other";

/** A call that was answered. Nothing in it is of a person: the id of a request is the caller's, in a form that an address does not have. */
export interface AnsweredCall {
  readonly request_id: string;
  /** Of the contract or of the control plane; `other` is a page, or an unknown path. */
  readonly operation_id: string;
  readonly method: string;
  readonly status: number;
  readonly duration_ms: number;
}

/** Where calls are counted and logged. */
export interface ObserveOptions {
  readonly meter: Meter;
  readonly logCall?: ((call: AnsweredCall) => void) | undefined;
}

/** Notes that a call was answered. The service calls it itself: a hook of Fastify for it costs a read 1.2 of 27 microseconds. */
export type Observe = (
  call: Pick<FastifyRequest, "id" | "method">,
  operation: string | undefined,
  status: number,
  durationMs: number,
) => void;

declare module "fastify" {
  interface FastifyInstance {
    observeCall: Observe;
  }
}

export function observerOf({ meter, logCall }: ObserveOptions): Observe {
  return ({ id, method }, operation = other, status, durationMs) => {
    meter.call(operation, status, durationMs);
    logCall?.({
      request_id: id,
      operation_id: operation,
      method,
      status,
      duration_ms: Math.round(durationMs * 1000) / 1000,
    });
  };
}

/** A plugin whose calls are observed. */
export function observed(plugin: FastifyPluginCallback): FastifyPluginCallback {
  return (app, options, done) => {
    app.addHook("onResponse", (request, reply, next) => {
      app.observeCall(request, request.routeOptions.config.operation?.id, reply.raw.statusCode, reply.elapsedTime);
      next();
    });
    plugin(app, options, done);
  };
}

/** The id of a request: the one that its caller gave it, when it looks like one, else a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers["x-request-id"];
  return typeof given === "string" && /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID();
}
