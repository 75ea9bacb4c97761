// Cleans up when a signal ends the process in the middle of its work.
import { mkdtempSync, rmSync } from "node:fs";
import { endingSignals } from "./signals.ts";

/** The cleanups, run by one listener for each signal: Node warns about more than ten. */
const cleanups = new Set<() => void>();

/**
 * Runs a cleanup when a signal ends this process.
 *
 * @returns A function to call once there is nothing to clean up.
 */
export function whenInterrupted(cleanup: () => void): () => void {
  if (cleanups.size === 0) {
    // The listeners of the last cleanup stay until the next turn
    stopListening();
    for (const signal of endingSignals) process.on(signal, interrupt);
  }
  cleanups.add(cleanup);
  return () => {
    cleanups.delete(cleanup);
    // A signal that arrived during synchronous work is delivered first, and still ends the process
    setImmediate(() => {
      if (cleanups.size === 0) stopListening();
    });
  };
}

/** A directory that is removed when it is no longer needed, or when a signal ends this process. */
export interface TemporaryDirectory {
  readonly path: string;
  remove(): void;
}

/**
 * Creates a directory with a unique name.
 *
 * @param prefix How its path begins, such as `join(tmpdir(), "release-")`.
 */
export function makeTemporaryDirectory(prefix: string): TemporaryDirectory {
  let path = "";
  const removeIt = () => {
    if (path !== "") rmSync(path, { recursive: true, force: true, maxRetries: 5 });
  };
  // Registered first, so that no signal can come between
  const forget = whenInterrupted(removeIt);
  path = mkdtempSync(prefix);
  return {
    path,
    remove() {
      removeIt();
      forget();
    },
  };
}

function interrupt(signal: NodeJS.Signals): void {
  for (const cleanup of cleanups) cleanup();
  cleanups.clear();
  stopListening();
  // A server that listens to the signal stops on its own; without one, the signal ends the process
  if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
}

function stopListening(): void {
  for (const signal of endingSignals) process.off(signal, interrupt);
}
