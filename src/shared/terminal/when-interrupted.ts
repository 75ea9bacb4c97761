// Cleans up when a signal ends the process in the middle of its work.
import { mkdtempSync, rmSync } from "node:fs";
import { endingSignals } from "./signals.ts";

const cleanups = new Set<() => void>();

/**
 * Runs a cleanup when a signal ends this process.
 *
 * @returns A function to call once there is nothing to clean up.
 */
export function whenInterrupted(cleanup: () => void): () => void {
  // One listener for each signal, which stays: a signal that arrives during synchronous work is delivered after it
  for (const signal of endingSignals) process.off(signal, interrupt).on(signal, interrupt);
  cleanups.add(cleanup);
  return () => void cleanups.delete(cleanup);
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
  process.off(signal, interrupt);
  // A server that listens to the signal stops on its own; without one, the signal ends the process
  if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
}
