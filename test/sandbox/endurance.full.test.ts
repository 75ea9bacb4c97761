// The endurance model: random commands, restarts, kills and clock jumps compared with the model's own picture.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { seed } from "../run/seed.ts";
import { type Command, sequences } from "./endurance/commands.ts";
import { compare, compareDeliveries } from "./endurance/compare.ts";
import { day, Model, second } from "./endurance/model.ts";
import { bodyOf, Process, RealWorld } from "./endurance/world.ts";

/** No shorter sequence is looked for that disagrees after so long. */
const shrinkMs = 60_000;

test("whatever is done to it, the sandbox is what the model says", async () => {
  const directory = mkdtempSync(join(tmpdir(), "endurance-"));
  let made = 0;
  try {
    await endure(12, async () => join(directory, `${made++}.db`));
  } finally {
    rmSync(directory, { recursive: true });
  }
});

/** Runs sequences, each on a database of its own, until their number or the time is over. A failure prints the seed and the commands. */
async function endure(wanted: number, createDatabase: () => Promise<string>): Promise<void> {
  const counts = new Map<string, number>();
  const endMs = performance.now() + Number(process.env["MINUTES"] ?? 60) * 60_000;
  const number = Number(process.env["SEQUENCES"] ?? wanted);
  const property = fc.asyncProperty(sequences(80), async (some) => live(await createDatabase(), some, counts));
  // A sequence may be short: one that kills nothing shows nothing of it
  for (let done = 0; (done < number || !counts.has("burst")) && performance.now() < endMs; done += 1) {
    await fc.assert(property, {
      seed: seed + done,
      numRuns: 1,
      unbiased: true,
      skipAllAfterTimeLimit: shrinkMs,
    });
  }
  const commands = [...counts.values()].reduce((sum, count) => sum + count, 0);
  process.stdout.write(`endurance: ${commands} commands, ${counts.get("burst")} kills\n`);
  expect(counts.size).toBeGreaterThan(12);
}

/** One sequence in a world of its own, until all is delivered. */
async function live(db: string, some: Iterable<Command>, counts: Map<string, number>): Promise<void> {
  const model = new Model();
  const sandbox = new Process(db);
  await sandbox.start();
  try {
    const real = await RealWorld.make(sandbox, counts);
    await fc.asyncModelRun(() => ({ model, real }), some);
    await compare(model, real);
    await deliverAll(model, real);
    await compareDeliveries(model, real);
  } finally {
    await sandbox.end("SIGKILL");
    await Promise.all(model.endpoints.map(({ receiver }) => receiver.close()));
  }
}

/** An event that is never taken is given up after three days, and the next one of its user only then begins. */
async function deliverAll(model: Model, real: RealWorld): Promise<void> {
  for (let round = 0; round < 100; round += 1) {
    bodyOf(await real.control("PATCH", "/clock", { advance: { seconds: (10 * day) / second } }), 200);
    model.nowMs += 10 * day;
    const open = await Promise.all(
      ["due", "waiting"].map(async (state) => {
        const body = bodyOf(await real.control("GET", `/deliveries?limit=1&state=${state}`), 200);
        return (body["deliveries"] as unknown[]).length;
      }),
    );
    if (open.every((length) => length === 0)) return;
  }
  throw new Error("There are still deliveries on their way after a thousand days.");
}
