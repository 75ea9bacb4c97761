// `npm run mock`: serves the contract's examples, or forwards requests to a server and checks them against the contract.
import { resolve } from "node:path";
import { contractRoot, readContract } from "../../tools/contract/index.ts";
import { Recorder } from "../../tools/recording/index.ts";
import {
  counted,
  defineCommand,
  exitCode,
  Failure,
  parsePort,
  reportError,
  requireFreePorts,
  runCommand,
  showProgress,
  untilStopped,
} from "../../tools/terminal/index.ts";
import { soundBundle, watchContract } from "../bundle/index.ts";
import { startMock } from "./mock.ts";
import { type ContractProxy, type ProxyOptions, startProxy } from "./proxy.ts";
import { recordExchange } from "./record.ts";
import { type Exchange, formatExchange, Tally } from "./tally.ts";
import { parseUpstream } from "./upstream.ts";
import type { Violation } from "./violations.ts";

/** In seconds. */
const defaultTimeout = "120";

const help = `
Usage: npm run mock [-- --port N] [--root FILE] [--lenient-slash] [--proxy URL [options]]

Serves a mock of the contract on the loopback interface. Every response is a named example of the contract:
  curl -H 'x-service-api-key: any' http://127.0.0.1:4010/v2/user/resolve/demo-runner-01
  curl -H 'x-service-api-key: any' -H 'Prefer: code=404, example=error-not-found' …
Editing the contract reloads it; after a broken edit the mock keeps serving the last good contract.

With --proxy it forwards each request to the server at URL, returns the response unchanged, and checks both against
the contract. When one of them breaks the contract, the response gets the header sl-violations, and a line on the
error stream says what is wrong. A missing response is a violation, too.
With --record it writes a recording, too: each exchange by its shape, for npm run learn. No value reaches the disk or the
output: ids and keys become pseudonyms, everything else its type, format and class of length. Review it, and commit it.
When you stop the proxy, it prints a summary. npm hides the exit code of a process that a signal stopped:
in CI run node_modules/.bin/node src/pipeline/mock/command.ts --proxy URL, with the same options.

  --port N      where to listen (default: 4010; 0 picks a free port)
  --root FILE   the root document (default: openapi/openapi.yaml)
  --lenient-slash  accept each path with and without a trailing slash (default: exact match)
  --proxy URL   the server to forward requests to; a path in URL is put before the path of each request
  --management-url URL  the server of the organization's operations (default: the one of --proxy)
  --record FILE  with --proxy: write a recording to FILE, which must not exist
  --timeout S   seconds to wait for a response of that server (default: ${defaultTimeout})

Stop it with Ctrl-C. Exit codes: 0 no violation, 1 violations (with --proxy only), 2 could not run.
`;

/** `npm run mock`. */
export const mockCommand = defineCommand({
  name: "npm run mock --",
  help,
  options: {
    port: { type: "string", default: "4010" },
    root: { type: "string", default: contractRoot },
    "lenient-slash": { type: "boolean", default: false },
    proxy: { type: "string" },
    timeout: { type: "string" },
    record: { type: "string" },
    "management-url": { type: "string" },
  },
  async run(options) {
    const root = resolve(options.root);
    const port = parsePort(options.port, "port");
    const upstream = options.proxy === undefined ? undefined : parseUpstream(options.proxy);
    const managementUpstream =
      options["management-url"] === undefined
        ? undefined
        : parseUpstream(options["management-url"], "--management-url");
    const timeout = parseTimeout(options.timeout);
    if (upstream !== undefined) for (const url of [upstream, managementUpstream ?? upstream]) refuseSelf(url, port);
    else {
      for (const name of ["timeout", "record", "management-url"] as const) {
        if (options[name] !== undefined) throw new Failure(`--${name} needs --proxy.`, "Add --proxy URL.");
      }
    }
    await requireFreePorts([{ port, what: "the mock", option: "--port" }], "npm run mock --");
    const done = showProgress("Bundling the contract");
    const { document } = await soundBundle(root).finally(done);
    const frame = { document, port, portRemedy: "Pass another port: `npm run mock -- --port N`." };
    const server =
      upstream === undefined
        ? await startMock({ ...frame, lenientSlash: options["lenient-slash"] })
        : await startCheckingProxy({ ...frame, upstream, managementUpstream, timeout }, options.record);
    const stopWatching = await watchContract(root, ({ document }) => server.serve(document));
    untilStopped(async () => {
      await stopWatching();
      await server.close();
    });
    process.stdout.write(
      upstream === undefined
        ? `Mock ready at ${server.url}\n`
        : `Proxy ready at ${server.url}, forwarding to ${upstream.href}\n` +
            (options.record === undefined ? "" : `Recording to ${options.record}, by shape and without values\n`),
    );
    return undefined;
  },
});

if (import.meta.main) await runCommand(mockCommand);

/** Starts a proxy that prints violations, and sets the exit code when it is closed. */
async function startCheckingProxy(
  options: Omit<ProxyOptions, "onExchange">,
  file: string | undefined,
): Promise<ContractProxy> {
  const recorder = file === undefined ? undefined : new Recorder(file, await readContract(options.document), "proxy");
  const tally = new Tally();
  const show = (exchange: Exchange) => {
    tally.add(exchange);
    if (exchange.violations.length > 0) process.stderr.write(`violation: ${formatExchange(exchange)}\n`);
  };
  let hasEnded = false;
  const reportEnd = () => {
    if (recorder?.problem === undefined || hasEnded) return;
    hasEnded = true;
    reportError(new Failure(recorder.problem, "Make room, and record again."));
  };
  const underway = new Set<Promise<void>>();
  const proxy = await startProxy({
    ...options,
    onExchange(exchange, forwarded) {
      if (recorder === undefined) return show(exchange);
      const recorded = recordExchange(recorder, exchange, forwarded)
        .then(show, () => {
          // What failed may name a value
          show({ ...exchange, operation: "an exchange", violations: [notRecorded] });
        })
        .then(reportEnd)
        .finally(() => underway.delete(recorded));
      underway.add(recorded);
    },
  });
  return {
    ...proxy,
    async close() {
      await proxy.close();
      await Promise.all(underway);
      recorder?.close();
      process.exitCode = tally.isViolated ? exitCode.findings : exitCode.well;
      process.stdout.write(tally.summary());
      if (recorder !== undefined) process.stdout.write(`Recorded ${counted(recorder.count, "exchange")} in ${file}.\n`);
      if (hasEnded) process.exitCode = exitCode.couldNotRun;
    },
  };
}

/** Counts as a violation, so that it is not overlooked. */
const notRecorded: Violation = {
  location: ["proxy"],
  message: "it could not be recorded, which is a bug of the proxy",
};

function parseTimeout(text = defaultTimeout): number {
  const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0;
  if (seconds > 0 && seconds <= 3600) return seconds * 1000;
  const expected = "a number of seconds, above 0 and at most 3600";
  throw new Failure(
    `--timeout takes ${expected}, found "${text}".`,
    `Leave it out for the default of ${defaultTimeout}.`,
  );
}

/** A proxy that forwards to itself would loop until the machine runs out of connections. */
function refuseSelf({ hostname, port: upstreamPort, protocol }: URL, port: number): void {
  const isHere = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0)$/.test(hostname);
  if (!isHere || protocol !== "http:" || Number(upstreamPort || 80) !== port) return;
  throw new Failure(
    `--proxy has port ${port} of this machine, on which the proxy itself listens.`,
    "Pass another port: `npm run mock -- --port N`.",
  );
}
