// Ten minutes of endurance in a process of its own: the client's bench has put a stub in place of this one's fetch.
import { spawnSync } from "node:child_process";
import { join } from "node:path";

/**
 * Runs random commands, faults, kills and clock jumps against a sandbox, and prints what was done and what disagreed with the model.
 *
 * @returns Whether nothing did.
 */
export function measureEndurance(minutes = 10): boolean {
  const args = [join(import.meta.dirname, "endurance-run.ts"), String(minutes)];
  const { status } = spawnSync(process.execPath, args, { stdio: "inherit" });
  return status === 0;
}
