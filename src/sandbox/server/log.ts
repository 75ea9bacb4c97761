// What is noted of calls: for developers the journal with their bodies, for operators a line of JSON each, without anything of a person.
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { LoggedCall } from "../world/call-log.ts";
import { elapsedMs, machineNow, toIso } from "../world/clock.ts";
import type { World } from "../world/world.ts";
import type { Worlds } from "../world/worlds.ts";
import { Form } from "./body.ts";

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

/** A call, and the answer to it; the status is undefined when its connection was closed instead. */
interface Noted extends Partial<Pick<LoggedCall, "hints" | "is_replay">> {
  readonly status: number | undefined;
  readonly beganMs: number;
  readonly body: unknown;
  readonly sent: unknown;
  readonly faults?: LoggedCall["injected"] | undefined;
}

/** The credentials in the bodies of an operation, by their fields. */
const credentials: Readonly<Record<string, readonly string[]>> = {
  createLinkCode: ["code", "exchange_url"],
  createPortalUrl: ["url"],
};

/** The value of a query parameter that is named like a credential. */
const credentialInQuery = /(?<=[?&][^=&]*(?:key|token|secret|password)[^=&]*=)[^&#]+/gi;

/** Stands where a credential was. */
const hidden = "hidden";

/** Adds a call to the journal, and reports it to the watchers of its world. */
export function noteCall({ calls }: Worlds, world: World, request: FastifyRequest, noted: Noted): void {
  const { method, url, headers, routeOptions } = request;
  const { status = null, body, sent, beganMs, faults = [], hints = [], is_replay = false } = noted;
  const { clock, activity, identity } = world;
  const operation_id = routeOptions.config.operation?.id;
  const hideKeys = (text: string) =>
    text.replaceAll(identity.apiKey, hidden).replaceAll(identity.managementKey, hidden);
  const fields = credentials[operation_id ?? ""];
  const write = (value: unknown) => {
    const text = value instanceof Error ? undefined : JSON.stringify(value, fields && hideFields(fields));
    return text && hideKeys(text);
  };
  // The second name is that of an alternative
  const key = headers["idempotency-key"] ?? headers["x-idempotency-key"];
  const path = hideKeys(url.includes("?") ? url.replace(credentialInQuery, hidden) : url);
  const duration_ms = Math.round(elapsedMs() - beganMs);
  calls.add(identity.id, {
    operation_id: operation_id ?? null,
    method,
    path,
    status,
    idempotency_key: key === undefined ? null : hideKeys(String(key)),
    is_replay,
    injected: faults.map(({ id, effect }) => ({ id, effect })),
    hints,
    at: clock.now,
    machine_at: toIso(machineNow()),
    duration_ms,
    sent: write(sent instanceof Form ? withoutFiles(sent) : sent),
    answered: write(body),
  });
  // A call with an unknown key belongs to no world
  const isUnknown = operation_id === undefined || (status === 401 && faults.length === 0);
  if (!activity.isWatched || isUnknown) return;
  const fault_ids = faults.map(({ id }) => id);
  activity.report({
    type: "request",
    data: { at: clock.now, method, path, operation_id, status, duration_ms, fault_ids },
  });
}

/** Of a file neither the content is kept, which may be large, nor the name, which may name a person. */
function withoutFiles(form: Form): Record<string, unknown> {
  const describe = (value: unknown) => (value instanceof File ? { type: value.type, bytes: value.size } : value);
  return Object.fromEntries(Object.entries(form).map(([name, value]) => [name, describe(value)]));
}

function hideFields(fields: readonly string[]) {
  return (name: string, value: unknown) => (typeof value === "string" && fields.includes(name) ? hidden : value);
}
