// Runs the model against the sandbox: sequences of random commands, each in a world of its own, until their number or the time is over.
import { setTimeout as wait } from "node:timers/promises";
import fc from "fast-check";
import type { Command } from "./command.ts";
import { burst } from "./commands/burst.ts";
import * as connections from "./commands/connections.ts";
import { heal, register, unregister } from "./commands/deliveries.ts";
import { createStruck, orderStruck } from "./commands/faults.ts";
import * as labReports from "./commands/lab-reports.ts";
import { move } from "./commands/moves.ts";
import * as orders from "./commands/orders.ts";
import { compareAll, jump, jumpRunning, restart } from "./commands/time.ts";
import * as users from "./commands/users.ts";
import { compare, compareDeliveries } from "./compare.ts";
import { day, Model, second } from "./model.ts";
import { RealSandbox } from "./real.ts";
import { bodyOf, Disagreement, RealWorld } from "./world.ts";

/** How long it is run, and on what. */
export interface Endurance {
  /** Where the files of the sandboxes are made. */
  readonly directory: string;
  /** Creates a database and returns its URL, where the sandboxes are not to use files. */
  readonly createDatabase?: () => Promise<string>;
  /** Only a process can be killed. */
  readonly mode: "in-process" | "process";
  /** Of the first sequence; the seeds of the next ones follow. */
  readonly seed: number;
  readonly mostCommands: number;
  /** How many sequences at most. */
  readonly sequences: number;
  /** When to begin no further one, in milliseconds. */
  readonly timeLimitMs?: number;
  /** After how long no shorter sequence is looked for that disagrees, in milliseconds since the first one has begun. */
  readonly shrinkMs: number;
  /** Called after each sequence. */
  readonly onSequence?: (endured: Endured) => void;
}

/** What was done. */
export interface Endured {
  sequences: number;
  /** How often each command was run. */
  readonly counts: Map<string, number>;
  /** What disagreed, with the seed and the commands that repeat it; undefined when nothing did. */
  disagreement: string | undefined;
}

const { createUser, deleteUser, undoDeletion, resolveUser } = users;
const { connect, breakConnection, disconnect, dataArrives, pullHistory, prepareRefresh, refresh } = connections;
const { placeOrder, moveOrder, publishResult, bookAtHome, bookAtCenter } = orders;
const { uploadReport, finishJob } = labReports;

/** The kinds of command, by how often they come. */
const kinds: readonly (readonly [weight: number, kinds: readonly fc.Arbitrary<Command>[]])[] = [
  [4, [createUser, connect, dataArrives]],
  [3, [placeOrder, moveOrder, jump, undoDeletion]],
  [2, [deleteUser, pullHistory, prepareRefresh, refresh]],
  [2, [uploadReport, bookAtHome, bookAtCenter, register, createStruck]],
  [1, [resolveUser, breakConnection, disconnect, publishResult, finishJob, orderStruck]],
  [1, [move, unregister, heal, jumpRunning, compareAll, restart, burst]],
];

/** Ends with the first disagreement. */
export async function endure(endurance: Endurance): Promise<Endured> {
  const { seed, mostCommands, timeLimitMs = Number.POSITIVE_INFINITY, sequences, shrinkMs, onSequence } = endurance;
  const endured: Endured = { sequences: 0, counts: new Map(), disagreement: undefined };
  const sandboxes = new Sandboxes(endurance);
  const all = kinds.flatMap(([weight, some]) => Array.from({ length: weight }, () => some).flat());
  const sequence = fc.commands(all, { maxCommands: mostCommands, size: "max" });
  const property = fc.asyncProperty(sequence, (some) =>
    sandboxes.use((sandbox) => live(sandbox, some, endured.counts)),
  );
  const begin = performance.now();
  try {
    // A sequence may be empty: one that does nothing shows nothing
    const isDone = () => endured.sequences >= sequences && endured.counts.size > 0;
    const isOver = () => isDone() || performance.now() - begin >= timeLimitMs;
    while (!isOver()) {
      const details = await fc.check(property, {
        seed: seed + endured.sequences,
        numRuns: 1,
        unbiased: true,
        skipAllAfterTimeLimit: shrinkMs,
      });
      endured.sequences += 1;
      if (details.failed) {
        endured.disagreement = `${String(details.errorInstance)}\n${await fc.asyncDefaultReportMessage(details)}`;
      }
      onSequence?.(endured);
      if (details.failed) break;
    }
  } finally {
    await sandboxes.close();
  }
  return endured;
}

/** One sequence in a world of its own, until all is delivered. */
async function live(sandbox: RealSandbox, some: Iterable<Command>, counts: Map<string, number>): Promise<void> {
  const model = new Model();
  const real = await RealWorld.make(sandbox, counts);
  try {
    await fc.asyncModelRun(() => ({ model, real }), some);
    await compare(model, real);
    await deliverAll(model, real);
    await compareDeliveries(model, real);
    await compare(model, real);
    bodyOf(await real.control("DELETE", ""), 200);
  } finally {
    for (const { receiver } of model.endpoints) receiver.close();
  }
}

/** An event that is never taken is given up after three days, and the next one of its user only then begins. */
async function deliverAll(model: Model, real: RealWorld): Promise<void> {
  for (let round = 0; round < 100; round += 1) {
    bodyOf(await real.control("POST", "clock/advance", { seconds: (10 * day) / second }), 200);
    model.passTo(model.nowMs + 10 * day);
    const open = await Promise.all(
      ["due", "waiting"].map(async (state) => {
        const body = bodyOf(await real.control("GET", `deliveries?limit=1&state=${state}`), 200);
        return (body["deliveries"] as unknown[]).length;
      }),
    );
    if (open.every((length) => length === 0)) return;
  }
  throw new Disagreement("There are still deliveries on their way after a thousand days.");
}

/** One sandbox after the other: the next one begins where the last one has disagreed, so that a shorter sequence meets none of its ruins. */
class Sandboxes {
  readonly #endurance: Endurance;
  #sandbox: RealSandbox | undefined;
  #made = 0;

  constructor(endurance: Endurance) {
    this.#endurance = endurance;
  }

  async use(work: (sandbox: RealSandbox) => Promise<void>): Promise<void> {
    const sandbox = this.#sandbox ?? (await this.#start());
    this.#sandbox = undefined;
    try {
      await work(sandbox);
      this.#sandbox = sandbox;
    } catch (error) {
      await Promise.race([sandbox.stop(), wait(5000)]).catch(() => {});
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#sandbox?.stop();
  }

  async #start(): Promise<RealSandbox> {
    this.#made += 1;
    const { directory, mode, createDatabase = async () => `${directory}/endurance-${this.#made}.db` } = this.#endurance;
    const sandbox = new RealSandbox(await createDatabase(), mode);
    await sandbox.start();
    return sandbox;
  }
}
