// A short run of the endurance model: random commands, faults, restarts and clock jumps, compared with the model's own picture.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";
import { depth } from "../../run/depth.ts";
import { needs } from "../../run/needs.ts";
import { seed } from "../../run/seed.ts";
import { type Endurance, endure } from "./endurance/run.ts";
import { databaseForTest } from "./postgres.ts";

test("whatever is done to it, the sandbox is what the model says", () => endured(depth(3, 40)));

test.runIf(needs("PostgreSQL"))("on PostgreSQL the sandbox is what the model says, too", () =>
  endured(depth(1, 10), { createDatabase: databaseForTest, mode: depth("in-process", "process") }),
);

async function endured(sequences: number, where: Partial<Endurance> = {}): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "endurance-"));
  try {
    const {
      disagreement,
      counts,
      sequences: done,
    } = await endure({
      directory,
      mode: "in-process",
      ...where,
      seed,
      mostCommands: 80,
      sequences: Number(process.env["SEQUENCES"] ?? sequences),
      timeLimitMs: Number(process.env["MINUTES"] ?? 60) * 60_000,
      shrinkMs: 60_000,
    });
    const commands = [...counts.values()].reduce((sum, count) => sum + count, 0);
    process.stdout.write(`endurance: ${done} sequences, ${commands} commands\n`);
    expect(disagreement).toBeUndefined();
    // A few sequences may be short ones
    expect(counts.size).toBeGreaterThan(depth(0, 20));
  } finally {
    rmSync(directory, { recursive: true });
  }
}
