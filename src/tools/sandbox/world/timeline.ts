// Runs what is due in a world, in order, when the clock reaches its time or is advanced to it.
import type { DueItem } from "./store.ts";
import type { World } from "./world.ts";

/** Delivers the events of a world that are due. */
export interface Courier {
  /** Starts what is due by now; returns at once. */
  pump(): void;
  /** Resolves when nothing is in progress and nothing is due by now. */
  quiet(): Promise<void>;
  close(): Promise<void>;
}

/** Runs one task that is due. */
export type DoWork = (world: World, kind: string, payload: string) => void;

/** The longest time that Node's timers can wait. */
const longestTimerMs = 2 ** 31 - 1;

/** How long to wait after the store failed, in time of the machine. */
const restMs = 1000;

export class Timeline {
  readonly #world: World;
  readonly #courier: Courier;
  readonly #doWork: DoWork;
  #timer: NodeJS.Timeout | undefined;
  /** Advances wait for each other. */
  #advances: Promise<void> = Promise.resolve();
  #isClosed = false;
  #isWorking = false;

  constructor(world: World, courier: Courier, doWork: DoWork) {
    this.#world = world;
    this.#courier = courier;
    this.#doWork = doWork;
    world.onWork = () => this.wake();
  }

  /** Does what is due by now, starts deliveries, and waits for what is due next. */
  wake(): void {
    try {
      this.#work();
    } catch (error) {
      // The store failed, for example on a full disk: no caller awaits this, and it must not end the process
      this.#world.onFault("work that is due", error);
      this.#wakeIn(restMs);
    }
  }

  /** Resolves when nothing more is due by now: every delivery that can be made now has been tried. */
  async settled(): Promise<void> {
    this.#work();
    await this.#courier.quiet();
  }

  /**
   * Moves the clock forward. What is due in between is done at its time, in order, before this resolves.
   *
   * @param targetOf Returns the target time when the advance starts: an earlier advance may have moved the clock. Its errors are thrown.
   */
  advance(targetOf: (nowMs: number) => number): Promise<void> {
    const advance = this.#advances.then(async () => {
      const target = targetOf(this.#world.clock.nowMs);
      await this.settled();
      for (;;) {
        const next = this.#nextMs(this.#world.clock.nowMs);
        if (next === undefined || next > target || this.#isClosed) break;
        this.#moveTo(next);
        await this.settled();
      }
      if (this.#isClosed) return;
      this.#moveTo(target);
      await this.settled();
    });
    // A failed advance rejects for its caller, and does not stop the next one
    this.#advances = advance.catch(() => {});
    return advance;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#world.onWork = () => {};
    await this.#courier.close();
  }

  #work(): void {
    // The loop also runs work that this work adds
    if (this.#isClosed || this.#isWorking) return;
    this.#doDueWork();
    const now = this.#world.clock.nowMs;
    this.#courier.pump();
    const next = this.#nextMs(now);
    if (next === undefined || this.#world.clock.isFrozen) clearTimeout(this.#timer);
    else this.#wakeIn(next - this.#world.clock.nowMs);
  }

  /** The timer does not keep the process alive. */
  #wakeIn(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.wake(), Math.min(Math.max(ms, 1), longestTimerMs)).unref();
  }

  #doDueWork(): void {
    this.#isWorking = true;
    const { clock, dueWork } = this.#world;
    try {
      for (let item = dueWork.first(); item !== undefined && item.atMs <= clock.nowMs; item = dueWork.first()) {
        this.#do(item);
      }
    } finally {
      this.#isWorking = false;
    }
  }

  #do({ place, kind, payload }: DueItem): void {
    const { dueWork } = this.#world;
    try {
      this.#world.transact(() => {
        dueWork.remove(place);
        this.#doWork(this.#world, kind, payload);
      });
    } catch (error) {
      // A bug in the sandbox: later work continues
      dueWork.remove(place);
      this.#world.onFault(`work of the kind ${kind}`, error);
    }
  }

  /** The clock is stored before anything runs at its time, so that it does not go back after a crash. */
  #moveTo(ms: number): void {
    this.#world.clock.moveTo(ms);
    this.#world.save();
  }

  /** When something is due next. Only deliveries after a time count: the courier handles the others. */
  #nextMs(afterMs: number): number | undefined {
    const times = [this.#world.dueWork.first()?.atMs, this.#world.deliveries.nextDueMs(afterMs)];
    const known = times.filter((time) => time !== undefined);
    return known.length === 0 ? undefined : Math.min(...known);
  }
}
