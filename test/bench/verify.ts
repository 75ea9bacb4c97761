// What `verify` finds and costs, measured in a process of its own: the client's bench has put a stub in place of this one's fetch.
import { spawnSync } from "node:child_process";
import { join } from "node:path";

/**
 * Prints how long `verify` takes, how much memory, what it finds of the gallery of wrong servers, and what it finds wrongly.
 *
 * @returns Whether it found every wrong server at every seed, and nothing wrongly.
 */
export function measureVerify(): boolean {
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, "verify-finds.ts")], { stdio: "inherit" });
  return status === 0;
}
