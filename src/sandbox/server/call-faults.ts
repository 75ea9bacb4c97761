// Applies the faults of calls to an answer: it is late, another one, cut short, or none at all.
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import type { FastifyReply } from "fastify";
import type { OperationId } from "../domain/topic.ts";
import { type Applied, applyFaults, type CallFault } from "../world/faults.ts";
import type { World } from "../world/world.ts";
import { type Answer, answerHeaders, send } from "./answer.ts";

/** The faults that apply to a call, which is counted; at most one other than latency. */
export function applyCallFaults(world: World, id: OperationId): readonly Applied<CallFault>[] {
  return applyFaults(
    world,
    (wanted): wanted is CallFault => "operation_id" in wanted && ["*", id].includes(wanted.operation_id),
    ({ effect }, found) => effect === "latency" || found.every((one) => one.effect === "latency"),
  );
}

/** Lists the faults that changed a response, to distinguish them from bugs of the sandbox. */
const faultHeader = "x-sandbox-fault";

/**
 * Answers late, with another status, cut short, or not at all.
 *
 * @param found The reply of the operation; undefined when it did not run.
 */
export async function answerWithFaults(
  faults: readonly Applied<CallFault>[],
  found: Answer | undefined,
  { ended }: World,
  reply: FastifyReply,
  note: (answered?: Answer) => void,
): Promise<FastifyReply> {
  const names = faults.map(({ id }) => id).join(", ");
  reply.header(faultHeader, names);
  let latencyMs = 0;
  for (const fault of faults) if (fault.effect === "latency") latencyMs += fault.latency_ms;
  // Real time: the caller waits in real time
  const isInTime = latencyMs === 0 || (await wait(latencyMs, true, { signal: ended }).catch(() => false));
  const fault = faults.find(({ effect }) => effect !== "latency");
  if (!isInTime || fault?.effect === "drop") {
    reply.hijack();
    reply.raw.destroy();
    note();
    return reply;
  }
  if (fault?.effect === "status") {
    const { id, status, headers } = fault;
    const { body = { detail: `The sandbox responds with ${status} because of the fault ${id}.` } } = fault;
    note({ status, body });
    return send(reply, { status, body }, { ...answerHeaders, ...headers });
  }
  if (found === undefined) throw new Error("A call that a fault applied to was not answered.");
  note(found);
  if (fault?.effect !== "truncate") return send(reply, found);
  // Announces the whole body, sends a part of it, and closes the connection
  const whole = Buffer.from(JSON.stringify(found.body));
  const part = whole.subarray(0, Math.min(fault.bytes ?? Math.floor(whole.length / 2), whole.length - 1));
  const { raw } = reply.hijack();
  raw.writeHead(found.status, { [faultHeader]: names, ...answerHeaders, "content-length": whole.length });
  await flush(raw, part);
  raw.destroy();
  return reply;
}

/** Resolves when the part was sent, or the connection was closed. */
async function flush(response: ServerResponse, part: Buffer): Promise<void> {
  if (part.length === 0) response.flushHeaders();
  const left = new Promise<void>((done) => response.write(part, () => done()));
  await Promise.race([left, once(response, "close")]);
}
