// `npm start`: serves the reference documentation, the mock and the sandbox; the first two reload when the contract is edited.
import { writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { watchContract } from "./generate/index.ts";
import { type Mock, startMock } from "./mock/index.ts";
import { serveSandbox } from "./sandbox/index.ts";
import { contractRoot, type OpenApiDocument } from "./shared/contract/index.ts";
import { defineCommand, listenOn, makeTemporaryDirectory, parsePort, untilStopped } from "./shared/terminal/index.ts";
import { buildSiteFiles, type SiteFiles, serveSite } from "./site/index.ts";

const help = `
Usage: npm start [-- --docs-port N] [--mock-port N] [--sandbox-port N] [--management-port N]
                    [--root FILE]

Serves the reference documentation, a mock of the contract and a sandbox on the loopback interface.
The reference and the mock follow each edit of the contract; after a broken edit they keep serving the last good one.
The sandbox keeps the contract that it starts with: after an edit, run \`npm run generate\` and start again.
It loses its state when it stops; \`npm run sandbox\` has more options.

  --docs-port N      where the reference listens (default: 4000; 0 picks a free port)
  --mock-port N      where the mock listens (default: 4010; 0 picks a free port)
  --sandbox-port N   where the sandbox listens (default: 4020; 0 picks a free port)
  --management-port N
                     where the sandbox serves the organization's operations, which have their own host
                     (default: 4021; 0 picks a free port)
  --root FILE        the root document (default: openapi/openapi.yaml)

It writes no files into the project; \`npm run docs\` builds the reference into a directory.
Stop it with Ctrl-C. Exit codes: 0 stopped, 2 could not run.
`;

/** `npm start`. */
export const startCommand = defineCommand({
  name: "npm start --",
  help,
  options: {
    "docs-port": { type: "string", default: "4000" },
    "mock-port": { type: "string", default: "4010" },
    "sandbox-port": { type: "string", default: "4020" },
    "management-port": { type: "string", default: "4021" },
    root: { type: "string", default: contractRoot },
  },
  async run(options) {
    const docsPort = parsePort(options["docs-port"], "docs-port");
    const mockPort = parsePort(options["mock-port"], "mock-port");
    const sandboxPort = parsePort(options["sandbox-port"], "sandbox-port");
    const managementPort = parsePort(options["management-port"], "management-port");
    const root = resolve(options.root);
    process.stdout.write("Bundling the contract and building the reference\n");
    // Closes the servers that have started when another cannot
    await using started = new AsyncDisposableStack();
    const keep = <S extends { close(): Promise<void> }>(server: S) => started.adopt(server, () => server.close());
    // A port that is taken is reported before the seconds of the build; the mock takes its own after them
    const trial = createServer();
    await listenOn(trial, mockPort, "the mock", suggestPort("mock-port"));
    await trial[Symbol.asyncDispose]();
    const site = keep(await serveSite(new Map(), docsPort, suggestPort("docs-port")));
    const sandbox = keep(
      await serveSandbox({
        port: sandboxPort,
        portRemedy: suggestPort("sandbox-port"),
        managementPort,
        managementPortRemedy: suggestPort("management-port"),
        referenceUrl: site.url,
      }),
    );
    const bundle = makeTemporaryDirectory(join(tmpdir(), "start-"));
    started.defer(() => bundle.remove());
    const bundled = join(bundle.path, "openapi.json");
    let mock: Mock | undefined;
    const show = async (document: OpenApiDocument) => {
      // If the reference cannot be built, the mock does not change either
      const files = await buildSiteFiles(document, root);
      await writeFile(bundled, JSON.stringify(document));
      mock ??= keep(await startMock(bundled, mockPort, suggestPort("mock-port"), site.url));
      const addresses = { ":4000": site.url, ":4010": mock.url, ":4020": sandbox.url, ":4021": sandbox.managementUrl };
      site.serve(replaceAddresses(files, new Map(Object.entries(addresses))));
    };
    const stopWatching = await watchContract(root, show);
    started.defer(stopWatching);
    const servers = started.move();
    untilStopped(() => servers.disposeAsync());
    process.stdout.write(
      `Reference at ${site.url}\nMock ready at ${mock?.url}\nSandbox ready at ${sandbox.url}, with the keys ${sandbox.apiKey} (team) and ${sandbox.managementKey} (organization)\nSandbox page at ${sandbox.url}/_sandbox/\nOrganization's calls of the sandbox at ${sandbox.managementUrl}\n`,
    );
    return undefined;
  },
});

function suggestPort(option: string): string {
  return `Pass another port: \`npm start -- --${option} N\`.`;
}

/** Puts the addresses of this run into the pages: their forms and commands call these servers, whatever the ports. */
function replaceAddresses(files: SiteFiles, addresses: ReadonlyMap<string, string | undefined>): SiteFiles {
  const isUsual = [...addresses].every(([port, url]) => url?.endsWith(port));
  if (isUsual) return files;
  const moved = (text: string) =>
    text.replaceAll(/http:\/\/127\.0\.0\.1(:\d+)/g, (address, port: string) => addresses.get(port) ?? address);
  return new Map(Array.from(files, ([path, text]) => [path, moved(text)]));
}
