// Finds out whether a peer that is no package of ours is installed.
import { spawnSync } from "node:child_process";

/** Is there a program of this name? It is asked for its version. */
export function isOnPath(program: string): boolean {
  return spawnSync(program, ["--version"], { stdio: "ignore" }).error === undefined;
}
