// Runs what is due in a world, in order, when the clock reaches its time or is advanced to it.
import { type LiveWorld, WorldEnded } from "./live-world.ts";
import type { DueItem } from "./store.ts";
import type { World } from "./world.ts";

/** Delivers the events of a world that are due. */
export interface Courier {
  /** Starts what is due by now; returns at once. */
  pump(): void;
  /** Resolves when nothing is in progress and nothing is due by now: with whether there was anything. */
  quiet(): Promise<boolean>;
  /** Is nothing in progress? */
  readonly isIdle: boolean;
  close(): Promise<void>;
}

/** Runs one task that is due. */
export type DoWork = (world: World, kind: string, payload: string) => Promise<void>;

/** The longest time that Node's timers can wait. */
const longestTimerMs = 2 ** 31 - 1;

/** How long to wait after the store failed, in time of the machine. */
const restMs = 1000;

export class Timeline {
  readonly #live: LiveWorld;
  readonly #courier: Courier;
  readonly #doWork: DoWork;
  #timer: NodeJS.Timeout | undefined;
  /** Advances wait for each other. */
  #advances: Promise<void> = Promise.resolve();
  /** The run that looks for what is due, and the one that will begin after it. */
  #running: Promise<void> = Promise.resolve();
  #coming: Promise<void> | undefined;

  constructor(live: LiveWorld, courier: Courier, doWork: DoWork) {
    this.#live = live;
    this.#courier = courier;
    this.#doWork = doWork;
    live.onWork = () => this.wake();
  }

  /** Does what is due by now, starts deliveries, and waits for what is due next. */
  wake(): void {
    this.#work().catch((error: unknown) => {
      // The store failed, for example on a full disk: no caller awaits this, and it must not end the process
      this.#live.onFault("work that is due", error);
      this.#wakeIn(restMs);
    });
  }

  /** Resolves when nothing more is due by now: every delivery that can be made now has been tried. */
  async settled(): Promise<void> {
    // What was delivered may have left work
    do await this.#work();
    while (await this.#courier.quiet());
  }

  /**
   * Moves the clock forward. What is due in between is done at its time, in order, before this resolves.
   *
   * @param targetOf Returns the target time when the advance starts: an earlier advance may have moved the clock. Its errors are thrown.
   */
  advance(targetOf: (nowMs: number) => number): Promise<void> {
    const advance = this.#advances
      .then(async () => {
        const target = await this.#live.read(({ clock }) => targetOf(clock.nowMs));
        await this.settled();
        for (;;) {
          const next = await this.#live.read((world) => nextMs(world, world.clock.nowMs));
          if (next === undefined || next > target) break;
          await this.#moveTo(next);
          await this.settled();
        }
        await this.#moveTo(target);
        await this.settled();
      })
      .catch(unlessEnded);
    // A failed advance rejects for its caller, and does not stop the next one
    this.#advances = advance.catch(() => {});
    return advance;
  }

  /** Is nothing in progress, and nothing waited for? */
  get isIdle(): boolean {
    return this.#timer === undefined && this.#coming === undefined && this.#courier.isIdle;
  }

  async close(): Promise<void> {
    this.#stopTimer();
    this.#live.onWork = () => {};
    await this.#courier.close();
    await this.#running;
  }

  /** Looks for what is due, after this call: a run that has begun may have looked before. */
  #work(): Promise<void> {
    if (this.#coming !== undefined) return this.#coming;
    const run = this.#running
      .then(() => {
        this.#coming = undefined;
        return this.#doDueWork();
      })
      .catch(unlessEnded);
    this.#coming = run;
    this.#running = run.catch(() => {});
    return run;
  }

  /** The timer does not keep the process alive. */
  #wakeIn(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.wake(), Math.min(Math.max(ms, 1), longestTimerMs)).unref();
  }

  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  async #doDueWork(): Promise<void> {
    for (;;) {
      const { item, nowMs, ...then } = await this.#live.read(async (world) => {
        const { nowMs, isFrozen } = world.clock;
        return { item: await world.dueWork.first(), nowMs, isFrozen, nextMs: await nextMs(world, nowMs) };
      });
      if (this.#live.ended.aborted) return;
      if (item !== undefined && item.atMs <= nowMs) {
        await this.#do(item);
        continue;
      }
      this.#courier.pump();
      if (then.nextMs === undefined || then.isFrozen) this.#stopTimer();
      else this.#wakeIn(then.nextMs - this.#live.clock.nowMs);
      return;
    }
  }

  async #do({ place, kind, payload }: DueItem): Promise<void> {
    try {
      await this.#live.write(async (world) => {
        if (await world.dueWork.remove(place)) await this.#doWork(world, kind, payload);
      });
    } catch (error) {
      // A bug in the sandbox: later work continues
      await this.#live.write(({ dueWork }) => dueWork.remove(place));
      this.#live.onFault(`work of the kind ${kind}`, error);
    }
  }

  /** The clock is stored before anything runs at its time, so that it does not go back after a crash. */
  #moveTo(ms: number): Promise<void> {
    return this.#live.write((world) => {
      world.clock.moveTo(ms);
      return world.save();
    });
  }
}

/** Nothing is due in a world that has ended. */
function unlessEnded(error: unknown): void {
  if (!(error instanceof WorldEnded)) throw error;
}

/** When something is due next. Only deliveries after a time count: the courier handles the others. */
async function nextMs({ dueWork, deliveries }: World, afterMs: number): Promise<number | undefined> {
  const times = [(await dueWork.first())?.atMs, await deliveries.nextDueMs(afterMs)];
  const known = times.filter((time) => time !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}
