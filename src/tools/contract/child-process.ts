// Runs a command as a child process and collects what it prints.
import { spawn } from "node:child_process";

/** How a process ended. */
export interface ProcessRun {
  readonly code: number | null;
  /** What it printed, as UTF-8. */
  readonly stdout: string;
  /** The same, byte for byte. */
  readonly bytes: Buffer;
  readonly stderr: string;
}

/**
 * Runs a command to its end, whatever the outcome.
 *
 * @param environment All of its environment.
 * @param input What it reads.
 * @param signal Ends it.
 * @throws when it cannot be started, or was ended by the signal.
 */
export function runProcess(
  command: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  input = "",
  signal?: AbortSignal,
): Promise<ProcessRun> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env: environment, signal });
    const chunks: Buffer[] = [];
    let stderr = "";
    child.stdout.on("data", (chunk: Buffer) => void chunks.push(chunk));
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      stderr += chunk;
    });
    child.on("error", reject);
    child.on("close", (code) => {
      const bytes = Buffer.concat(chunks);
      resolve({ code, bytes, stdout: bytes.toString(), stderr });
    });
    // A command that does not read to the end says by its exit code whether that is well
    child.stdin.on("error", () => {});
    child.stdin.end(input);
  });
}
