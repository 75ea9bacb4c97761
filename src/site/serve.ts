// Serves the site from memory on the loopback interface.
import { createServer } from "node:http";
import { extname } from "node:path";
import { listenOn } from "../shared/terminal/index.ts";
import { notFoundUrl } from "./urls.ts";

/** The texts of a site by path from its root. */
export type SiteFiles = ReadonlyMap<string, string>;

export interface SiteServer {
  /** Its base URL, such as `http://127.0.0.1:4000`. */
  readonly url: string;
  /** Replaces the site that is served. */
  serve(files: SiteFiles): void;
  close(): Promise<void>;
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".yaml": "application/yaml; charset=utf-8",
};

/**
 * Serves a site.
 *
 * @param portRemedy How to choose another port, for the message when this one is in use.
 * @throws {Failure} when the port is in use or not permitted.
 */
export async function serveSite(files: SiteFiles, port: number, portRemedy: string): Promise<SiteServer> {
  let served = files;
  // As the mock and the sandbox: with Node's 5 seconds, a busy machine closes connections on which a request has just arrived
  const server = createServer({ keepAliveTimeout: 72_000 }, (request, response) => {
    const [path = ""] = (request.url ?? "").slice(1).split("?");
    const asked = path.replace(/(^|\/)$/, "$1index.html");
    const name = served.has(asked) ? asked : notFoundUrl;
    response.writeHead(name === asked ? 200 : 404, {
      "content-type": types[extname(name)],
      "cache-control": "no-cache",
      "x-content-type-options": "nosniff",
    });
    response.end(served.get(name));
  });
  const url = await listenOn(server, port, "the reference", portRemedy);
  return {
    url,
    serve(next) {
      served = next;
    },
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
