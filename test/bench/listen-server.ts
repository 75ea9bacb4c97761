// One of the servers that the bench of `listen` posts to, as a process of its own: `receiver`, or `listen` in front of one.
import { createServer } from "node:http";
import { readContract } from "../../src/tools/contract/index.ts";
import { signatureCheckOf } from "../../src/tools/events/index.ts";
import { startListener } from "../../src/tools/listen/index.ts";
import { listenOnLoopback } from "../../src/tools/terminal/index.ts";

const [kind, forward = "", secret = ""] = process.argv.slice(2);

/** Reads each event and acknowledges it. */
function startReceiver(): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().on("end", () => response.writeHead(204).end());
  });
  return listenOnLoopback(server, 0, "the receiver", "Try again.");
}

async function startListen(): Promise<string> {
  const { url } = await startListener({
    contract: await readContract(),
    port: 0,
    forward: new URL(forward),
    policy: { allowedHosts: [] },
    timeoutMs: 30_000,
    signatureProblem: signatureCheckOf(secret, "--secret"),
    service: undefined,
    waitMs: 0,
    showValues: false,
    redact: (text) => text,
    // As long as a line of the command
    log: (line) => void Buffer.from(line),
  });
  return url;
}

process.on("disconnect", () => process.exit());
process.send?.({ url: await (kind === "listen" ? startListen() : startReceiver()) });
