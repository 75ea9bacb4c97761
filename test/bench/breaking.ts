// Measures the built command `breaking`, its CPU time and its peak of memory, beside `redocly diff`: on this contract, on one of
// 500 operations, and on large documents of the kinds that are hard to compare.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { styleText } from "node:util";
import { projectDirectory } from "../../src/tools/contract/index.ts";
import { exitCode, showProgress } from "../../src/tools/terminal/index.ts";
import { builtCommand } from "./built-command.ts";
import { largeDocuments } from "./large-documents.ts";
import { ContractTemplate } from "./synthetic.ts";

/** What the project promises, in CPU seconds; the memory is that of the command and of all that it starts. */
const limits = { own: { seconds: 0.8, megabytes: 120 }, large: { seconds: 3, megabytes: 300 } };
const largeOperations = 500;

const redocly = join(dirname(createRequire(import.meta.url).resolve("@redocly/cli/package.json")), "bin", "cli.js");

/** What changes between the two contracts: a parameter that many operations have accepts less. */
const change = { file: "v3/parameters/SizeQuery.yaml", from: "maximum: 100", to: "maximum: 60" };

interface Run {
  /** Of CPU; undefined where the system does not tell. */
  readonly seconds: number | undefined;
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
  const command = builtCommand();
  const template = await ContractTemplate.read();
  const { operations } = await template.write(join(directory, "sizes"), 1);
  const contracts = [
    { times: 1, limit: limits.own },
    { times: Math.ceil(largeOperations / operations), limit: limits.large },
  ];
  const cases = [
    ...contracts.map(({ times, limit }) => ({
      name: `this contract, ${operations * times} operations`,
      limit,
      write: (folder: string) => writeContracts(template, folder, times),
    })),
    ...largeDocuments.map(({ name, limit, write }) => ({
      name,
      limit,
      write: async (folder: string) => {
        await mkdir(folder, { recursive: true });
        const files = [join(folder, "base.json"), join(folder, "revision.json")];
        for (const [index, file] of files.entries())
          await writeFile(file, JSON.stringify(write(index === 0 ? 50 : 40), null, 2));
        return files;
      },
    })),
  ];
  let isWell = true;
  process.stdout.write(
    "wearable-health-api-tools breaking, one change; in brackets `redocly diff` of the same files:\n",
  );
  for (const [index, { name, limit, write }] of cases.entries()) {
    const done = showProgress(`breaking: ${name}`);
    const files = await write(join(directory, String(index)));
    const run = await runMeasured([command, "breaking", ...files], signal).finally(done);
    const other = await runMeasured([redocly, "diff", ...files, "--fail-on=none", "--format=json"], signal);
    process.stdout.write(
      `  ${name}: ${beside(run.seconds, limit.seconds, "s", 2)}, ${beside(run.megabytes, limit.megabytes, "MB", 0)}` +
        ` (${other.seconds?.toFixed(2) ?? "?"} s, ${other.megabytes?.toFixed(0) ?? "?"} MB)\n`,
    );
    if (run.code === exitCode.findings) continue;
    process.stderr.write(`failed: it was to find a break, and ended with ${run.code}\n${run.said}\n`);
    isWell = false;
  }
  return isWell;
}

async function writeContracts(template: ContractTemplate, directory: string, times: number): Promise<string[]> {
  const { root: base } = await template.write(join(directory, "base"), times);
  const { root: revision } = await template.write(join(directory, "revision"), times);
  const file = join(dirname(revision), change.file);
  const text = await readFile(file, "utf8");
  if (!text.includes(change.from)) throw new Error(`${change.file} has no ${change.from} any more.`);
  await writeFile(file, text.replace(change.from, change.to));
  return [base, revision];
}

/** Runs the command once; its processes are looked at all the time, since the system keeps no peak of them together. */
function runMeasured(args: readonly string[], signal: AbortSignal): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: projectDirectory,
      stdio: ["ignore", "ignore", "pipe"],
      signal,
    });
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      said += chunk;
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
      resolve({ seconds, megabytes, code, said });
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

function beside(value: number | undefined, limit: number, unit: string, digits: number): string {
  if (value === undefined) return `not measured (at most ${limit} ${unit})`;
  const text = `${value.toFixed(digits)} of at most ${limit} ${unit}`;
  return styleText(value > limit ? "red" : "green", text, { stream: process.stdout });
}
