// `npm start`: the reference documentation and the mock side by side, both following edits of the contract.
import { resolve } from "node:path";
import { contractRoot, type OpenApiDocument, soundBundle, watchContract } from "./contract/index.ts";
import { startMock } from "./mock/index.ts";
import { buildSite, type SiteServer, serveSite, siteDirectory } from "./site/index.ts";
import { parsePort, runCommand, showProgress, untilStopped } from "./terminal/index.ts";

const help = `
Usage: npm start [-- --docs-port N] [--mock-port N] [--out DIR] [--root FILE]

Serves the reference documentation and a mock of the contract on the loopback interface.
Editing the contract reloads both; after a broken edit the last good contract keeps being served.

  --docs-port N   where the reference listens (default: 4000; 0 picks a free port)
  --mock-port N   where the mock listens (default: 4010; 0 picks a free port)
  --out DIR       where the reference is built (default: dist/site)
  --root FILE     the root document (default: openapi/openapi.yaml)

Stop it with Ctrl-C. Exit codes: 0 stopped, 2 could not run.
`;

interface Place {
  readonly root: string;
  readonly out: string;
}

async function siteOf(document: OpenApiDocument, { root, out }: Place, port: number): Promise<SiteServer> {
  await buildSite(document, out, root);
  return serveSite(out, port, "Choose another with `npm start -- --docs-port N`.");
}

await runCommand({
  name: "npm start",
  help,
  options: {
    "docs-port": { type: "string", default: "4000" },
    "mock-port": { type: "string", default: "4010" },
    out: { type: "string", default: siteDirectory },
    root: { type: "string", default: contractRoot },
  },
  async run(options) {
    const docsPort = parsePort(options["docs-port"], "docs-port");
    const mockPort = parsePort(options["mock-port"], "mock-port");
    const place: Place = { root: resolve(options.root), out: resolve(options.out) };
    const done = showProgress("Bundling the contract and building the reference");
    const { document } = await soundBundle(place.root).finally(done);
    const mock = await startMock({
      document,
      port: mockPort,
      portRemedy: "Choose another with `npm start -- --mock-port N`.",
    });
    const site = await siteOf(document, place, docsPort).catch(async (error: unknown) => {
      await mock.close();
      throw error;
    });
    const stopWatching = await watchContract(place.root, async ({ document }) => {
      // A reference that cannot be built keeps the mock as it was, too
      await buildSite(document, place.out, place.root);
      await mock.serve(document);
    });
    untilStopped(async () => {
      await stopWatching();
      await Promise.all([site.close(), mock.close()]);
    });
    process.stdout.write(`Reference at ${site.url}\nMock ready at ${mock.url}\n`);
    return undefined;
  },
});
