// Runs a consumer's tests against a sandbox: as the contract has it, then once for each alternative of what they touched.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Assumption, type Contract, readControlDocument, type SandboxChoice } from "../shared/contract/index.ts";
import { Failure, makeTemporaryDirectory, showProgress, whenInterrupted } from "../shared/terminal/index.ts";
import { type Assume, listAlternatives } from "./assumptions/alternatives.ts";
import { assumeVariable, sandboxVariable } from "./assumptions/environment.ts";
import { listTouched, type Sighting, type TouchedAssumption } from "./assumptions/touched.ts";
import { serveSandbox } from "./serve-sandbox.ts";
import { findNearest } from "./server/nearest.ts";

/** A run of the tests with one alternative. */
interface AlternativeRun {
  readonly key: string;
  readonly alternative: string;
  /** The calls and events of the plain run that touched the assumption. */
  readonly by: readonly string[];
  /** Did the tests fail? Then they rest on the assumption. */
  readonly broke: boolean;
  /** The output of the tests, if this was the only run and they failed. */
  readonly output?: string;
}

/** The assumptions and choices that tests rest on, as `--format json` writes it. */
export interface SuiteReport {
  readonly runs: readonly AlternativeRun[];
  /** The assumptions that an alternative broke the tests of. */
  readonly questions: readonly Assumption[];
  /** The keys of touched assumptions that have no alternative to try. */
  readonly untried: readonly string[];
  /** The sandbox's choices on the operations that were called and the events that were seen. Those on every operation or event are left out. */
  readonly choices: readonly SandboxChoice[];
}

/**
 * Finds out which assumptions a suite rests on.
 *
 * @param only Keys, or keys with an alternative as `KEY=ALTERNATIVE`; undefined for all that it touches.
 * @throws {Failure} when it fails as it is, when it calls no sandbox, or when `only` names what there is not.
 */
export async function tryAlternatives(
  contract: Contract,
  suite: readonly string[],
  only: readonly string[] | undefined,
): Promise<SuiteReport> {
  const pairs = listAlternatives(contract);
  const isNamed = (pair: string, one: string) => pair === one || pair.startsWith(`${one}=`);
  const unknown = only?.find((one) => !pairs.some((pair) => isNamed(pair, one)));
  if (unknown !== undefined) {
    const message = `--only takes assumptions that have an alternative, found "${unknown}".`;
    const nearest = findNearest(unknown, pairs, (pair) => pair);
    throw new Failure(message, `Use the nearest, ${nearest}, or another of ${pairs.join(", ")}.`);
  }
  const plain = await runSuite(suite, {}, "as the contract has it");
  if (plain.code !== 0) {
    const remedy = "Make it pass first: an alternative is to be all that breaks it.";
    const wrote = [plain.output.trimEnd(), ...plain.logged].join("\n").trim();
    throw new Failure(`The suite fails as it is, with exit code ${plain.code}:\n${wrote}`, remedy);
  }
  const touched = listTouched(contract, plain.sightings);
  if (touched.length === 0) {
    throw new Failure(
      "The suite touched no assumption: it called no sandbox that this command knows of.",
      `Call the one at $${sandboxVariable}, or start one by startSandbox() or the vitest fixture.`,
    );
  }
  const isDeciding = ({ assumption }: TouchedAssumption) => Number(assumption.weight === "decides");
  touched.sort((a, b) => isDeciding(b) - isDeciding(a));
  const tries = touched
    .flatMap(({ assumption: { key = "", alternatives = {} }, by }) =>
      Object.keys(alternatives).map((alternative) => ({ key, alternative, by })),
    )
    .filter(({ key, alternative }) => only?.some((one) => isNamed(`${key}=${alternative}`, one)) ?? true);
  const runs: AlternativeRun[] = [];
  for (const [index, one] of tries.entries()) {
    const label = `${index + 1} of ${tries.length}: ${one.key}=${one.alternative}`;
    const { code, output } = await runSuite(suite, { [one.key]: one.alternative }, label);
    const broke = code !== 0;
    runs.push({ ...one, broke, ...(broke && tries.length === 1 && { output }) });
  }
  const { document } = await readControlDocument();
  const seen = new Set(plain.sightings.map(({ what }) => what.replace(/^event /, "").split(" ")[0]));
  const assumptions = touched.map(({ assumption }) => assumption);
  return {
    runs,
    questions: assumptions.filter(({ key }) => runs.some((one) => one.broke && one.key === key)),
    untried: assumptions.flatMap(({ key = "", alternatives }) => (alternatives === undefined ? [key] : [])),
    choices: (document["x-choices"] ?? []).filter(({ operations }) => operations.some((one) => seen.has(one))),
  };
}

/** Runs the suite once, with a sandbox of its own. Sandboxes in the suite's processes report what they touch by a file. */
async function runSuite([program = "", ...args]: readonly string[], assume: Assume, label: string) {
  const done = showProgress(`Running the suite ${label}`);
  const directory = makeTemporaryDirectory(join(tmpdir(), "assume-"));
  const file = join(directory.path, "touched.jsonl");
  writeFileSync(file, "");
  const onTouched = (sighting: Sighting) => writeFileSync(file, `${JSON.stringify(sighting)}\n`, { flag: "a" });
  // Such as hints on the calls of the suite
  const logged: string[] = [];
  const sandbox = await serveSandbox({ port: 0, assume, onTouched, log: (line) => void logged.push(line) });
  try {
    const [pair] = Object.entries(assume).map((one) => one.join("="));
    const variables = { [sandboxVariable]: sandbox.url, [assumeVariable.touched]: file, [assumeVariable.assume]: pair };
    const child = spawn(program, args, {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...variables },
    });
    const forget = whenInterrupted(() => void child.kill());
    child.once("close", forget);
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    }
    const [code, signal] = (await once(child, "close").catch((error: NodeJS.ErrnoException) => {
      const message = `"${program}" could not be started: ${error.message}.`;
      throw new Failure(message, "Write the command of the suite behind `--`.");
    })) as [number | null, NodeJS.Signals | null];
    if (signal !== null) output += `It was ended by ${signal}.\n`;
    const lines = readFileSync(file, "utf8").split("\n").slice(0, -1);
    return { code: code ?? 1, output, logged, sightings: lines.map((line) => JSON.parse(line) as Sighting) };
  } finally {
    await sandbox.close();
    directory.remove();
    done();
  }
}
