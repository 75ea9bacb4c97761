// `npm run portability`: generates a client with each outside generator, compiles it, and tells the story with it.
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { defineCommand, exitCode, Failure, runCommand, showProgress } from "../../src/tools/terminal/index.ts";
import { type Generator, generators } from "./generators.ts";
import { differences, type Result, readResults, writeResults } from "./results.ts";
import { type Outcome, ownPlace, type Place, prepare, resultOf, untriedRow } from "./runner.ts";

const help = `
Usage: npm run portability [-- prepare] [NAME ...] [--write]

Takes each outside generator that runs on this machine: generates a client from the contract, compiles it, and calls all
operations of the sandbox with it, then of a newer service, which sends unknown values and fields. The results are compared with
test/portability/results.json. Generators whose toolchain is missing are skipped by name.

  prepare   install the generators and what their clients import; the only step that needs a network
  NAME      the name of a generator, a part of one, or a language, such as ogen, hey-api or Python (default: all)
  --write   write the results to the file instead of comparing them

The folder of a generator, with the log of each step, is dist/portability/NAME.
Exit codes: 0 as the file says, 1 a result differs from the file, 2 could not run.
`;

/** `npm run portability`. */
export const portabilityCommand = defineCommand({
  name: "npm run portability --",
  help,
  options: { write: { type: "boolean", default: false } },
  allowPositionals: true,
  async run({ write }, [first, ...more]) {
    const isPreparing = first === "prepare";
    const wanted = selected(generators, isPreparing || first === undefined ? more : [first, ...more]);
    if (isPreparing) return (await prepareAll(wanted, ownPlace)) ? exitCode.well : exitCode.couldNotRun;
    const results = await resultsOf(wanted, ownPlace);
    if (write) {
      await writeResults([...results, ...absentOf(wanted)]);
      return exitCode.well;
    }
    const found = differences(results, readResults().results);
    for (const difference of found) process.stdout.write(`differs  ${difference}\n`);
    return found.length > 0 ? exitCode.findings : exitCode.well;
  },
});

/** Installs generators, and says whether all could be. */
async function prepareAll(wanted: readonly Generator[], place: Place): Promise<boolean> {
  let isWell = true;
  for (const generator of runnable(wanted)) {
    const done = showProgress(`${generator.language}: ${generator.name} ${generator.version}`);
    const problem = await prepare(generator, place).finally(done);
    if (problem === undefined) continue;
    isWell = false;
    process.stderr.write(`${problem}\n`);
  }
  return isWell;
}

/** Runs generators one after the other, and tells of each. */
export async function resultsOf(wanted: readonly Generator[], place: Place): Promise<Result[]> {
  const results: Result[] = [];
  for (const generator of runnable(wanted)) {
    const done = showProgress(`${generator.language}: ${generator.name} ${generator.version}`);
    const outcome: Outcome = await resultOf(generator, place)
      .catch((error: unknown) => ({ skipped: `${generator.name}, which could not be run: ${String(error)}` }))
      .finally(done);
    if ("skipped" in outcome) {
      process.stderr.write(`Skipped: ${outcome.skipped}.\n`);
      continue;
    }
    results.push(outcome.result);
    process.stdout.write(textOf(outcome.result));
    for (const log of outcome.logs) process.stdout.write(`  see ${log}\n`);
  }
  return results;
}

/** Rows of those whose toolchain is missing here, where no other machine has written one. */
export function absentOf(wanted: readonly Generator[]): Result[] {
  const tried = readResults().results.filter(({ accepted, untried }) => accepted || untried === undefined);
  return wanted.flatMap((generator) => {
    const missing = missingOf(generator);
    const isTried = tried.some(({ name }) => name === generator.name);
    return missing.length === 0 || isTried ? [] : [untriedRow(generator, false, `no ${missing.join(" and ")} here`)];
  });
}

function missingOf({ needs }: Generator): string[] {
  return needs.filter((program) => !isOnPath(program));
}

/** Those whose toolchain is here; the others are named. */
function runnable(wanted: readonly Generator[]): Generator[] {
  return wanted.filter((generator) => {
    const missing = missingOf(generator);
    if (missing.length > 0) process.stderr.write(`Skipped: ${generator.name}, for want of ${missing.join(" and ")}.\n`);
    return missing.length === 0;
  });
}

/** The generators of these names or languages; all without a name. */
export function selected(generators: readonly Generator[], names: readonly string[]): readonly Generator[] {
  const found = names.map((name) => [name, named(generators, name)] as const);
  const [unknown] = found.find(([, ones]) => ones.length === 0) ?? [];
  if (unknown !== undefined) {
    throw new Failure(
      `No generator and no language is named "${unknown}".`,
      `Use one of ${generators.map(({ name }) => name).join(", ")}.`,
    );
  }
  return generators.filter((generator) => names.length === 0 || found.some(([, ones]) => ones.includes(generator)));
}

/** The generator of exactly this name, or else those that have it in their name, or as their language. */
function named(generators: readonly Generator[], wanted: string): readonly Generator[] {
  const exact = generators.filter(({ name }) => name === wanted);
  if (exact.length > 0) return exact;
  return generators.filter(
    ({ name, language }) => name.includes(wanted) || language.toLowerCase() === wanted.toLowerCase(),
  );
}

function isOnPath(program: string): boolean {
  return (process.env["PATH"] ?? "").split(delimiter).some((folder) => existsSync(join(folder, program)));
}

function textOf({
  language,
  name,
  version,
  accepted,
  compiled,
  operations,
  failed,
  failedNewer,
  untried,
}: Result): string {
  const all = operations + failed.length;
  const isAccepted = accepted ? "accepted" : "not accepted";
  if (untried !== undefined) return `${language}  ${name} ${version}  ${isAccepted}, not compiled: ${untried}\n`;
  const words = [
    isAccepted,
    compiled ? "compiled" : "not compiled",
    `${operations} of ${all} operations`,
    failedNewer.length === 0 ? "tolerant" : `${failedNewer.length} fail with a newer service`,
  ];
  return `${language}  ${name} ${version}  ${words.join(", ")}\n`;
}

if (import.meta.main) await runCommand(portabilityCommand);
