// A server that answers every request by its headers and closes the connection, with the body still on its way.
import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** In a thread of its own: in that of its client, the client would have read the answer before it writes on. */
const code = `
  const { parentPort } = require("node:worker_threads");
  const server = require("node:http").createServer((_, response) => {
    response.writeHead(401, { "content-type": "application/json", connection: "close" }).end('{"detail":"No."}');
  });
  server.listen(0, "127.0.0.1", () => parentPort.postMessage("http://127.0.0.1:" + server.address().port));
`;

/** Starts it. It answers 401. */
export async function startEarlyCloser(): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const worker = new Worker(code, { eval: true });
  const [url] = await once(worker, "message");
  return { url: String(url), close: async () => void (await worker.terminate()) };
}
