// The live stream: the activity of a world as server-sent events, for readers that keep up.
import { setMaxListeners } from "node:events";
import { Socket } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Refused } from "../world/refused.ts";
import type { World } from "../world/world.ts";

/** How much may wait for a reader, in bytes, before it is cut off: many times what happens in a moment. */
const largestBacklog = 1024 * 1024;

/** How many readers a sandbox may have. With the backlog of each it bounds the memory that they take. */
const maxReaders = 32;

/** How often a comment is sent, in milliseconds, so that a connection that died is noticed. */
const heartbeatMs = 15_000;

/**
 * Makes what sends the activity of a world until its reader leaves, falls behind, or the world ends. It throws a `Refused` when there are too
 * many readers already, or no socket whose reader could be waited for.
 *
 * @param stopping Ends the streams, and those that begin later at once: a reader comes back to the next sandbox.
 */
export function makeStreams(stopping: AbortSignal) {
  // One for each reader, and Node warns of more than ten
  setMaxListeners(maxReaders + 1, stopping);
  let readers = 0;
  return (world: World, { raw }: FastifyRequest, reply: FastifyReply): void => {
    // The head of a stream ends, and the stream would not
    if (raw.method === "HEAD") return void reply.type("text/event-stream").send();
    if (!(raw.socket instanceof Socket)) {
      const remedy = "Start the sandbox with a port, or read its `events`.";
      throw new Refused("conflict", "The stream needs a socket, which this call does not have.", { remedy });
    }
    if (readers >= maxReaders) {
      const remedy = "Close one of them.";
      throw new Refused("limit", `The sandbox has ${maxReaders} open streams, which is the limit.`, { remedy });
    }
    reply.hijack();
    const response = reply.raw;
    readers += 1;
    response.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      "content-type": "text/event-stream; charset=utf-8",
      // Asks proxies not to collect what is live
      "x-accel-buffering": "no",
    });
    const write = (text: string) => {
      if (response.writableEnded || response.destroyed) return;
      response.write(text);
      if (response.writableLength > largestBacklog) response.destroy();
    };
    const stop = world.activity.watch(({ type, data }) => write(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`));
    const heartbeat = setInterval(() => write(": still here\n\n"), heartbeatMs);
    const end = () => response.end();
    const ends = [world.ended, stopping];
    for (const signal of ends) signal.addEventListener("abort", end, { once: true });
    response.once("close", () => {
      readers -= 1;
      clearInterval(heartbeat);
      stop();
      for (const signal of ends) signal.removeEventListener("abort", end);
    });
    // Shows the reader that what happens from now on is in the stream
    write(": watching\n\n");
    if (stopping.aborted) end();
  };
}
