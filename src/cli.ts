#!/usr/bin/env node
// The command that `wearable-health-api-tools` installs, one subcommand for each tool; in a clone `npm run verify` and so on call it, too.
import type { ParseArgsOptionsConfig } from "node:util";
import {
  type CommandDefinition,
  exitCode,
  Failure,
  packageVersion,
  reportError,
  runCommand,
} from "./shared/terminal/index.ts";

const help = `
Usage: npx --no wearable-health-api-tools COMMAND [options]

  sandbox         simulate the service on this machine, with state
  verify          check a server against the contract
  check-receiver  check your webhook endpoint
  breaking        find breaking changes and the next version
  assume          find out which assumptions of the contract your tests rest on

\`npx --no wearable-health-api-tools COMMAND --help\` lists the options of a command;
\`npx --no -- wearable-health-api-tools --version\` prints the version of the package.
`;

/** Imported on demand: each has its own dependencies. */
const commands = new Map<string | undefined, () => Promise<void>>([
  ["sandbox", async () => runAs((await import("./sandbox/index.ts")).sandboxCommand)],
  ["verify", async () => runAs((await import("./verify/index.ts")).verifyCommand)],
  ["check-receiver", async () => runAs((await import("./check-receiver/index.ts")).checkReceiverCommand)],
  ["assume", async () => runAs((await import("./sandbox/index.ts")).assumeCommand)],
  ["breaking", async () => runAs((await import("./breaking/index.ts")).breakingCommand)],
]);

const [name, ...args] = process.argv.slice(2);
const command = commands.get(name);

if (name === "--help" || name === "-h") {
  process.stdout.write(help.trimStart());
} else if (name === "--version") {
  process.stdout.write(`${await packageVersion()}\n`);
} else if (command === undefined) {
  const problem = name === undefined ? "The command is missing." : `Unknown command "${name}".`;
  refuse(problem, `Use one of ${[...commands.keys()].join(", ")}: each takes --help.`);
} else if (Number.parseInt(process.versions.node, 10) < 24) {
  refuse(`Node 24 or later is required, found ${process.versions.node} at ${process.execPath}.`, "Install it.");
} else {
  // The next start reads compiled code from the cache
  process.getBuiltinModule("node:module").enableCompileCache();
  await command();
}

/** Runs a command under the name it was called by, so that its messages show that name. */
function runAs<O extends ParseArgsOptionsConfig>(definition: CommandDefinition<O>): Promise<void> {
  // The npm scripts run the source; what is installed is JavaScript, under a name of its own
  const isScript = import.meta.filename.endsWith(".ts");
  return runCommand(
    { ...definition, name: isScript ? definition.name : `npx --no wearable-health-api-tools ${name}` },
    args,
  );
}

function refuse(problem: string, remedy: string): void {
  process.exitCode = exitCode.couldNotRun;
  reportError(new Failure(problem, remedy));
}
