// Serves the built site on the loopback interface.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { listenOnLoopback } from "../terminal/index.ts";

export interface SiteServer {
  /** Where it answers, such as `http://127.0.0.1:4000`. */
  readonly url: string;
  close(): Promise<void>;
}

const compress = promisify(gzip);

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
 * Serves a directory.
 *
 * @param portRemedy How a person chooses another port, for the message when this one is taken.
 * @throws {Failure} when the port cannot be had.
 */
export async function serveSite(directory: string, port: number, portRemedy: string): Promise<SiteServer> {
  const server = createServer(async (request, response) => {
    const file = fileOf(directory, request.url ?? "/");
    const content = file === undefined ? undefined : await readFile(file).catch(() => undefined);
    if (file === undefined || content === undefined) {
      response.writeHead(404, { "content-type": "text/plain; charset=utf-8" });
      response.end(`There is no page ${request.url}. Open / for the first page.\n`);
      return;
    }
    const gzipped = /\bgzip\b/.test(request.headers["accept-encoding"] ?? "");
    response.writeHead(200, {
      "content-type": types[extname(file)] ?? "application/octet-stream",
      "cache-control": "no-cache",
      "x-content-type-options": "nosniff",
      vary: "accept-encoding",
      ...(gzipped ? { "content-encoding": "gzip" } : {}),
    });
    if (request.method === "HEAD") response.end();
    else response.end(gzipped ? await compress(content) : content);
  });
  const url = await listenOnLoopback(server, port, "the reference", portRemedy);
  return {
    url,
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The file of a request, or nothing when the path cannot be read or leaves the directory. */
function fileOf(directory: string, target: string): string | undefined {
  try {
    const path = decodeURIComponent(target.split(/[?#]/)[0] ?? "/");
    const file = normalize(join(directory, path.endsWith("/") ? `${path}index.html` : path));
    return file.startsWith(join(directory, "/")) && !file.includes("\0") ? file : undefined;
  } catch {
    return undefined;
  }
}
