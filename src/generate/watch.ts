// Watches the contract's files and hands on each edit that leaves it sound.
import { dirname } from "node:path";
import { watch } from "chokidar";
import type { OpenApiDocument } from "../shared/contract/index.ts";
import { reportError } from "../shared/terminal/index.ts";
import { soundBundle } from "./bundle.ts";

/** How long the files must be quiet, in milliseconds: an editor writes a file in several steps. */
const quiet = 100;

/**
 * Calls `changed` after each edit of the contract, one edit at a time.
 * A broken edit is reported on the error stream, with file and line, and not passed on.
 *
 * @returns A function that stops watching.
 */
export async function watchContract(
  root: string,
  changed: (document: OpenApiDocument) => Promise<void>,
): Promise<() => Promise<void>> {
  const watcher = watch(dirname(root), { ignoreInitial: true });
  let timer: NodeJS.Timeout | undefined;
  let work = Promise.resolve();
  const reload = async () => {
    try {
      await changed(await soundBundle(root));
      process.stdout.write("Reloaded the contract.\n");
    } catch (error) {
      reportError(error);
      process.stderr.write("The last good contract keeps being served.\n");
    }
  };
  watcher.on("all", () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      work = work.then(reload);
    }, quiet);
  });
  await new Promise<void>((resolve) => watcher.once("ready", () => resolve()));
  return async () => {
    clearTimeout(timer);
    await watcher.close();
    await work;
  };
}
