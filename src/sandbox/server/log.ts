// The log for operators: a line of JSON for each call and each error, without anything of a person.
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import { machineNow, toIso } from "../world/clock.ts";

/** A call that was answered. Nothing in it is of a person: the id of a request is the caller's, in a form that an address does not have. */
export interface AnsweredCall {
  readonly request_id: string;
  /** Of the contract or of the control plane; `other` is a page, or an unknown path. */
  readonly operation_id: string;
  readonly method: string;
  readonly status: number;
  readonly duration_ms: number;
}

/** A log that collectors read. */
export interface JsonLog {
  call(call: AnsweredCall): void;
  /** A line of text, such as `error: …`. */
  line(text: string): void;
}

/** Makes the log, on the standard output. It is not made by pino, which Fastify brings: that one logs each request twice, with its path. */
export function makeJsonLog(): JsonLog {
  const add = (level: "info" | "warn" | "error", what: object) =>
    void process.stdout.write(`${JSON.stringify({ time: toIso(machineNow()), level, ...what })}\n`);
  return {
    call: (call) => add(call.status >= 500 ? "error" : "info", { message: "call", ...call }),
    line(text) {
      const [, kind, rest = text] = /^(error|warning|violation|note): (.*)$/s.exec(text) ?? [];
      const isWarning = kind === "warning" || kind === "violation";
      const level = kind === "error" ? "error" : isWarning ? "warn" : "info";
      add(level, { message: kind === "violation" ? text : rest });
    },
  };
}

/** Reports each call of a server once it was answered, but for those of routes whose log level is `silent`. */
export function logCalls(app: FastifyInstance, logCall: (call: AnsweredCall) => void): void {
  app.addHook("onResponse", async ({ id, method, routeOptions }, reply) => {
    if (routeOptions.logLevel === "silent") return;
    logCall({
      request_id: id,
      operation_id: routeOptions.config.operation?.id ?? "other",
      method,
      status: reply.raw.statusCode,
      duration_ms: Math.round(reply.elapsedTime * 1000) / 1000,
    });
  });
}

/** The id of a request: the one that its caller gave it, when it looks like one, else a new one. */
export function readRequestId({ headers }: IncomingMessage): string {
  const given = headers["x-request-id"];
  return typeof given === "string" && /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID();
}
