// The commands that the package installs: `wearable-health-api verify`; `npm run verify` and so on are the same.
import { basename } from "node:path";
import type { ParseArgsOptionsConfig } from "node:util";
import {
  type CommandDefinition,
  exitCode,
  Failure,
  packageVersion,
  reportError,
  runCommand,
} from "./terminal/index.ts";

const help = `
Usage: wearable-health-api COMMAND [options]

  verify      is that server true to the contract?
  breaking    may this change be released, and as which version?
  sandbox     the service's behaviour on this machine, with memory

\`wearable-health-api COMMAND --help\` lists the options of one; \`--version\` prints the version of the package.
`;

/** Runs a command under the name by which the person called it: that is what its messages name. */
function runAs<O extends ParseArgsOptionsConfig>(command: CommandDefinition<O>): Promise<void> {
  // The npm scripts run this file, the package another one that imports it
  const isScript = basename(process.argv[1] ?? "") === "cli.ts";
  return runCommand({ ...command, name: isScript ? command.name : `npx wearable-health-api ${name}` }, args);
}

const [name, ...args] = process.argv.slice(2);

switch (name) {
  case "verify": {
    const { verifyCommand } = await import("./verify/index.ts");
    await runAs(verifyCommand);
    break;
  }
  case "breaking": {
    const { breakingCommand } = await import("./breaking/index.ts");
    await runAs(breakingCommand);
    break;
  }
  case "sandbox": {
    const { sandboxCommand } = await import("./sandbox/index.ts");
    await runAs(sandboxCommand);
    break;
  }
  case "--help":
  case "-h":
    process.stdout.write(help.trimStart());
    break;
  case "--version":
    process.stdout.write(`${await packageVersion()}\n`);
    break;
  default:
    process.exitCode = exitCode.couldNotRun;
    reportError(
      new Failure(
        name === undefined ? "A command is missing." : `There is no command "${name}".`,
        "Known are verify, breaking and sandbox; --help tells more.",
      ),
    );
}
