// `npm run mock`: serves the contract's examples.
import { resolve } from "node:path";
import { contractRoot } from "../../tools/contract/index.ts";
import {
  defineCommand,
  parsePort,
  requireFreePorts,
  runCommand,
  showProgress,
  untilStopped,
} from "../../tools/terminal/index.ts";
import { soundBundle, watchContract } from "../bundle/index.ts";
import { startMock } from "./mock.ts";

const help = `
Usage: npm run mock [-- --port N] [--root FILE] [--lenient-slash]

Serves a mock of the contract on the loopback interface. Every response is a named example of the contract:
  curl -H 'x-service-api-key: any' http://127.0.0.1:4010/v2/user/resolve/demo-runner-01
  curl -H 'x-service-api-key: any' -H 'Prefer: code=404, example=error-not-found' …
Editing the contract reloads it; after a broken edit the mock keeps serving the last good contract.

  --port N      where to listen (default: 4010; 0 picks a free port)
  --root FILE   the root document (default: openapi/openapi.yaml)
  --lenient-slash  accept each path with and without a trailing slash (default: exact match)

Stop it with Ctrl-C. Exit codes: 0 stopped, 2 could not run.
`;

/** `npm run mock`. */
export const mockCommand = defineCommand({
  name: "npm run mock --",
  help,
  options: {
    port: { type: "string", default: "4010" },
    root: { type: "string", default: contractRoot },
    "lenient-slash": { type: "boolean", default: false },
  },
  async run(options) {
    const root = resolve(options.root);
    const port = parsePort(options.port, "port");
    await requireFreePorts([{ port, what: "the mock", option: "--port" }], "npm run mock --");
    const done = showProgress("Bundling the contract");
    const { document } = await soundBundle(root).finally(done);
    const portRemedy = "Pass another port: `npm run mock -- --port N`.";
    const mock = await startMock({ document, port, portRemedy, lenientSlash: options["lenient-slash"] });
    const stopWatching = await watchContract(root, ({ document }) => mock.serve(document));
    untilStopped(async () => {
      await stopWatching();
      await mock.close();
    });
    process.stdout.write(`Mock ready at ${mock.url}\n`);
    return undefined;
  },
});

if (import.meta.main) await runCommand(mockCommand);
