// The entry of terminal/: messages, exit codes, and the frame of every command.
export { type CommandDefinition, defineCommand, packageVersion, parsePort, runCommand } from "./command.ts";
export { counted } from "./counted.ts";
export { exitCode } from "./exit-code.ts";
export { Failure, FindingsError, reportError } from "./failure.ts";
export { type Finding, formatFindings } from "./finding.ts";
export { listenOn, listenOnLoopback, requireFreePorts } from "./listen.ts";
export { parseHost, parseNumber, parseWhole } from "./option-values.ts";
export { showProgress } from "./progress.ts";
export { untilStopped } from "./until-stopped.ts";
export { makeTemporaryDirectory, removeWhenInterrupted, whenInterrupted } from "./when-interrupted.ts";
