// `npm run bench`: measures each step on this contract and on synthetic ones of many times its operations, so that growth is seen.
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { styleText } from "node:util";
import { exitCode, Failure, runCommand, showProgress } from "../../src/tools/terminal/index.ts";
import { measureBreaking } from "./breaking.ts";
import { measurePairs } from "./breaking-pairs.ts";
import { measureClient } from "./client.ts";
import { measureEndurance } from "./endurance.ts";
import { measureLearn } from "./learn.ts";
import { measureListen } from "./listen.ts";
import type { ProcessFrame } from "./processes.ts";
import { measureSandbox } from "./sandbox.ts";
import { measureSandboxScale } from "./sandbox-scale.ts";
import { measureShared } from "./shared.ts";
import { measureSite } from "./site.ts";
import { type Step, steps } from "./steps.ts";
import { ContractTemplate } from "./synthetic.ts";
import { fasterThanTheContract, formatTable, type Measurement, mostSeconds, type Row, type Size } from "./table.ts";
import { measureTests } from "./tests.ts";
import { measureVerify } from "./verify.ts";

const mostRuns = 3;
/** On a larger contract than this one, a step that takes this many seconds runs once. */
const repeatBelow = 3;
/** A step that takes longer than this, in seconds, is ended. */
const limit = 120;
/** More copies do not fit into an index that keeps the limit of its length. */
const mostTimes = 80;

/** What is measured in a way of its own. */
const separateSteps: readonly string[] = [
  "breaking",
  "breaking-pairs",
  "client",
  "verify",
  "learn",
  "listen",
  "sandbox",
  "sandbox-scale",
  "shared",
  "endurance",
  "tests",
];

/** What the project promises for its own contract, in seconds on 2 cores. */
const budgets = [
  { title: "Lint, bundle and generate, one after the other", names: ["lint", "bundle", "generate"], seconds: 8 },
  { title: "The mock is ready", names: ["mock"], seconds: 3 },
] as const;

const howOften = `Each time is the median of ${mostRuns} runs. Above 1x, a step of ${repeatBelow} seconds or more runs once,
and once more when it seems to grow faster than the contract: then the shorter time counts.`;

const help = `
Usage: npm run bench [-- --times N,N,...] [--only STEP,STEP,...] [FOLDER ...]

Measures how long each step takes on this contract and on synthetic ones of many times its operations,
and how the time grows from one size to the next. It is no test: no time makes it fail.

  --times N,...     sizes to measure, as multiples of this contract (default: 1,10,50; at most ${mostTimes})
  --only STEP,...   steps to measure (default: all):
                    ${steps.map(({ name }) => name).join(", ")},
                    breaking (what the gate costs, in time and memory, on this contract and on one of 500 operations),
                    breaking-pairs (what the gate finds in the documents of the folders, and costs, beside \`redocly diff\` and,
                      where it is on the PATH, oasdiff; only when it is named here),
                    client (what the package costs its users, beside what they would use instead),
                    verify (what it costs, and finds of the wrong servers of its tests at 20 seeds),
                    learn (what 100,000 exchanges cost: to record them, and to learn from them, also as a HAR file),
                    listen (what it adds to the delivery of an event),
                    sandbox (what a call costs beside bare node:http and Prism, and how soon it is ready),
                    sandbox-scale (what it costs with 100,000 users and 1,000,000 events on disk, beside 1,000 users),
                    shared (writes a second: on SQLite, on PostgreSQL, by several instances, and beside 5,000 full worlds),
                    endurance (ten minutes of random commands, faults, kills and clock jumps, compared with a model),
                    tests (the CPU of \`npm test\` in all and by file);
                    site also measures what readers meet, beside \`redocly build-docs\`

${howOften}
After ${limit} seconds a run is ended.
Every run is a process of its own. The steps that begin with \`npm run\` are measured whole, starting npm and Node included;
the others are one function each, without loading their modules.
A synthetic contract is this one with copies of all its files under other names, except for what stands in shared/.

Exit codes: 0 measured, 1 a step failed or found faults in a contract, 2 could not run.
`;

