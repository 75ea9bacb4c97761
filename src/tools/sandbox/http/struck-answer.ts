// Answers a call that faults strike: late, with another status, cut short, or not at all.
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import type { FastifyReply } from "fastify";
import type { Strike } from "../world/faults.ts";

/** An answer, whatever its operation. */
interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** How the server answers the call that is struck. */
export interface StruckCall {
  readonly reply: FastifyReply;
  /** Aborts with the world: calls that wait end. */
  readonly ended: AbortSignal;
  /** Runs the operation. */
  readonly answer: () => Promise<Answer>;
  /** Headers go before those of any answer, the type included. */
  readonly send: (answer: Answer, headers?: Readonly<Record<string, string>>) => FastifyReply;
  /** Called with the status that was sent, or undefined when the connection was closed without one. */
  readonly onStatus: (status: number | undefined) => void;
}

/** Lists the faults that changed a response, to distinguish them from bugs of the sandbox. */
const faultHeader = "x-sandbox-fault";

/** Applies the faults to the call in order, before and after the operation. */
export async function answerStruck(strikes: readonly Strike[], call: StruckCall): Promise<FastifyReply> {
  const { reply, ended, answer, send, onStatus } = call;
  reply.header(faultHeader, strikes.map(({ id }) => id).join(", "));
  let found: Answer | undefined;
  for (const when of ["before", "after"] as const) {
    if (when === "after") found = await answer();
    const now = strikes.filter((strike) => strike.when === when);
    if (!(await delayed(now, ended))) return dropped(reply, onStatus);
    const broken = now.find(({ effect }) => effect !== "latency");
    if (broken === undefined) continue;
    if (broken.effect === "drop") return dropped(reply, onStatus);
    if (broken.effect === "truncate" && found !== undefined) return truncated(reply, found, broken, onStatus);
    const status = broken.status ?? 500;
    const { body = { detail: `The sandbox responds with ${status} because of the fault ${broken.id}.` } } = broken;
    onStatus(status);
    return send({ status, body }, broken.headers);
  }
  if (found === undefined) throw new Error("A struck call was not answered.");
  onStatus(found.status);
  return send(found);
}

/** @returns Whether the world is still there. */
async function delayed(strikes: readonly Strike[], ended: AbortSignal): Promise<boolean> {
  const ms = strikes.reduce((sum, { latency_ms = 0 }) => sum + latency_ms, 0);
  if (ms === 0) return true;
  // Real time: the caller waits in real time
  return wait(ms, true, { signal: ended }).catch(() => false);
}

function dropped(reply: FastifyReply, onStatus: StruckCall["onStatus"]): FastifyReply {
  reply.hijack();
  reply.raw.destroy();
  onStatus(undefined);
  return reply;
}

/** Announces the whole body, sends a part of it, and closes the connection. */
async function truncated(
  reply: FastifyReply,
  { status, body }: Answer,
  { bytes }: Strike,
  onStatus: StruckCall["onStatus"],
): Promise<FastifyReply> {
  const whole = Buffer.from(JSON.stringify(body));
  const part = whole.subarray(0, Math.min(bytes ?? Math.floor(whole.length / 2), whole.length - 1));
  reply.hijack();
  reply.raw.writeHead(status, {
    ...(reply.getHeaders() as Record<string, string>),
    "content-type": "application/json; charset=utf-8",
    "content-length": whole.length,
  });
  await flushed(reply.raw, part);
  reply.raw.destroy();
  onStatus(status);
  return reply;
}

/** Resolves when the part was sent, or the connection was closed. */
async function flushed(response: ServerResponse, part: Buffer): Promise<void> {
  if (part.length === 0) response.flushHeaders();
  const left = new Promise<void>((done) => response.write(part, () => done()));
  await Promise.race([left, once(response, "close")]);
}
