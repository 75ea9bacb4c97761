// Which signals end this process: SIGINT, SIGTERM and, unless `nohup` started it, SIGHUP.
import { readFileSync } from "node:fs";
import { basename } from "node:path";

/**
 * Whether `nohup` started this process or its parent. Node resets ignored signals to their default, so this looks at the other
 * traces of `nohup`: its name in `_`, and an input that cannot be read.
 */
const isUnderNohup = basename(process.env["_"] ?? "") === "nohup" || isInputWriteOnly();

export const endingSignals: readonly NodeJS.Signals[] = isUnderNohup
  ? ["SIGINT", "SIGTERM"]
  : ["SIGINT", "SIGTERM", "SIGHUP"];

let hungUp = false;
if (isUnderNohup) {
  process.on("SIGHUP", () => {
    hungUp = true;
  });
}

/** Whether the terminal was closed while `nohup` keeps this process running. */
export function isHungUp(): boolean {
  return hungUp;
}

function isInputWriteOnly(): boolean {
  try {
    const [, flags = "0"] = /^flags:\s*([0-7]+)/m.exec(readFileSync("/proc/self/fdinfo/0", "utf8")) ?? [];
    return (Number.parseInt(flags, 8) & 3) === 1;
  } catch {
    // Not Linux
    return false;
  }
}
