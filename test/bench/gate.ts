// The CPU of the gate, beside `redocly diff` of the same files.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { generatedDirectory, projectDirectory } from "../../src/shared/contract/index.ts";
import { exitCode, Failure, showProgress } from "../../src/shared/terminal/index.ts";
import { printTable } from "./table.ts";

const rounds = 5;

const redocly = join(dirname(createRequire(import.meta.url).resolve("@redocly/cli/package.json")), "bin", "cli.js");
/** The commands, before the two documents. */
const commands: Readonly<Record<string, readonly string[]>> = {
  "redocly diff": [process.execPath, redocly, "diff", "--fail-on=none", "--format=json"],
  "this gate": [process.execPath, join(projectDirectory, "src", "cli.ts"), "breaking"],
};

/** Prints what the gate costs. */
export async function measureGate(directory: string): Promise<void> {
  const before = join(generatedDirectory, "openapi.json");
  const after = join(directory, "after.json");
  await writeFile(after, (await readFile(before, "utf8")).replace(/"maximum": ?100\b/, '"maximum":60'));
  const times = new Map(Object.keys(commands).map((name) => [name, [] as number[]]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, [program = "", ...args]] of Object.entries(commands)) {
      const done = showProgress(name);
      const start = readChildrenSeconds();
      const { status, stderr } = spawnSync(program, [...args, before, after], { cwd: directory });
      times.get(name)?.push(readChildrenSeconds() - start);
      done();
      if (name !== "this gate" || status === exitCode.findings) continue;
      throw new Failure(`The gate was to find a break, and ended with ${status}.`, String(stderr));
    }
  }
  printTable("CPU of a comparison of this contract with one break", times, "redocly diff", "s");
}

/** The CPU of the children that have ended, and of theirs: fields 16 and 17 of proc(5), in ticks of 10 ms. */
function readChildrenSeconds(): number {
  // The name before them, in parentheses, may hold anything
  const fields = readFileSync("/proc/self/stat", "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return (Number(fields[13]) + Number(fields[14])) / 100;
}
