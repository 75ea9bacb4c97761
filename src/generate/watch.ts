// Watches the contract's files and hands on each edit that leaves it sound.
import { dirname } from "node:path";
import { watch } from "chokidar";
import type { OpenApiDocument } from "../shared/contract/index.ts";
import { reportError } from "../shared/terminal/index.ts";
import { soundBundle } from "./bundle.ts";

/** How long the files must be quiet, in milliseconds: an editor writes a file in several steps. */
const quiet = 100;

/**
 * Calls `show` with the contract, and again after each edit, one edit at a time; also after one that is saved meanwhile.
 * A broken edit is reported on the error stream, with file and line, and not passed on.
 *
 * @returns A function that stops watching.
 * @throws when the contract is broken at first, or cannot be shown.
 */
export async function watchContract(
  root: string,
  show: (document: OpenApiDocument) => Promise<void>,
): Promise<() => Promise<void>> {
  const watcher = watch(dirname(root), { ignoreInitial: true });
  await new Promise<void>((resolve) => watcher.once("ready", resolve));
  let timer: NodeJS.Timeout | undefined;
  const first = soundBundle(root).then(show);
  let work = first;
  const reload = async () => {
    try {
      await show(await soundBundle(root));
      process.stdout.write(
        "Reloaded the contract. The sandbox takes a change after `npm run generate` and a restart.\n",
      );
    } catch (error) {
      reportError(error);
      process.stderr.write("The last good contract keeps being served.\n");
    }
  };
  watcher.on("error", reportError);
  watcher.on("all", () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      work = work.then(reload);
    }, quiet);
  });
  const stop = async () => {
    clearTimeout(timer);
    await watcher.close();
    await work;
  };
  try {
    await first;
    return stop;
  } catch (error) {
    await stop().catch(() => {});
    throw error;
  }
}
