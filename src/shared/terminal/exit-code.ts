// The exit codes of every command.

/** The meaning of a command's exit code: success, findings, or the command could not run. */
export const exitCode = { success: 0, findings: 1, couldNotRun: 2 } as const;

/** The exit code of a report: a violation fails, and with `strict` any other finding, too. */
export function chooseExitCode(violations: number, others: number, strict: boolean): number {
  return violations + (strict ? others : 0) > 0 ? exitCode.findings : exitCode.success;
}
