// One of the servers that the bench of the sandbox compares, as a process of its own: `bare`, `prism`, `mock` or `sandbox`.
import { createServer } from "node:http";
import { createLogger } from "@stoplight/prism-core";
import { getHttpOperationsFromSpec } from "@stoplight/prism-http";
import { createServer as createPrism } from "@stoplight/prism-http-server";
import { createdUser, orderCreated, userWithoutFallbackBirthDate } from "../../generated/examples.ts";
import { startMock } from "../../src/pipeline/mock/index.ts";
import { readContract } from "../../src/tools/contract/index.ts";
import { startSandbox } from "../../src/tools/sandbox/start-sandbox.ts";
import { listenOnLoopback } from "../../src/tools/terminal/index.ts";

const [kind, db = ":memory:"] = process.argv.slice(2);

/** What node:http can do at best: read the body, parse it, and send an answer of the same size. */
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
  return listenOnLoopback(server, 0, "the bare server", "Try again.");
}

/** Prism's own server, as its command line starts it. */
async function startPrism(): Promise<string> {
  const { document } = await readContract();
  const config = {
    isProxy: false,
    validateRequest: true,
    validateResponse: true,
    checkSecurity: true,
    errors: false,
    upstreamProxy: undefined,
    mock: { dynamic: false },
  } as const;
  const logger = createLogger("prism", { level: "silent" });
  const prism = createPrism(await getHttpOperationsFromSpec(document), { config, components: { logger }, cors: true });
  return prism.listen(0, "127.0.0.1");
}

const starters: Readonly<Record<string, () => Promise<string | undefined>>> = {
  bare: startBare,
  prism: startPrism,
  mock: async () => (await startMock({ document: (await readContract()).document, port: 0 })).url,
  sandbox: async () => (await startSandbox({ port: 0, db, responseChecks: false })).url,
};

process.on("message", () => {
  const { user: inUser, system } = process.cpuUsage();
  process.send?.({ cpuMicroseconds: inUser + system, memory: process.memoryUsage.rss() });
});
process.on("disconnect", () => process.exit());
process.send?.({ url: await starters[kind ?? ""]?.() });