/** What a step said when it failed. */
interface Fault {
  readonly title: string;
  readonly said: string;
}

await runCommand({
  name: "npm run bench",
  help,
  options: { times: { type: "string", default: "1,10,50" }, only: { type: "string" } },
  allowPositionals: true,
  async run(options, folders) {
    const times = timesOf(options.times);
    const only = options.only?.split(",").map((name) => name.trim());
    const chosen = stepsOf(only?.filter((name) => !separateSteps.includes(name)));
    const withBreaking = only === undefined || only.includes("breaking");
    const withPairs = only?.includes("breaking-pairs") ?? false;
    if (folders.length > 0 && !withPairs) {
      throw new Failure(
        `Folders are for breaking-pairs, found ${folders.join(", ")}.`,
        "Pass --only breaking-pairs, too.",
      );
    }
    const withClient = only === undefined || only.includes("client");
    const withVerify = only === undefined || only.includes("verify");
    const withSandbox = only === undefined || only.includes("sandbox");
    const withScale = only === undefined || only.includes("sandbox-scale");
    const withTests = only === undefined || only.includes("tests");
    const withEndurance = only === undefined || only.includes("endurance");
    const interrupted = new AbortController();
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.once(signal, () => interrupted.abort(signal));
    }
    const directory = await mkdtemp(join(tmpdir(), "bench-"));
    try {
      const code = chosen.length === 0 ? exitCode.well : await measureAll(times, chosen, directory, interrupted.signal);
      if (only?.includes("site") ?? true) await measureSite(directory, interrupted.signal);
      const isGateWell = !withBreaking || (await measureBreaking(join(directory, "breaking"), interrupted.signal));
      const arePairsWell =
        !withPairs || (await measurePairs(folders, join(directory, "breaking-pairs"), interrupted.signal));
      const isLearnWell =
        !(only?.includes("learn") ?? true) || (await measureLearn(join(directory, "learn"), interrupted.signal));
      if (withScale) await measureSandboxScale(directory, interrupted.signal);
      const isClientWell = !withClient || (await measureClient());
      if (only?.includes("listen") ?? true) await measureListen();
      if (withSandbox) await measureSandbox(directory);
      if (only?.includes("shared") ?? true) await measureShared(directory);
      const areTestsWell = !withTests || (await measureTests(directory));
      const hasEndured = !withEndurance || measureEndurance();
      const isVerifyWell = !withVerify || measureVerify();
      return areTestsWell && isGateWell && arePairsWell && isClientWell && hasEndured && isLearnWell && isVerifyWell
        ? code
        : exitCode.findings;
    } catch (error) {
      if (!interrupted.signal.aborted) throw error;
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
    // Everything is ended and removed: now end as the signal asked for
    process.kill(process.pid, interrupted.signal.reason as NodeJS.Signals);
    return undefined;
  },
});

async function measureAll(
  times: readonly number[],
  chosen: readonly Step[],
  directory: string,
  signal: AbortSignal,
): Promise<number> {
  const load = loadavg()[0] ?? 0;
  const frame: ProcessFrame = { temporary: join(directory, "tmp"), limit, signal };
  await mkdir(frame.temporary);
  const template = await ContractTemplate.read();
  const sizes: Size[] = [];
  const results = new Map<Step, Measurement[]>(chosen.map((step) => [step, []]));
  const faults: Fault[] = [];
  for (const factor of times) {
    const place = join(directory, `${factor}x`);
    const done = showProgress(`${factor}x: writing the contract`);
    const contract = await template.write(place, factor).finally(done);
    const size: Size = { times: factor, contract };
    const before = sizes.at(-1);
    sizes.push(size);
    for (const step of chosen) {
      const suspicious = before ? mostSeconds(before, results.get(step)?.at(-1), size) : Number.POSITIVE_INFINITY;
      const { measurement, said } = await measure(step, size, place, suspicious, frame);
      results.get(step)?.push(measurement);
      if (measurement.fault === "failed") faults.push({ title: `${step.title}, ${factor}x`, said });
    }
    await rm(place, { recursive: true, force: true });
  }
  report(sizes, results, load);
  for (const { title, said } of faults) {
    process.stderr.write(`${styleText("red", "failed:", { stream: process.stderr })} ${title}\n${said}\n`);
  }
  return faults.length > 0 ? exitCode.findings : exitCode.well;
}

