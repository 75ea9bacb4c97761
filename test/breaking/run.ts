// Runs `breaking` in the process of the test, as its command would run it: a process of its own costs far more.
import { vi } from "vitest";
import { breakingCommand } from "../../src/breaking/index.ts";
import { runCommand } from "../../src/terminal/index.ts";

/** Runs it to its end with these arguments, in this directory. */
export async function breakingIn(directory: string, ...args: string[]) {
  const output = { stdout: "", stderr: "" };
  const before = { cwd: process.cwd(), exitCode: process.exitCode };
  const spies = (["stdout", "stderr"] as const).map((name) =>
    vi.spyOn(process[name], "write").mockImplementation((text, ...rest) => {
      output[name] += String(text);
      for (const written of rest) if (typeof written === "function") written();
      return true;
    }),
  );
  vi.stubEnv("FORCE_COLOR", undefined);
  process.exitCode = undefined;
  process.chdir(directory);
  try {
    await runCommand(breakingCommand, args);
    return { code: Number(process.exitCode ?? 0), ...output };
  } finally {
    for (const spy of spies) spy.mockRestore();
    vi.unstubAllEnvs();
    process.chdir(before.cwd);
    process.exitCode = before.exitCode;
  }
}
