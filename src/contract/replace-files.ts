// Writes files so that a reader never meets half of one.
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Replaces files in a directory: all are written beside their place first, and renamed only when every one is complete.
 *
 * @param files Their texts by name.
 */
export async function replaceFiles(directory: string, files: ReadonlyMap<string, string>): Promise<void> {
  await mkdir(directory, { recursive: true });
  // The process's id keeps two runs at once out of each other's way
  const beside = (name: string) => join(directory, `.${name}.${process.pid}.new`);
  try {
    for (const [name, text] of files) await writeFile(beside(name), text);
    for (const name of files.keys()) await rename(beside(name), join(directory, name));
  } finally {
    for (const name of files.keys()) await rm(beside(name), { force: true });
  }
}
