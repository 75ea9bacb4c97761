// Measures `npm run breaking`: its time and its peak of memory, on this contract and on one of 500 operations.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { styleText } from "node:util";
import { projectDirectory } from "../../src/tools/contract/index.ts";
import { exitCode, showProgress } from "../../src/tools/terminal/index.ts";
import { ContractTemplate } from "./synthetic.ts";

/** What the project promises; the memory is that of the command and of all that it starts. */
const limits = { own: 1.5, large: 5, megabytes: 400 };
const largeOperations = 500;

/** What changes between the two contracts: a parameter that many operations have accepts less. */
const change = { file: "v3/parameters/SizeQuery.yaml", from: "maximum: 100", to: "maximum: 60" };

interface Run {
  readonly seconds: number;
  /** Undefined where the system does not tell. */
  readonly megabytes: number | undefined;
  readonly code: number | null;
  readonly said: string;
}

/**
 * Prints what the gate costs, beside its limits.
 *
 * @param directory An empty directory for the contracts.
 * @returns Whether it found the break.
 */
export async function measureBreaking(directory: string, signal: AbortSignal): Promise<boolean> {
  const template = await ContractTemplate.read();
  const { operations } = await template.write(join(directory, "own", "base"), 1);
  const sizes = [
    { name: "own", times: 1, limit: limits.own },
    { name: "large", times: Math.ceil(largeOperations / operations), limit: limits.large },
  ];
  let isWell = true;
  process.stdout.write("npm run breaking, one change that many operations have, without starting npm:\n");
  for (const { name, times, limit } of sizes) {
    const done = showProgress(`${times}x: breaking`);
    const run = await measureOne(template, join(directory, name), times, signal).finally(done);
    process.stdout.write(
      `  ${operations * times} operations: ${beside(run.seconds, limit, "s", 2)}, ${beside(run.megabytes, limits.megabytes, "MB", 0)}\n`,
    );
    if (run.code === exitCode.findings) continue;
    process.stderr.write(`failed: it was to find a break, and ended with ${run.code}\n${run.said}\n`);
    isWell = false;
  }
  return isWell;
}

async function measureOne(
  template: ContractTemplate,
  directory: string,
  times: number,
  signal: AbortSignal,
): Promise<Run> {
  const { root: base } = await template.write(join(directory, "base"), times);
  const { root: revision } = await template.write(join(directory, "revision"), times);
  const file = join(dirname(revision), change.file);
  const text = await readFile(file, "utf8");
  if (!text.includes(change.from)) throw new Error(`${change.file} has no ${change.from} any more.`);
  await writeFile(file, text.replace(change.from, change.to));
  return runMeasured(["breaking", base, revision], signal);
}

/** Runs the command once; its processes are looked at all the time, since the system keeps no peak of them together. */
function runMeasured(args: readonly string[], signal: AbortSignal): Promise<Run> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(projectDirectory, "src", "tools", "cli.ts"), ...args], {
      cwd: projectDirectory,
      stdio: ["ignore", "ignore", "pipe"],
      signal,
    });
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      said += chunk;
    });
    let peak = 0;
    const look = () => {
      peak = Math.max(peak, kilobytesOf(child.pid));
    };
    const timer = setInterval(look, 20);
    child.on("error", (error) => {
      clearInterval(timer);
      reject(error);
    });
    child.on("close", (code) => {
      clearInterval(timer);
      const megabytes = peak === 0 ? undefined : peak / 1024;
      resolve({ seconds: (performance.now() - start) / 1000, megabytes, code, said });
    });
  });
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

function beside(value: number | undefined, limit: number, unit: string, digits: number): string {
  if (value === undefined) return `memory not measured (at most ${limit} ${unit})`;
  const text = `${value.toFixed(digits)} of at most ${limit} ${unit}`;
  return styleText(value > limit ? "red" : "green", text, { stream: process.stdout });
}
