// The terminal room: the frame of every command, with its options, messages, progress and exit codes, and what ends a server.
export { type CommandDefinition, defineCommand, packageVersion, runCommand } from "./command.ts";
export { counted } from "./counted.ts";
export { chooseExitCode, exitCode } from "./exit-code.ts";
export { Failure, reportError } from "./failure.ts";
export { listenOn } from "./listen.ts";
export { checkNumber, parseChoice, parseNumber, parsePort, parseWhole, readJsonFile } from "./option-values.ts";
export { showProgress } from "./progress.ts";
export { untilStopped } from "./until-stopped.ts";
export { makeTemporaryDirectory, whenInterrupted } from "./when-interrupted.ts";
