// Which signals end this process: the usual three, without SIGHUP where `nohup` started it.
import { readFileSync } from "node:fs";
import { basename } from "node:path";

/**
 * Did `nohup` start this process, or what started it? Node undoes what `nohup` did (it gives each ignored signal its default
 * back), so it is read from what else `nohup` leaves: its name in `_`, and an input that cannot be read.
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

/** Was the terminal closed behind a process that `nohup` lets go on? */
export function isHungUp(): boolean {
  return hungUp;
}

function isInputWriteOnly(): boolean {
  try {
    const [, flags = "0"] = /^flags:\s*([0-7]+)/m.exec(readFileSync("/proc/self/fdinfo/0", "utf8")) ?? [];
    return (Number.parseInt(flags, 8) & 3) === 1;
  } catch {
    // Another system than Linux
    return false;
  }
}
