// Runs processes for a measurement: timed, and ended with everything they started.
import { spawn } from "node:child_process";
import { projectDirectory } from "../../src/tools/contract/index.ts";

/** How a process ran. */
export interface TimedRun {
  /** From its start to its end, or to the text that it was to print. */
  readonly seconds: number;
  /** Whether it came that far: it ended with exit code 0, or printed the text. */
  readonly well: boolean;
  /** Whether it was ended because it took too long. */
  readonly late: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

/** What holds for every process of a benchmark. */
export interface ProcessFrame {
  /** Where the processes put their temporary files. */
  readonly temporary: string;
  /** After how many seconds a process is ended. */
  readonly limit: number;
  /** Ends the process that runs. */
  readonly signal: AbortSignal;
}

/**
 * Runs a process to its end, or until it prints a text on its standard output; then it is ended.
 *
 * @throws the signal's reason, when that ended it.
 */
export function runTimed([file = "", ...args]: readonly string[], frame: ProcessFrame, until?: string) {
  const { signal, temporary, limit } = frame;
  signal.throwIfAborted();
  return new Promise<TimedRun>((resolve, reject) => {
    const start = performance.now();
    let end: number | undefined;
    let late = false;
    let reached = false;
    let stdout = "";
    let stderr = "";
    // In a process group of its own, so that what it started ends with it
    const child = spawn(file, args, {
      cwd: projectDirectory,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, TMPDIR: temporary, NO_COLOR: "1", npm_config_update_notifier: "false" },
    });
    const endGroup = () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      } catch {
        // The group has ended by itself
      }
    };
    const timer = setTimeout(() => {
      late = true;
      endGroup();
    }, limit * 1000);
    signal.addEventListener("abort", endGroup);
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      stdout += chunk;
      if (until === undefined || reached || !stdout.includes(until)) return;
      end = performance.now();
      reached = true;
      endGroup();
    });
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      stderr += chunk;
    });
    child.on("exit", () => {
      end ??= performance.now();
    });
    const settle = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", endGroup);
    };
    child.on("error", (error) => {
      settle();
      reject(error);
    });
    child.on("close", (code) => {
      settle();
      if (signal.aborted) return reject(signal.reason);
      const seconds = ((end ?? performance.now()) - start) / 1000;
      resolve({ seconds, well: until === undefined ? code === 0 : reached, late, stdout, stderr });
    });
  });
}
