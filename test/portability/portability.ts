// `npm run portability`: generates a client with each outside generator, compiles it, and tells the story with it.
import { spawn } from "node:child_process";
import { existsSync, openSync, writeFileSync } from "node:fs";
import { cp, mkdir, readFile, rm } from "node:fs/promises";
import { delimiter, join, relative } from "node:path";
import { generatedDirectory, projectDirectory, readContract } from "../../src/tools/contract/index.ts";
import { startSandbox } from "../../src/tools/sandbox/start-sandbox.ts";
import { defineCommand, exitCode, Failure, runCommand, showProgress } from "../../src/tools/terminal/index.ts";
import { type Generator, generators } from "./generators.ts";
import { startNewerService } from "./newer-service.ts";
import { differences, type Result, readResults, writeResults } from "./results.ts";
import { story } from "./story.ts";

const help = `
Usage: npm run portability [-- prepare] [NAME ...] [--write]

Takes each outside generator that runs on this machine: generates a client from the contract, compiles it, and calls all
operations of the sandbox with it, then of a newer service, which sends unknown values and fields. The results are compared with
test/portability/results.json. Generators whose toolchain is missing are skipped by name.

  prepare   install the generators and what their clients import; the only step that needs a network
  NAME      a part of the name of a generator, or its language, such as hey-api or Python (default: all)
  --write   write the results to the file instead of comparing them

The folder of a generator, with the log of each step, is dist/portability/NAME.
Exit codes: 0 as the file says, 1 a result differs from the file, 2 could not run.
`;

const here = join(projectDirectory, "test", "portability");
const work = join(projectDirectory, "dist", "portability");

/** After this long a step is ended: only one that hangs takes it. */
const limitMs = 15 * 60_000;

/** `npm run portability`. */
export const portabilityCommand = defineCommand({
  name: "npm run portability --",
  help,
  options: { write: { type: "boolean", default: false } },
  allowPositionals: true,
  async run({ write }, [first, ...more]) {
    const isPreparing = first === "prepare";
    const wanted = selected(isPreparing || first === undefined ? more : [first, ...more]);
    const missing = (generator: Generator) => generator.needs.filter((program) => !isOnPath(program));
    const results: Result[] = [];
    for (const generator of wanted) {
      const lacks = missing(generator);
      if (lacks.length > 0) {
        process.stderr.write(`Skipped: ${generator.name}, for want of ${lacks.join(" and ")}.\n`);
        continue;
      }
      const done = showProgress(`${generator.language}: ${generator.name} ${generator.version}`);
      const result = await (isPreparing ? prepare(generator) : resultOf(generator)).finally(done);
      if (result === undefined) continue;
      results.push(result);
      process.stdout.write(textOf(result));
    }
    if (isPreparing) return exitCode.well;
    if (write) {
      await writeResults(results);
      return exitCode.well;
    }
    const found = differences(results, (await readResults()).results);
    for (const difference of found) process.stdout.write(`differs  ${difference}\n`);
    return found.length > 0 ? exitCode.findings : exitCode.well;
  },
});

function selected(names: readonly string[]): readonly Generator[] {
  const unknown = names.find((name) => !generators.some((generator) => isNamed(generator, name)));
  if (unknown !== undefined) {
    throw new Failure(
      `No generator and no language is named "${unknown}".`,
      `Use one of ${generators.map(({ name }) => name).join(", ")}.`,
    );
  }
  return generators.filter((generator) => names.length === 0 || names.some((name) => isNamed(generator, name)));
}

function isNamed({ name, language }: Generator, part: string): boolean {
  return name.includes(part) || language.toLowerCase() === part.toLowerCase();
}

function isOnPath(program: string): boolean {
  return (process.env["PATH"] ?? "").split(delimiter).some((folder) => existsSync(join(folder, program)));
}

/** The folder in which a generator works: a copy of its files, with the documents and the story. */
async function folderOf({ name, files }: Generator): Promise<string> {
  const folder = join(work, name.replaceAll(/[^\w.-]+/g, "-"));
  await mkdir(folder, { recursive: true });
  for (const from of files) await cp(join(here, from), folder, { recursive: true });
  for (const document of ["openapi.json", "openapi-3.0.json"]) {
    await cp(join(generatedDirectory, document), join(folder, document));
  }
  writeFileSync(join(folder, "story.json"), JSON.stringify(story, null, 2));
  return folder;
}

