// Runs a command once and measures its CPU time and its peak of memory.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { styleText } from "node:util";
import { projectDirectory } from "../../src/tools/contract/index.ts";

/** The gate, before the two documents. */
export const gateCommand: readonly string[] = [
  process.execPath,
  join(projectDirectory, "src", "tools", "cli.ts"),
  "breaking",
];

/** What it is measured beside. */
export const redoclyDiff: readonly string[] = [
  process.execPath,
  join(dirname(createRequire(import.meta.url).resolve("@redocly/cli/package.json")), "bin", "cli.js"),
  "diff",
  "--fail-on=none",
  "--format=json",
];

/** How a command ran. */
export interface Run {
  /** Of CPU; undefined where the system does not report it. */
  readonly seconds: number | undefined;
  /** Undefined where the system does not report it. */
  readonly megabytes: number | undefined;
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command once; its processes are looked at all the time, since the system keeps no peak of them together. */
export function runMeasured([file = "", ...args]: readonly string[], signal: AbortSignal): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd: projectDirectory,
      stdio: ["ignore", "pipe", "pipe"],
      signal,
    });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      stdout += chunk;
    });
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      stderr += chunk;
    });
    let peak = 0;
    let seconds: number | undefined;
    const look = () => {
      peak = Math.max(peak, kilobytesOf(child.pid));
      seconds = secondsOf(child.pid) ?? seconds;
    };
    const timer = setInterval(look, 20);
    child.on("error", (error) => {
      clearInterval(timer);
      reject(error);
    });
    child.on("close", (code) => {
      clearInterval(timer);
      const megabytes = peak === 0 ? undefined : peak / 1024;
      resolve({ seconds, megabytes, code, stdout, stderr });
    });
  });
}

/** The CPU time of a process, in its ticks of 10 ms; undefined once it has ended. */
function secondsOf(pid: number | undefined): number | undefined {
  const [, , , , , , , , , , , , user, system] = read(`/proc/${pid}/stat`)
    .replace(/^.*\) /, "0 ")
    .split(" ");
  return user === undefined ? undefined : (Number(user) + Number(system)) / 100;
}

/** The memory of a process and of all that it started, what they share counted once; 0 where Linux's /proc is missing. */
function kilobytesOf(pid: number | undefined): number {
  const [, own = "0"] = /^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`)) ?? [];
  const children = read(`/proc/${pid}/task/${pid}/children`).split(" ").filter(Boolean);
  return children.reduce((sum, child) => sum + kilobytesOf(Number(child)), Number(own));
}

/** A process may have ended meanwhile. */
function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** A measured value beside its limit. */
export function beside(value: number | undefined, limit: number, unit: string, digits: number): string {
  if (value === undefined) return `not measured (at most ${limit} ${unit})`;
  const text = `${value.toFixed(digits)} of at most ${limit} ${unit}`;
  return styleText(value > limit ? "red" : "green", text, { stream: process.stdout });
}
