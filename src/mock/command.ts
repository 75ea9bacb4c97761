// `npm run mock`: serves the contract's examples, and serves an edited contract without a restart.
import { resolve } from "node:path";
import { contractRoot, soundBundle, watchContract } from "../contract/index.ts";
import { parsePort, runCommand, showProgress, untilStopped } from "../terminal/index.ts";
import { startMock } from "./mock.ts";

const help = `
Usage: npm run mock [-- --port N] [--root FILE]

Serves a mock of the contract on the loopback interface. Every answer is a named example of the contract:
  curl -H 'x-service-api-key: any' http://127.0.0.1:4010/v2/user/resolve/demo-runner-01
  curl -H 'x-service-api-key: any' -H 'Prefer: code=404, example=error-not-found' …
Editing the contract reloads it; after a broken edit the last good contract keeps being served.

  --port N      where to listen (default: 4010; 0 picks a free port)
  --root FILE   the root document (default: openapi/openapi.yaml)

Stop it with Ctrl-C. Exit codes: 0 stopped, 2 could not run.
`;

await runCommand({
  name: "npm run mock",
  help,
  options: { port: { type: "string", default: "4010" }, root: { type: "string", default: contractRoot } },
  async run(options) {
    const root = resolve(options.root);
    const port = parsePort(options.port, "port");
    const done = showProgress("Bundling the contract");
    const { document } = await soundBundle(root).finally(done);
    const mock = await startMock({ document, port, portRemedy: "Choose another with `npm run mock -- --port N`." });
    const stopWatching = await watchContract(root, ({ document }) => mock.serve(document));
    untilStopped(async () => {
      await stopWatching();
      await mock.close();
    });
    process.stdout.write(`Mock ready at ${mock.url}\n`);
    return undefined;
  },
});
