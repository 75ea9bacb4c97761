// `npm run mock`: runs `prism mock` behind the guard.
import { resolve } from "node:path";
import { defineCommand, Failure, parsePort, untilStopped } from "../shared/terminal/index.ts";
import { startMock } from "./guard.ts";

const help = `
Usage: npm run mock [-- --port N]

Runs \`prism mock generated/openapi.yaml\` behind a guard, on the loopback interface. Every response is a named example:
  curl -H 'x-service-api-key: any' http://127.0.0.1:4010/v2/user/resolve/demo-runner-01
  curl -H 'x-service-api-key: any' -H 'Prefer: code=404, example=error-not-found' …
The guard refuses requests that would hang or end Prism. It restarts Prism when the file changes, or when Prism has ended.

  --port N      where to listen (default: 4010; 0 picks a free port)

Stop it with Ctrl-C. Exit codes: 0 stopped, 2 could not run.
`;

/** `npm run mock`, whose arguments begin with the command of Prism. */
export const mockCommand = defineCommand({
  name: "npm run mock --",
  help,
  options: { port: { type: "string", default: "4010" } },
  allowPositionals: true,
  async run(options, [tool, mode, file, ...others]) {
    if (tool !== "prism" || mode !== "mock" || file === undefined || others.length > 0) {
      throw new Failure('Expected "prism mock FILE" and options.', "Run `npm run mock -- --help` for the options.");
    }
    const port = parsePort(options.port, "port");
    const portRemedy = "Pass another port: `npm run mock -- --port N`.";
    const mock = await startMock(resolve(file), port, portRemedy);
    untilStopped(() => mock.close());
    process.stdout.write(`Mock ready at ${mock.url}\n`);
    return undefined;
  },
});
