// `node endurance-run.ts [MINUTES]`: mixed load on a sandbox that is killed and started again, compared with a model all the while.
import { randomInt } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { styleText } from "node:util";
import { exitCode, reportError, showProgress } from "../../src/tools/terminal/index.ts";
import { type Endured, endure } from "../tools/sandbox/endurance/run.ts";

/** A sequence has so many commands at most: long enough for queues to grow and deletions to expire. */
const mostCommands = 250;

const minutes = Number(process.argv[2] ?? 10);
const seed = Number(process.env["SEED"] ?? randomInt(2 ** 31));

function textOf({ sequences, counts }: Pick<Endured, "sequences" | "counts">): string {
  const commands = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return `${sequences} sequences, ${commands} commands`;
}

const directory = await mkdtemp(join(tmpdir(), "endurance-"));
try {
  process.stdout.write(`\nEndurance: ${minutes} minutes from the seed ${seed}; SEED=${seed} repeats its sequences\n`);
  const begin = performance.now();
  let wipe = showProgress("Endurance begins");
  const { sequences, counts, disagreement } = await endure({
    directory,
    mode: "process",
    seed,
    mostCommands,
    sequences: Number.POSITIVE_INFINITY,
    timeLimitMs: minutes * 60_000,
    shrinkMs: 120_000,
    onSequence(endured) {
      wipe();
      const seconds = (performance.now() - begin) / 1000;
      wipe = showProgress(`Endurance: ${textOf(endured)} in ${seconds.toFixed(0)} of ${minutes * 60} s`);
    },
  });
  wipe();
  process.stdout.write(`  ${textOf({ sequences, counts })}\n`);
  const sorted = [...counts].sort(([, one], [, other]) => other - one);
  process.stdout.write(`  ${sorted.map(([name, count]) => `${name} ${count}`).join(", ")}\n`);
  const [colour, verdict] =
    disagreement === undefined ? (["green", "nothing disagreed"] as const) : (["red", disagreement] as const);
  process.stdout.write(`  ${styleText(colour, verdict, { stream: process.stdout })}\n`);
  if (disagreement !== undefined) process.exitCode = exitCode.findings;
} catch (error) {
  reportError(error);
  process.exitCode = exitCode.couldNotRun;
} finally {
  await rm(directory, { recursive: true, force: true });
}
