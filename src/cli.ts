// The commands that the package installs: `wearable-health-api verify`; `npm run verify` and so on are the same.
import { exitCode, Failure, reportError, runCommand } from "./terminal/index.ts";

const help = `
Usage: wearable-health-api COMMAND [options]

  verify      is that server true to the contract?
  breaking    may this change be released, and as which version?
  sandbox     the service's behaviour on this machine, with memory

\`wearable-health-api COMMAND --help\` lists the options of one.
`;

const [name, ...args] = process.argv.slice(2);

switch (name) {
  case "verify": {
    const { verifyCommand } = await import("./verify/index.ts");
    await runCommand(verifyCommand, args);
    break;
  }
  case "breaking": {
    const { breakingCommand } = await import("./breaking/index.ts");
    await runCommand(breakingCommand, args);
    break;
  }
  case "sandbox": {
    const { sandboxCommand } = await import("./sandbox/index.ts");
    await runCommand(sandboxCommand, args);
    break;
  }
  case "--help":
  case "-h":
    process.stdout.write(help.trimStart());
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
