// Writes files so that a reader never meets half of one.
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { removeWhenInterrupted } from "../shared/terminal/index.ts";

/**
 * Replaces files in a directory: all are written beside their place first, and renamed only when every one is complete.
 *
 * @param files Their texts by name.
 */
export function replaceFiles(directory: string, files: ReadonlyMap<string, string>): void {
  mkdirSync(directory, { recursive: true });
  // The process's id keeps two runs at once out of each other's way
  const beside = (name: string) => join(directory, dirname(name), `.${basename(name)}.${process.pid}.new`);
  // Synchronously, so that a signal waits for all of it
  const forget = removeWhenInterrupted(...Array.from(files.keys(), beside));
  try {
    for (const [name, text] of files) writeFileSync(beside(name), text);
    for (const name of files.keys()) renameSync(beside(name), join(directory, name));
  } finally {
    for (const name of files.keys()) rmSync(beside(name), { force: true });
    forget();
  }
}
