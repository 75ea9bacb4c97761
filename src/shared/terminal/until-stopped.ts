// Stops a serving command on a signal, and prints which.
import { basename } from "node:path";
import { exitCode } from "./exit-code.ts";
import { reportError } from "./failure.ts";
import { endingSignals } from "./signals.ts";

/** On Ctrl-C the terminal sends a signal, and npm passes on its own: what comes within this time is the same one. In milliseconds. */
const sameSignalMs = 500;

const reasons = { SIGINT: "SIGINT (Ctrl-C)", SIGTERM: "SIGTERM", SIGHUP: "SIGHUP (its terminal was closed)" };

/** How often a process looks whether the shell is there in which npm or npx started it, in milliseconds. */
const shellMs = 250;

/**
 * Calls `stop` once, after a line on the error stream that says why: on Ctrl-C, on SIGTERM, or when its terminal is closed.
 * A second signal ends the process at once, as a signal does that nobody listens to.
 * Nothing else stops it: not the end of the one that reads its output, nor of the process that started it, unless that is npm or npx.
 * On SIGTERM they end the shell in which the process runs, and not the process.
 */
export function untilStopped(stop: () => Promise<void>): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  let stoppingMs: number | undefined;
  const end = async (why: string) => {
    stoppingMs ??= performance.now();
    process.stderr.write(`Stopped: ${why}.\n`);
    await stop().catch((error: unknown) => {
      process.exitCode = exitCode.couldNotRun;
      reportError(error);
    });
  };
  const listeners = endingSignals.map((signal) => {
    const onSignal = () => {
      if (stoppingMs === undefined) return end(reasons[signal]);
      if (performance.now() - stoppingMs < sameSignalMs) return undefined;
      for (const [name, listener] of listeners) process.off(name, listener);
      process.kill(process.pid, signal);
      return undefined;
    };
    process.on(signal, onSignal);
    return [signal, onSignal] as const;
  });
  const starter = findStarter();
  if (starter === undefined) return;
  const shell = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(looking);
    if (stoppingMs === undefined) void end(`${starter} has ended`);
  }, shellMs).unref();
}

/** The one that started this process in a shell which waits for it: npx, or npm for a script that is this command. */
function findStarter(): "npx" | "npm" | undefined {
  const { npm_command, npm_lifecycle_script = "" } = process.env;
  if (npm_command === "exec") return "npx";
  const [, file] = process.argv;
  // A program that a script starts in the background, itself or by another one, stays
  const isInBackground = /(?<!&)&(?!&)/.test(npm_lifecycle_script);
  return file !== undefined && !isInBackground && npm_lifecycle_script.includes(basename(file)) ? "npm" : undefined;
}
