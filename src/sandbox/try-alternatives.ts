// Runs a consumer's tests against a sandbox: as the contract has it, then once for each alternative of what they touched.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Assumption, type Contract, readControlDocument, type SandboxChoice } from "../shared/contract/index.ts";
import { Failure, makeTemporaryDirectory, showProgress, whenInterrupted } from "../shared/terminal/index.ts";
import { Alternatives, type Assume } from "./assumptions/alternatives.ts";
import { assumeVariable, sandboxVariable } from "./assumptions/environment.ts";
import { listTouched, type Sighting, type TouchedAssumption } from "./assumptions/touched.ts";
import { serveSandbox } from "./serve-sandbox.ts";

/** A run of the tests with one alternative. */
export interface AlternativeRun {
  readonly key: string;
  readonly alternative: string;
  /** The calls and events of the plain run that touched the assumption. */
  readonly by: readonly string[];
  /** Did the tests fail? Then they rest on the assumption. */
  readonly broke: boolean;
  /** The output of the tests. */
  readonly output: string;
}

/** The assumptions and choices that tests rest on. */
export interface SuiteReport {
  readonly runs: readonly AlternativeRun[];
  /** The assumptions that an alternative broke the tests of. */
  readonly restsOn: readonly Assumption[];
  /** The touched assumptions that have no alternative to try. */
  readonly untried: readonly Assumption[];
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
  const { pairs } = new Alternatives(contract);
  const isWanted = (key: string, name: string) =>
    only === undefined || only.includes(key) || only.includes(`${key}=${name}`);
  const unknown = only?.find((one) => !pairs.some((pair) => pair === one || pair.startsWith(`${one}=`)));
  if (unknown !== undefined) {
    throw new Failure(
      `--only takes assumptions that have an alternative, found "${unknown}".`,
      `Use one of ${pairs.join(", ")}.`,
    );
  }
  const plain = await run(suite, {}, "as the contract has it");
  if (plain.code !== 0) {
    const remedy = "Make it pass first: an alternative is to be all that breaks it.";
    throw new Failure(`The suite fails as it is, with exit code ${plain.code}:\n${plain.output.trimEnd()}`, remedy);
  }
  const decidesFirst = (a: TouchedAssumption, b: TouchedAssumption) =>
    Number(b.assumption.weight === "decides") - Number(a.assumption.weight === "decides");
  const touched = listTouched(contract, plain.sightings).toSorted(decidesFirst);
  if (touched.length === 0) {
    throw new Failure(
      "The suite touched no assumption: it called no sandbox that this command knows of.",
      `Call the one at $${sandboxVariable}, or start one by startSandbox() or the vitest fixture.`,
    );
  }
  const tries = touched.flatMap(({ assumption: { key = "", alternatives = {} }, by }) =>
    Object.keys(alternatives).flatMap((name) => (isWanted(key, name) ? [{ key, alternative: name, by }] : [])),
  );
  const runs: AlternativeRun[] = [];
  for (const [index, one] of tries.entries()) {
    const { key, alternative } = one;
    const label = `${index + 1} of ${tries.length}: ${key}=${alternative}`;
    const { code, output } = await run(suite, { [key]: alternative }, label);
    runs.push({ ...one, broke: code !== 0, output });
  }
  const { document } = await readControlDocument();
  const seen = new Set(plain.sightings.map(({ what }) => what.replace(/^event /, "").split(" ")[0]));
  const those = (wanted: (one: Assumption) => boolean) => touched.map(({ assumption }) => assumption).filter(wanted);
  return {
    runs,
    restsOn: those(({ key }) => runs.some((one) => one.broke && one.key === key)),
    untried: those(({ alternatives }) => alternatives === undefined),
    choices: (document["x-choices"] ?? []).filter(({ operations }) => operations.some((one) => seen.has(one))),
  };
}

/** Runs the suite once, with a sandbox of its own. */
async function run(
  [program = "", ...args]: readonly string[],
  assume: Assume,
  label: string,
): Promise<{ readonly code: number; readonly output: string; readonly sightings: readonly Sighting[] }> {
  const done = showProgress(`Running the suite ${label}`);
  const directory = makeTemporaryDirectory(join(tmpdir(), "assume-"));
  const file = join(directory.path, "touched.jsonl");
  const sightings: Sighting[] = [];
  const sandbox = await serveSandbox({
    port: 0,
    assume,
    onTouched: (sighting) => sightings.push(sighting),
    log: () => {},
  });
  try {
    const [pair] = Object.entries(assume).map((one) => one.join("="));
    const child = spawn(program, args, {
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        [sandboxVariable]: sandbox.url,
        [assumeVariable.touched]: file,
        ...(pair === undefined ? {} : { [assumeVariable.assume]: pair }),
      },
    });
    const forget = whenInterrupted(() => void child.kill());
    child.once("close", forget);
    const output: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => output.push(text));
    const [code, signal] = (await once(child, "close").catch((error: NodeJS.ErrnoException) => {
      throw new Failure(
        `"${program}" could not be started: ${error.message}.`,
        "Write the command of the suite behind `--`.",
      );
    })) as [number | null, NodeJS.Signals | null];
    if (signal !== null) output.push(`It was ended by ${signal}.\n`);
    return { code: code ?? 1, output: output.join(""), sightings: [...sightings, ...readSightings(file)] };
  } finally {
    await sandbox.close();
    directory.remove();
    done();
  }
}

/** Reads the sightings of sandboxes in the suite's own processes. */
function readSightings(file: string): Sighting[] {
  try {
    const lines = readFileSync(file, "utf8").trimEnd().split("\n");
    return lines.map((line) => JSON.parse(line) as Sighting);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
