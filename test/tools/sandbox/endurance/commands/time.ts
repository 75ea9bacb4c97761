// The clock jumps, standing still or running; the sandbox is stopped, killed and started again; and everything is compared.
import { setTimeout as wait } from "node:timers/promises";
import fc from "fast-check";
import { command } from "../command.ts";
import { compare } from "../compare.ts";
import { day, hour, type Model, minute, second } from "../model.ts";
import { bodyOf, type RealWorld } from "../world.ts";

/** Around what the sandbox waits for: confirmations, parsing, retries, reviews, the grace period. */
const lengths = fc.constantFrom(
  second,
  5 * second,
  minute,
  5 * minute,
  hour,
  10 * hour,
  day,
  7 * day - minute,
  7 * day,
  8 * day,
);

export const jump = lengths.map((ms) =>
  command("jump", { seconds: ms / second }, async (model, real, { seconds }) => {
    bodyOf(await real.control("POST", "clock/advance", { seconds }), 200);
    model.passTo(model.nowMs + ms);
  }),
);

/** With nothing due in between, it does not matter when exactly the clock is stopped. */
const slack = 5 * minute;

/** The clock runs, and jumps while it does. */
export const jumpRunning = lengths.map((ms) =>
  command(
    "jumpRunning",
    { seconds: ms / second },
    async (model, real, { seconds }) => {
      bodyOf(await real.control("POST", "clock/resume"), 200);
      bodyOf(await real.control("POST", "clock/advance", { seconds }), 200);
      await wait(5);
      await stopClock(model, real);
    },
    (model) => model.isFreeUntil(model.nowMs + ms + slack),
  ),
);

async function stopClock(model: Readonly<Model>, real: RealWorld): Promise<void> {
  const { now } = bodyOf(await real.control("POST", "clock/freeze"), 200);
  model.passTo(Date.parse(String(now)));
}

export const restart = fc.constant(
  command("restart", {}, async (_, real) => {
    await real.sandbox.stop();
    await real.sandbox.start();
  }),
);

export const compareAll = fc.constant(command("compareAll", {}, compare));
