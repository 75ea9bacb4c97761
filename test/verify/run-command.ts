// Runs `verify` as a command does, in this process: a process for each run would cost more than most runs.
import { vi } from "vitest";
import { runCommand } from "../../src/shared/terminal/index.ts";
import { verifyCommand } from "../../src/verify/index.ts";

/** Runs the command to its end, with time for a busy machine. One at a time: it has the output of the process to itself. */
export function runVerify(...args: readonly string[]) {
  return runVerifyWith(() => {}, ...args);
}

/** The same, with what it writes to its error stream shown as it is written. */
export async function runVerifyWith(onError: (text: string) => void, ...args: readonly string[]) {
  const output = { stdout: "", stderr: "" };
  const spies = (["stdout", "stderr"] as const).map((stream) =>
    vi.spyOn(process[stream], "write").mockImplementation((chunk) => {
      output[stream] += String(chunk);
      if (stream === "stderr") onError(String(chunk));
      return true;
    }),
  );
  const { exitCode, env } = process;
  const { FORCE_COLOR } = env;
  delete env["FORCE_COLOR"];
  process.exitCode = 0;
  try {
    await runCommand(verifyCommand, ["--timeout", "600", ...args]);
    return { code: process.exitCode, ...output };
  } finally {
    process.exitCode = exitCode;
    if (FORCE_COLOR !== undefined) env["FORCE_COLOR"] = FORCE_COLOR;
    for (const spy of spies) spy.mockRestore();
  }
}
