// The calls that read and move the clock of a world.
import type { components } from "../../../../generated/control-types.ts";
import { type Clock, isoOf, lastMs, msOf, msOfDuration, second } from "../world/clock.ts";
import type { World } from "../world/world.ts";
import { type ControlHandlers, ControlRefused } from "./call.ts";

export const clockCalls = {
  getClock({ world }) {
    return { status: 200, body: shownClock(world) };
  },

  async freezeClock({ world }) {
    await world.freeze();
    return { status: 200, body: shownClock(world) };
  },

  async resumeClock({ world }) {
    await world.resume();
    return { status: 200, body: shownClock(world) };
  },

  async advanceClock({ live, body }) {
    const { to, ...length } = body;
    if (to !== undefined && Object.keys(length).length > 0) {
      throw new ControlRefused(422, "Expected either `to` or a duration, found both.", {
        where: "body",
        remedy: "Leave out one of them.",
      });
    }
    const ms = forward(msOfDuration(length));
    const targetOf = (nowMs: number, world: World) => (to === undefined ? nowMs + ms : laterThanNow(world, to));
    await live.timeline.advance((nowMs, world) => inTime(targetOf(nowMs, world)));
    return { status: 200, body: await live.read(shownClock) };
  },
} satisfies Partial<ControlHandlers>;

export function shownClock({ clock }: { readonly clock: Clock }): components["schemas"]["Clock"] {
  return { now: clock.now, is_frozen: clock.isFrozen };
}

function laterThanNow({ clock }: { readonly clock: Clock }, to: string): number {
  const toMs = msOf(to);
  if (Number.isNaN(toMs)) {
    throw new ControlRefused(422, `Expected a date-time such as 2026-03-02T09:00:00Z, found ${to}.`, {
      where: "body /to",
    });
  }
  if (toMs < clock.nowMs) {
    throw new ControlRefused(422, `The clock only goes forward: expected ${clock.now} or later, found ${to}.`, {
      where: "body /to",
      remedy: "Pass a later time, or create a world whose clock starts earlier.",
    });
  }
  return toMs;
}

function forward(ms: number): number {
  if (ms >= 0) return ms;
  throw new ControlRefused(
    422,
    `The clock only goes forward: expected a duration of 0 or more, found ${ms / second} seconds.`,
    { where: "body", remedy: "Pass a positive duration, or create a world whose clock starts earlier." },
  );
}

function inTime(ms: number): number {
  if (ms <= lastMs) return ms;
  throw new ControlRefused(422, `Expected a time before the end of the clock, ${isoOf(lastMs)}.`, {
    where: "body",
    remedy: "Pass a shorter duration.",
  });
}