/** Marks a folder that was prepared for this version. */
const preparedFile = ".prepared";

async function prepare(generator: Generator): Promise<undefined> {
  const folder = await folderOf(generator);
  await rm(join(folder, preparedFile), { force: true });
  if (!(await runStep(folder, "prepare", generator.prepare))) {
    process.stderr.write(`${generator.name} could not be installed: ${logOf(folder, "prepare")}.\n`);
    return;
  }
  writeFileSync(join(folder, preparedFile), generator.prepare);
}

async function resultOf(generator: Generator): Promise<Result | undefined> {
  const { name, version, language, document } = generator;
  const folder = await folderOf(generator);
  const prepared = await readFile(join(folder, preparedFile), "utf8").catch(() => undefined);
  if (prepared !== generator.prepare) {
    process.stderr.write(`Skipped: ${name}, which is not installed. Run \`npm run portability -- prepare ${name}\`.\n`);
    return undefined;
  }
  const accepted = await runStep(folder, "generate", generator.generate);
  const compiled = accepted && (await runStep(folder, "compile", generator.compile));
  const all = [...new Set(story.map(({ operation }) => operation))];
  const failedIn = async (isNewer: boolean) => (accepted ? await tell(generator, folder, isNewer) : all);
  const failed = await failedIn(false);
  const failedNewer = await failedIn(true);
  const operations = all.length - failed.length;
  return { name, version, language, document, accepted, compiled, operations, failed, failedNewer };
}

/** Tells the story with a world of its own, and returns the operations that did not work. */
async function tell(generator: Generator, folder: string, isNewer: boolean): Promise<string[]> {
  const sandbox = await startSandbox({ port: 0, settings: { psc_scheduling: true, newer_values: isNewer } });
  const serviceUrl = sandbox.url ?? "";
  const newer = isNewer ? await startNewerService(await readContract(), serviceUrl) : undefined;
  try {
    const url = newer?.url ?? serviceUrl;
    const step = isNewer ? "run-newer" : "run";
    await runStep(folder, step, generator.run, {
      BASE_URL: url,
      MANAGEMENT_URL: url,
      API_KEY: sandbox.apiKey,
      MANAGEMENT_KEY: sandbox.managementKey,
    });
    const worked = (await readFile(join(folder, `${step}.log`), "utf8")).split("\n").flatMap(outcome);
    // Each step of the story counts: an operation may be in it twice
    const failed = story.filter((_, index) => worked[index] !== true);
    return [...new Set(failed.map(({ operation }) => operation))];
  } finally {
    newer?.close();
    await sandbox.close();
  }
}

/** Reads a line of a driver: `ok createUser` or `failed createUser REASON`; other lines are for the log. */
function outcome(line: string): boolean[] {
  const word = /^(ok|failed) \w+/.exec(line)?.[1];
  return word === undefined ? [] : [word === "ok"];
}

/** Runs a command of a generator in its folder; what it prints goes to a log. */
function runStep(folder: string, step: string, command: string, environment = {}): Promise<boolean> {
  const log = openSync(join(folder, `${step}.log`), "w");
  // In a group of its own, so that what hangs is ended with all that it started
  const child = spawn("sh", ["-c", command], {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: ["ignore", log, log],
    detached: true,
  });
  const timer = setTimeout(() => child.pid !== undefined && process.kill(-child.pid, "SIGKILL"), limitMs);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      clearTimeout(timer);
      resolve(code === 0);
    });
  });
}

function logOf(folder: string, step: string): string {
  return `see ${relative(process.cwd(), join(folder, `${step}.log`))}`;
}

function textOf({ language, name, version, accepted, compiled, operations, failed, failedNewer }: Result): string {
  const all = operations + failed.length;
  const words = [
    accepted ? "accepted" : "not accepted",
    compiled ? "compiled" : "not compiled",
    `${operations} of ${all} operations`,
    failedNewer.length === 0 ? "tolerant" : `${failedNewer.length} fail with a newer service`,
  ];
  return `${language}  ${name} ${version}  ${words.join(", ")}\n`;
}

if (import.meta.main) await runCommand(portabilityCommand);
