// Reads how much CPU a process and the children it has waited for have used.
import { readFileSync } from "node:fs";

/** Of CPU, in seconds, user and system together. */
export interface CpuTime {
  readonly own: number;
  /** Of the children that have ended, and theirs; 0 where there is no /proc. */
  readonly children: number;
}

/** The kernel's unit on every platform that Node runs on. */
const ticksPerSecond = 100;

/** Reads the CPU that this process has used since it started. */
export function cpuTime(): CpuTime {
  const { user, system } = process.cpuUsage();
  return { own: (user + system) / 1e6, children: childrenTime() };
}

function childrenTime(): number {
  try {
    // Fields 16 and 17 of proc(5); the name before them, in parentheses, may hold anything
    const fields = readFileSync("/proc/self/stat", "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
  } catch {
    return 0;
  }
}
