// Stops a serving command on a signal, or when the npm that ran it ends, and prints why.
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { reportError } from "./failure.ts";
import { endingSignals, isHungUp } from "./signals.ts";

const npmCheckMs = 500;

/** On Ctrl-C the terminal sends a signal, and npm passes on its own: what comes within this time is the same one. In milliseconds. */
const sameSignalMs = 500;

/** Set when the process starts: npm may end before the command is ready. */
const isNpmGone = watchNpm();

/**
 * Calls `stop` once, after a line on the error stream that says why: on Ctrl-C, on SIGTERM, when its terminal is closed (unless `nohup`
 * started it), or when the npm that runs this very command has ended, since npm does not pass a signal on.
 * A second signal ends the process at once, as a signal does that nobody listens to.
 * Nothing else stops it: not the end of the shell that started it, nor of the process that reads its output.
 */
export function untilStopped(stop: () => Promise<void>): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  let stoppingMs: number | undefined;
  const end = async (why: string) => {
    if (stoppingMs !== undefined) return;
    stoppingMs = performance.now();
    clearInterval(timer);
    process.stderr.write(`Stopped: ${why}.\n`);
    await stop().catch((error: unknown) => {
      process.exitCode = 2;
      reportError(error);
    });
  };
  const timer = setInterval(() => {
    // Closing the terminal ended npm as well
    if (isNpmGone === undefined || isHungUp()) clearInterval(timer);
    else if (isNpmGone()) void end("npm, which ran this command, has ended");
  }, npmCheckMs);
  const releases: (() => void)[] = [];
  const reasons = { SIGINT: "SIGINT (Ctrl-C)", SIGTERM: "SIGTERM", SIGHUP: "SIGHUP (its terminal was closed)" };
  for (const [signal, why] of Object.entries(reasons)) {
    if (!endingSignals.includes(signal as NodeJS.Signals)) continue;
    const onSignal = () => {
      if (stoppingMs === undefined || performance.now() - stoppingMs < sameSignalMs) return end(why);
      for (const release of releases) release();
      process.kill(process.pid, signal);
      return undefined;
    };
    process.on(signal, onSignal);
    releases.push(() => process.off(signal, onSignal));
  }
}

/** Returns a function that checks whether npm has ended; undefined when npm did not start this command. */
function watchNpm(): (() => boolean) | undefined {
  const command = basename(process.argv[1] ?? "");
  if (command === "" || !process.env["npm_lifecycle_script"]?.includes(command)) return undefined;
  const parent = process.ppid;
  // Most shells replace themselves by the last command of `sh -c`; otherwise npm is the shell's parent
  const npm = isShell(parent) ? parentOf(parent) : undefined;
  return () => process.ppid !== parent || (npm !== undefined && parentOf(parent) !== npm);
}

function isShell(pid: number): boolean {
  return procText(pid, "cmdline").split("\0")[1] === "-c";
}

function parentOf(pid: number): string | undefined {
  return /^PPid:\s*(\d+)$/m.exec(procText(pid, "status"))?.[1];
}

/** What Linux reports about a process; empty on other systems. */
function procText(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    return "";
  }
}
