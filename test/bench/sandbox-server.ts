// One of the servers that the bench of the sandbox compares, as a process of its own: `bare`, or `sandbox` with its database.
import { createServer } from "node:http";
import { createdUser, orderCreated, userWithoutFallbackBirthDate } from "../../generated/examples.ts";
import { startSandbox } from "../../src/sandbox/start-sandbox.ts";
import { listenOn } from "../../src/shared/terminal/index.ts";

const [kind, db = ":memory:"] = process.argv.slice(2);

/** The least that a server does: read the body, parse it, and send an answer of the same size. */
async function startBare(): Promise<string> {
  const read = JSON.stringify(userWithoutFallbackBirthDate);
  const written = JSON.stringify({ ...createdUser, ...orderCreated });
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      if (chunks.length > 0) JSON.parse(Buffer.concat(chunks).toString());
      const text = request.method === "GET" ? read : written;
      response
        .writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(text) })
        .end(text);
    });
  });
  return listenOn(server, 0, "the bare server", "Try again.");
}

process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuMicroseconds: user + system });
});
process.on("disconnect", () => process.exit());
const url = kind === "bare" ? await startBare() : (await startSandbox({ port: 0, db, responseChecks: false })).url;
process.send?.({ url });
