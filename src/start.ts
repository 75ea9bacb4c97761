// `npm start`: serves the reference documentation, the mock and the sandbox; the first two reload when the contract is edited.
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { soundBundle, watchContract } from "./generate/index.ts";
import { startMock } from "./mock/index.ts";
import { serveSandbox } from "./sandbox/index.ts";
import { contractRoot, type OpenApiDocument } from "./shared/contract/index.ts";
import { defineCommand, Failure, makeTemporaryDirectory, parsePort, untilStopped } from "./shared/terminal/index.ts";
import { buildSiteFiles, type SiteFiles, serveSite } from "./site/index.ts";

const help = `
Usage: npm start [-- --docs-port N] [--mock-port N] [--sandbox-port N] [--management-port N]
                    [--root FILE]

Serves the reference documentation, a mock of the contract and a sandbox on the loopback interface.
Editing the contract reloads the reference and the mock; after a broken edit they keep serving the last good contract.
The sandbox reads what \`npm run generate\` last wrote and loses its state when it stops; \`npm run sandbox\` has more options.

  --docs-port N      where the reference listens (default: 4000; 0 picks a free port)
  --mock-port N      where the mock listens (default: 4010; 0 picks a free port)
  --sandbox-port N   where the sandbox listens (default: 4020; 0 picks a free port)
  --management-port N
                     where the sandbox serves the organization's operations, which have a separate host
                     (default: 4021; 0 picks a free port)
  --root FILE        the root document (default: openapi/openapi.yaml)

It writes no files into the project; \`npm run docs\` builds the same reference into a directory.
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
    const ports = [
      { port: docsPort, what: "the reference", option: "--docs-port" },
      { port: mockPort, what: "the mock", option: "--mock-port" },
      { port: sandboxPort, what: "the sandbox", option: "--sandbox-port" },
      { port: managementPort, what: "the sandbox's management host", option: "--management-port" },
    ];
    await requireFreePorts(ports);
    const root = resolve(options.root);
    process.stdout.write("Bundling the contract and building the reference\n");
    const { document } = await soundBundle(root);
    const files = await buildSiteFiles(document, root);
    const servers = new Servers();
    const site = await servers.keep(serveSite(files, docsPort, "Pass another port: `npm start -- --docs-port N`."));
    const bundle = makeTemporaryDirectory(join(tmpdir(), "start-"));
    const writeBundle = (document: OpenApiDocument) =>
      writeFile(join(bundle.path, "openapi.json"), JSON.stringify(document));
    await writeBundle(document);
    const mock = await servers.keep(
      startMock(
        join(bundle.path, "openapi.json"),
        mockPort,
        "Pass another port: `npm start -- --mock-port N`.",
        site.url,
      ),
    );
    const sandbox = await servers.keep(
      serveSandbox({
        port: sandboxPort,
        portRemedy: "Pass another port: `npm start -- --sandbox-port N`.",
        managementPort,
        managementPortRemedy: "Pass another port: `npm start -- --management-port N`.",
        referenceUrl: site.url,
        // Its pages, which hold nothing from elsewhere, may call the control plane: by either name of this machine
        allowedControlOrigins: [site.url, site.url.replace("127.0.0.1", "localhost")],
      }),
    );
    const addresses = new Map([
      [":4000", site.url],
      [":4010", mock.url],
      [":4020", sandbox.url],
      [":4021", sandbox.managementUrl],
    ]);
    site.serve(withAddresses(files, addresses));
    const stopWatching = await watchContract(root, async ({ document }) => {
      // If the reference cannot be built, the mock does not change either
      const files = await buildSiteFiles(document, root);
      await writeBundle(document);
      site.serve(withAddresses(files, addresses));
    });
    untilStopped(async () => {
      await stopWatching();
      await servers.close();
      bundle.remove();
    });
    process.stdout.write(
      `Reference at ${site.url}\nMock ready at ${mock.url}\nSandbox ready at ${sandbox.url}, with the keys ${sandbox.apiKey} (team) and ${sandbox.managementKey} (organization)\nSandbox page at ${sandbox.url}/_sandbox/\nOrganization's calls of the sandbox at ${sandbox.managementUrl}\n`,
    );
    return undefined;
  },
});

/** A port that a command is about to listen on. */
interface WantedPort {
  readonly port: number;
  /** The server's name in messages, such as "the mock". */
  readonly what: string;
  /** The option that chooses another, such as `--mock-port`. */
  readonly option: string;
}

/**
 * Checks that ports are free, before seconds of other work. It opens all at once, so it also notices the same port given twice.
 *
 * @throws {Failure} that names every port in use.
 */
async function requireFreePorts(wanted: readonly WantedPort[]): Promise<void> {
  const held: Server[] = [];
  const taken: WantedPort[] = [];
  for (const one of wanted) {
    const server = createServer().listen(one.port, "127.0.0.1");
    const isTaken = await once(server, "listening").then(
      () => held.push(server) === 0,
      // Any other error is reported when the server listens
      (error: unknown) => error instanceof Error && "code" in error && error.code === "EADDRINUSE",
    );
    if (isTaken) taken.push(one);
  }
  await Promise.all(held.map((server) => new Promise((resolve) => server.close(resolve))));
  if (taken.length === 0) return;
  const ports = taken.map(({ port, what }) => `${port} for ${what}`);
  const options = taken.map(({ option }) => `${option} N`).join(" ");
  throw new Failure(
    ports.length === 1 ? `Port ${ports[0]} is already in use.` : `Ports are already in use: ${ports.join(", ")}.`,
    `Pass ${ports.length === 1 ? "another port" : "other ports"}: \`npm start -- ${options}\`.`,
  );
}

/** Servers that end together. */
export class Servers {
  readonly #started: { close(): Promise<void> }[] = [];

  /** Waits until a server has started. When it cannot, those that have are closed. */
  async keep<Started extends { close(): Promise<void> }>(starting: Promise<Started>): Promise<Started> {
    const server = await starting.catch(async (error: unknown) => {
      await this.close();
      throw error;
    });
    this.#started.push(server);
    return server;
  }

  async close(): Promise<void> {
    await Promise.all(this.#started.map((server) => server.close()));
  }
}

/** The pages with the addresses of this run: their forms and commands call these servers, whatever the ports. */
function withAddresses(files: SiteFiles, addresses: ReadonlyMap<string, string | undefined>): SiteFiles {
  const isUsual = [...addresses].every(([port, url]) => url?.endsWith(port));
  if (isUsual) return files;
  const moved = (text: string) =>
    text.replaceAll(/http:\/\/127\.0\.0\.1(:\d+)/g, (address, port: string) => addresses.get(port) ?? address);
  return new Map(Array.from(files, ([path, text]) => [path, moved(text)]));
}
