// Makes what many test files read once per run, when the first of them asks for it; all processes of the run share it.
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { inRun } from "./directory.ts";

/**
 * Returns the folder of what is shared, made by whoever asks first. Nobody may change it.
 *
 * @param make Fills the folder. It is where it stays: absolute paths hold.
 */
export async function shared(name: string, make: (directory: string) => Promise<void>): Promise<string> {
  const directory = inRun("shared", name);
  const [ready, failed] = [`${directory}.ready`, `${directory}.failed`];
  const isMine = await mkdir(directory).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
      return false;
    },
  );
  if (isMine) {
    try {
      await make(directory);
    } catch (error) {
      await writeFile(failed, error instanceof Error ? (error.stack ?? error.message) : String(error));
      throw error;
    }
    await writeFile(ready, "");
    return directory;
  }
  // The limit is that of the hook or the test that waits
  while (!existsSync(ready)) {
    if (existsSync(failed)) {
      throw new Error(`Another test file could not make the shared ${name}: ${await readFile(failed, "utf8")}`);
    }
    await wait(20);
  }
  return directory;
}
