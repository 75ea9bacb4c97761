// Ends the connections of a server without losing a call: who is connected is asked to leave, and what has begun is answered.
import { once } from "node:events";
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { elapsedMs } from "../world/clock.ts";

/** How long connections may stay that wait for the next call: one may be on its way already. In milliseconds. */
const idleMs = 500;

/** How often those are closed that have become idle, in milliseconds. */
const sweepMs = 20;

/**
 * Makes a server one that can be drained. Call it before it listens.
 *
 * @returns Resolves when nobody is connected any more. From then on each answer asks its caller to close the connection.
 */
export function drainable(server: Server): () => Promise<void> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  return async () => {
    if (!server.listening) return;
    server.prependListener("request", (_request, response) => {
      response.shouldKeepAlive = false;
    });
    const leftAtMs = elapsedMs() + idleMs;
    while (elapsedMs() < leftAtMs && sockets.size > 0) await wait(sweepMs);
    const closed = once(server, "close");
    server.close();
    const sweep = setInterval(() => {
      server.closeIdleConnections();
      // Node counts one as busy that has not sent anything yet, as browsers open them in advance
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    }, sweepMs);
    await closed.finally(() => clearInterval(sweep));
  };
}
