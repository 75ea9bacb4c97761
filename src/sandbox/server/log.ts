// What is noted of calls: for developers the latest ones with their bodies, for operators a line of JSON each, without anything of a person.
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { machineNow, toIso } from "../world/clock.ts";
import type { World } from "../world/world.ts";
import type { Worlds } from "../world/worlds.ts";

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
      const [, kind, rest = text] = /^(error|violation|note): (.*)$/s.exec(text) ?? [];
      const level = kind === "error" ? "error" : kind === "violation" ? "warn" : "info";
      add(level, { message: kind === "violation" ? text : rest });
    },
  };
}

/** Reports each call of a plugin once it was answered. */
export function logCalls(app: FastifyInstance, logCall: (call: AnsweredCall) => void): void {
  app.addHook("onResponse", async ({ id, method, routeOptions }, reply) =>
    logCall({
      request_id: id,
      operation_id: routeOptions.config.operation?.id ?? "other",
      method,
      status: reply.raw.statusCode,
      duration_ms: Math.round(reply.elapsedTime * 1000) / 1000,
    }),
  );
}

/** The id of a request: the one that its caller gave it, when it looks like one, else a new one. */
export function readRequestId({ headers }: IncomingMessage): string {
  const given = headers["x-request-id"];
  return typeof given === "string" && /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID();
}

/** A longer body that was sent is not kept, by the length that the call states. */
const largestSentBytes = 16 * 1024;

/** The answer to a call; the status is undefined when its connection was closed instead. */
interface Noted {
  readonly status: number | undefined;
  readonly body: unknown;
  readonly sent: unknown;
  readonly isControl: boolean;
  readonly durationMs: number;
  readonly faultIds?: readonly string[];
}

const noFaults: readonly string[] = [];

/** Keeps a call among the latest ones, and reports it to the watchers of its world. */
export function noteCall({ calls }: Worlds, world: World, request: FastifyRequest, noted: Noted): void {
  const { method, url: path, headers, routeOptions } = request;
  const { status, body, sent, isControl, durationMs, faultIds = noFaults } = noted;
  const { clock, activity, identity } = world;
  const operationId = routeOptions.config.operation?.id;
  const isKept = Number(headers["content-length"]) <= largestSentBytes;
  calls.add({
    worldId: identity.id,
    atMs: clock.nowMs,
    method,
    path,
    operationId,
    isControl,
    status,
    durationMs,
    faultIds,
    sent: isKept ? sent : undefined,
    answered: body,
  });
  if (!activity.isWatched || operationId === undefined) return;
  const at = clock.now;
  if (isControl) {
    if ((status ?? 500) < 400) activity.report({ type: "control", data: { at, operation_id: operationId } });
    // A call with an unknown key belongs to no world
  } else if (status !== 401 || faultIds.length > 0) {
    const call = { method, path, operation_id: operationId, status: status ?? null, duration_ms: durationMs };
    activity.report({ type: "request", data: { at, ...call, fault_ids: [...faultIds] } });
  }
}
