// Watches the contract's files and bundles them again after each edit.
import { dirname } from "node:path";
import { watch } from "chokidar";
import { type Bundle, bundle } from "./bundle.ts";

/** How long the files must be quiet, in milliseconds: an editor writes a file in several steps. */
const quiet = 100;

/** What to do after an edit. */
export interface ContractListener {
  /** The contract was bundled again. What this throws is told to `broken`. */
  changed(bundled: Bundle): Promise<void>;
  /** The edit cannot be used: a `ContractError` says where the contract is broken. */
  broken(error: Error): void;
}

/**
 * Calls the listener after each edit of the contract, one edit at a time.
 *
 * @returns A function that stops watching.
 */
export async function watchContract(root: string, listener: ContractListener): Promise<() => Promise<void>> {
  const watcher = watch(dirname(root), { ignoreInitial: true });
  let timer: NodeJS.Timeout | undefined;
  let work = Promise.resolve();
  const rebundle = async () => {
    try {
      await listener.changed(await bundle(root));
    } catch (error) {
      listener.broken(error instanceof Error ? error : new Error(String(error)));
    }
  };
  watcher.on("all", () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      work = work.then(rebundle);
    }, quiet);
  });
  await new Promise<void>((resolve) => watcher.once("ready", () => resolve()));
  return async () => {
    clearTimeout(timer);
    await watcher.close();
    await work;
  };
}
