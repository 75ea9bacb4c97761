// The live stream: what goes on in a world as server-sent events, to readers that keep up.
import type { ServerResponse } from "node:http";
import type { World } from "../world.ts";
import type { ActivityMessage } from "./activity.ts";

/** How much may wait for a slow reader, in bytes, before it is cut off. */
export const largestBacklog = 256 * 1024;

/** How often a comment is sent, in milliseconds, so that a connection that died is noticed. */
const heartbeatMs = 15_000;

/**
 * Sends what goes on in a world until the reader leaves, falls behind or the world ends.
 *
 * @param headers Of the answer, besides those of a stream.
 */
export function streamWorld(world: World, response: ServerResponse, headers: Readonly<Record<string, string>>): void {
  response.writeHead(200, {
    ...headers,
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    // Asks proxies not to collect what is live
    "x-accel-buffering": "no",
  });
  const write = (text: string) => {
    response.write(text);
    if (response.writableLength > largestBacklog) response.destroy();
  };
  const stopWatching = world.activity.watch((message) => write(written(message)));
  const heartbeat = setInterval(() => write(": still here\n\n"), heartbeatMs);
  const end = () => void response.end();
  world.ended.addEventListener("abort", end, { once: true });
  response.once("close", () => {
    clearInterval(heartbeat);
    stopWatching();
    world.ended.removeEventListener("abort", end);
  });
  // The reader learns that the stream has begun before anything goes on
  write(": watching\n\n");
}

function written({ type, data }: ActivityMessage): string {
  return `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}
