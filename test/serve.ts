// An HTTP server for a test, on a free port of the loopback interface.
import { createServer, type RequestListener } from "node:http";
import { listenOn } from "../src/shared/terminal/index.ts";

/** Serves until it is closed; without a listener it only has the port. It closes no idle connection by itself. */
export async function serve(listener?: RequestListener) {
  const server = createServer({ keepAliveTimeout: 0 }, listener);
  const url = await listenOn(server, 0, "the server of a test", "Try again.");
  return {
    url,
    port: new URL(url).port,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
