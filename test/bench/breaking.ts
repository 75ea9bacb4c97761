// Measures the built command `breaking`, its CPU time and its peak of memory, beside `redocly diff`: on this contract, on one of
// 500 operations, and on large documents of the kinds that are hard to compare.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { exitCode, showProgress } from "../../src/tools/terminal/index.ts";
import { builtCommand } from "./built-command.ts";
import { largeDocuments } from "./large-documents.ts";
import { beside, redoclyDiff, runMeasured } from "./measured-run.ts";
import { ContractTemplate } from "./synthetic.ts";

/** What the project promises, in CPU seconds; the memory is that of the command and of all that it starts. */
const limits = { own: { seconds: 0.8, megabytes: 120 }, large: { seconds: 3, megabytes: 300 } };
const largeOperations = 500;

/** What changes between the two contracts: a parameter that many operations have accepts less. */
const change = { file: "v3/parameters/SizeQuery.yaml", from: "maximum: 100", to: "maximum: 60" };

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
    const run = await runMeasured([process.execPath, command, "breaking", ...files], signal).finally(done);
    const other = await runMeasured([...redoclyDiff, ...files], signal);
    process.stdout.write(
      `  ${name}: ${beside(run.seconds, limit.seconds, "s", 2)}, ${beside(run.megabytes, limit.megabytes, "MB", 0)}` +
        ` (${other.seconds?.toFixed(2) ?? "?"} s, ${other.megabytes?.toFixed(0) ?? "?"} MB)\n`,
    );
    if (run.code === exitCode.findings) continue;
    process.stderr.write(`failed: it was to find a break, and ended with ${run.code}\n${run.stderr}\n`);
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
