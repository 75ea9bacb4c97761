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

/** The live streams of one sandbox. */
export class Streams {
  readonly #stopping: AbortSignal;
  #readers = 0;

  /** @param stopping Ends them, and those that begin later at once: a reader comes back to the next one. */
  constructor(stopping: AbortSignal) {
    this.#stopping = stopping;
    // One for each reader, and Node warns of more than ten
    setMaxListeners(maxReaders + 1, stopping);
  }

  /**
   * Sends the activity of a world until the reader leaves, falls behind or the world ends.
   *
   * @throws {Refused} when there are too many readers already, or no socket whose reader could be waited for.
   */
  send(world: World, { raw }: FastifyRequest, reply: FastifyReply): FastifyReply {
    // The head of a stream ends, and the stream would not
    if (raw.method === "HEAD") return reply.type("text/event-stream").send();
    if (!(raw.socket instanceof Socket)) {
      const remedy = "Start the sandbox with a port, or read its `events`.";
      throw new Refused("conflict", "The stream needs a socket, which this call does not have.", { remedy });
    }
    if (this.#readers >= maxReaders) {
      const remedy = "Close one of them.";
      throw new Refused("limit", `The sandbox has ${maxReaders} open streams, which is the limit.`, { remedy });
    }
    reply.hijack();
    const response = reply.raw;
    this.#readers += 1;
    response.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      // Asks proxies not to collect what is live
      "x-accel-buffering": "no",
    });
    const write = (text: string) => {
      if (response.writableEnded || response.destroyed) return;
      response.write(text);
      if (response.writableLength > largestBacklog) leave(() => response.destroy());
    };
    const stop = world.activity.watch(({ type, data }) => write(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`));
    const heartbeat = setInterval(() => write(": still here\n\n"), heartbeatMs);
    const leave = (finish: () => void) => {
      clearInterval(heartbeat);
      stop();
      for (const signal of ends) signal.removeEventListener("abort", end);
      finish();
    };
    const end = () => leave(() => response.end());
    const ends = [world.ended, this.#stopping];
    for (const signal of ends) signal.addEventListener("abort", end, { once: true });
    response.once("close", () => {
      this.#readers -= 1;
      leave(() => {});
    });
    // Shows the reader that what happens from now on is in the stream
    write(": watching\n\n");
    if (this.#stopping.aborted) end();
    return reply;
  }
}