/**
 * Runs a step as often as it is worth.
 *
 * @param suspicious From how many seconds on a single run would mean growth beyond that of the contract.
 */
async function measure(
  step: Step,
  { contract, times }: Size,
  place: string,
  suspicious: number,
  frame: ProcessFrame,
): Promise<{ measurement: Measurement; said: string }> {
  const seconds: number[] = [];
  const enough = () => {
    const [first = 0] = seconds;
    if (times === 1 || first < repeatBelow) return seconds.length === mostRuns;
    return first < suspicious || seconds.length === 2;
  };
  do {
    const done = showProgress(`${times}x: ${step.title}, run ${seconds.length + 1}`);
    const run = await step.run(contract.root, place, frame).finally(done);
    if (!run.well) {
      const fault = run.late ? "late" : "failed";
      return { measurement: { seconds: run.seconds, fault }, said: firstLines(run.stderr || run.stdout) };
    }
    seconds.push(run.seconds);
  } while (!enough());
  return { measurement: { seconds: middleOf(seconds) }, said: "" };
}

function report(sizes: readonly Size[], results: ReadonlyMap<Step, readonly Measurement[]>, load: number): void {
  const stream = process.stdout;
  const rows: Row[] = [...results].map(([{ title }, measurements]) => ({ title, measurements }));
  stream.write(
    `Seconds on ${availableParallelism()} cores with Node ${process.versions.node}; ` +
      `the load of the machine was ${load.toFixed(1)} at the start.\n` +
      `${howOften}\n\n`,
  );
  stream.write(`${formatTable(sizes, rows, stream)}\n`);
  const own = sizes.findIndex(({ times }) => times === 1);
  for (const { title, names, seconds } of budgets) {
    const parts = names.map((name) => [...results].find(([step]) => step.name === name)?.[1][own]);
    if (parts.some((part) => part === undefined || part.fault !== undefined)) continue;
    const taken = parts.reduce((sum, part) => sum + (part?.seconds ?? 0), 0);
    const text = `${title}: ${taken.toFixed(2)} of at most ${seconds} seconds.`;
    stream.write(`${styleText(taken > seconds ? "red" : "green", text, { stream })}\n`);
  }
  const faster = fasterThanTheContract(sizes, rows);
  for (const text of faster) {
    stream.write(`${styleText("yellow", "Grows faster than the contract:", { stream })} ${text}.\n`);
  }
  if (faster.length > 0) stream.write("A busy machine looks like growth too: measure such a step again with --only.\n");
}

function timesOf(text: string): number[] {
  const times = text.split(",").map((part) => (/^\d+$/.test(part.trim()) ? Number(part) : Number.NaN));
  if (times.every((factor) => factor >= 1 && factor <= mostTimes)) return [...new Set(times)].sort((a, b) => a - b);
  throw new Failure(
    `--times takes whole numbers from 1 to ${mostTimes}, found "${text}".`,
    "Separate them by commas, as in --times 1,10,50.",
  );
}

function stepsOf(names: readonly string[] | undefined): Step[] {
  const unknown = names?.find((name) => !steps.some((step) => step.name === name));
  if (unknown !== undefined) {
    const known = steps.map(({ name }) => name).join(", ");
    throw new Failure(
      `--only takes names of steps, found "${unknown}".`,
      `The steps are ${known}, ${separateSteps.join(", ")}.`,
    );
  }
  return steps.filter(({ name }) => names?.includes(name) ?? true);
}

/** The median; of two, the lower one. */
function middleOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}

/** The beginning of what a process said: hundreds of findings would hide the table. */
function firstLines(text: string): string {
  const lines = text.trim().split("\n");
  return [...lines.slice(0, 10), ...(lines.length > 10 ? [`… and ${lines.length - 10} lines more`] : [])].join("\n");
}
