// The exit codes of every command.

/** What a command's exit code means: success, findings, or the command could not run. */
export const exitCode = { well: 0, findings: 1, couldNotRun: 2 } as const;
