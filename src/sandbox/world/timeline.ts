// Runs what is due in a world, in order, when the clock reaches its time or is advanced to it.

import { StoreUnavailable } from "../store/store.ts";
import { machineNow } from "./clock.ts";
import type { Scheduler } from "./scheduler.ts";
import { type World, WorldEnded, type WorldIdentity } from "./world.ts";

/** The world as a timeline works on it; each call is one transaction. */
interface RunningWorld {
  readonly identity: WorldIdentity;
  /** Called when background work of the sandbox failed. */
  readonly onFault: (what: string, error: unknown) => void;
  read<T>(work: (world: World) => Promise<T> | T): Promise<T>;
  write<T>(work: (world: World) => Promise<T> | T): Promise<T>;
}

/** Delivers the events of a world that are due. It is that of `events/courier.ts`, given by `serve-sandbox.ts`: this folder imports nothing of that one. */
export interface Courier {
  /**
   * Takes what is due by now and may be tried, in the transaction that found it.
   *
   * @returns Begins that once the transaction is committed, or gives it back when it was not.
   */
  take(world: World): Promise<Plan>;
  /** Resolves when nothing is in progress. */
  idle(): Promise<void>;
  readonly isIdle: boolean;
  /** Takes nothing more, and resolves when nothing is in progress. */
  drain(): Promise<void>;
  close(): Promise<void>;
}

/** What a transaction has taken to do. */
export interface Plan {
  /** Once the transaction is committed. */
  begin(): void;
  /** When it was not. */
  cancel(): void;
}

/** Runs one task that is due. */
export type DoWork = (world: World, kind: string, payload: string) => Promise<void>;

/** How long to wait after the store failed, in time of the machine. */
const restMs = 1000;

/** After how long an advance that the store cut short is continued, in time of the machine. */
const stepMs = 10_000;

/** How long to wait before looking again for what is due. */
const lookMs = 100;

export class Timeline {
  readonly #live: RunningWorld;
  readonly #courier: Courier;
  readonly #doWork: DoWork;
  readonly #scheduler: Scheduler;
  #rest: NodeJS.Timeout | undefined;
  #advances = 0;
  #isClosed = false;
  /** The run that looks for what is due, and the one that will begin after it. */
  #running: Promise<void> = Promise.resolve();
  #coming: Promise<void> | undefined;

  constructor(live: RunningWorld, courier: Courier, doWork: DoWork, scheduler: Scheduler) {
    this.#live = live;
    this.#courier = courier;
    this.#doWork = doWork;
    this.#scheduler = scheduler;
  }

  /** At the end of a transaction that left work: takes what can be delivered now, and keeps when there is something to do next. */
  async plan(world: World): Promise<Plan> {
    const taken = await this.#courier.take(world);
    const cancel = () => {
      taken.cancel();
      this.#scheduler.wakeAt(this.#live.identity.id, machineNow() + restMs);
    };
    try {
      const wakeAtMs = await findWakeMs(world);
      // What is under way, or was begun, is continued at the next start
      await world.wakeAt((await isSettled(world)) && world.advancesToMs <= world.clock.nowMs ? wakeAtMs : 0);
      const begin = () => {
        taken.begin();
        if (this.#isClosed) return;
        if (wakeAtMs !== undefined && wakeAtMs <= machineNow()) this.wake();
        else this.#scheduler.wakeAt(this.#live.identity.id, wakeAtMs);
      };
      return { begin, cancel };
    } catch (error) {
      // The store failed: what is taken and never begun would keep the later events of its users back
      cancel();
      throw error;
    }
  }

  /** Does what is due by now, starts deliveries, and continues an advance that was cut short. */
  wake(): void {
    this.#work()
      .then(() => this.#resume())
      .catch((error: unknown) => {
        // The store failed, for example on a full disk: no caller awaits this, and it must not end the process
        if (this.#isClosed) return;
        this.#live.onFault("work that is due", error);
        clearTimeout(this.#rest);
        this.#rest = setTimeout(() => this.wake(), restMs).unref();
      });
  }

  /** Resolves when nothing more is due by now: every delivery that can be made now has been tried. */
  settled(): Promise<void> {
    return this.#settled().catch(unlessEnded);
  }

  /**
   * Moves the clock forward. What is due in between is done at its time, in order, before this resolves.
   * Of several at once each moves it by its own length; one that was cut short is continued at the next start.
   *
   * @param targetOf Returns the target time, from where the clock will be when the earlier ones have ended, and the world as it is. Its errors are thrown.
   */
  async advance(targetOf: (nowMs: number, world: World) => number): Promise<void> {
    const target = await this.#live
      .write(async (world) => {
        const to = targetOf(Math.max(world.clock.nowMs, world.advancesToMs), world);
        if (to <= world.advancesToMs) return to;
        world.advancesToMs = to;
        await world.save();
        world.hasWork = true;
        return to;
      })
      .catch(unlessEnded);
    if (target !== undefined) await this.#advanceTo(target).catch(unlessEnded);
  }

  get isIdle(): boolean {
    return this.#coming === undefined && this.#advances === 0 && this.#courier.isIdle;
  }

  /** Begins nothing more, and waits for what was begun; what is left is for the next start. */
  async drain(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#rest);
    await Promise.all([this.#courier.drain(), this.#running]);
  }

  /** What was begun ends; what is left is for the next start. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#rest);
    await this.#courier.close();
    await this.#running;
  }

  async #settled(): Promise<void> {
    for (;;) {
      await this.#work();
      const { isIdle } = this.#courier;
      await this.#courier.idle();
      if (await this.#live.read(isSettled)) return;
      // What is due was not taken: the sandbox is about to stop
      if (isIdle) await new Promise<void>((resolve) => setTimeout(resolve, lookMs));
    }
  }

  async #advanceTo(target: number): Promise<void> {
    this.#advances += 1;
    try {
      do await this.#settled();
      while (!(await this.#step(target)));
      await this.#settled();
    } finally {
      this.#advances -= 1;
    }
  }

  /**
   * Moves the clock to the next time at which something is due, at most to the target: unless something is due by now.
   * The clock is kept before anything runs at its time, so that it does not go back after a crash.
   *
   * @returns Whether it has come to the target.
   */
  #step(target: number): Promise<boolean> {
    return this.#live.write(async (world) => {
      if (!(await isSettled(world))) return false;
      await world.moveTo(Math.min(target, ...(await nextTimes(world))));
      return world.clock.nowMs >= target;
    });
  }

  async #resume(): Promise<void> {
    if (this.#advances > 0 || this.#isClosed) return;
    const target = await this.#live.read(({ clock, advancesToMs }) => (advancesToMs > clock.nowMs ? advancesToMs : 0));
    if (target > 0) await this.#advanceTo(target);
  }

  /** Looks for what is due, after this call: a run that has begun may have looked before. */
  #work(): Promise<void> {
    if (this.#coming !== undefined) return this.#coming;
    const run = this.#running.then(async () => {
      this.#coming = undefined;
      while (!this.#isClosed && !(await this.#doNext()));
    });
    this.#coming = run;
    this.#running = run.catch(() => {});
    return run;
  }

  /** Does what is due first, in one transaction, or else plans the rest. @returns Was that all? */
  async #doNext(): Promise<boolean> {
    let begun: { readonly place: number; readonly kind: string } | undefined;
    try {
      return await this.#live.write(async (world) => {
        const item = await world.dueWork.first();
        if (item === undefined || item.at_ms > world.clock.nowMs) {
          world.isLookedAt = true;
          return true;
        }
        begun = item;
        await world.dueWork.remove(item.place);
        await this.#doWork(world, item.kind, item.payload);
        return false;
      });
    } catch (error) {
      if (begun === undefined || error instanceof StoreUnavailable || error instanceof WorldEnded) throw error;
      // A bug in the sandbox: later work continues
      const { place, kind } = begun;
      await this.#live.write(({ dueWork }) => dueWork.remove(place));
      this.#live.onFault(`work of the kind ${kind}`, error);
      return false;
    }
  }
}

/** Nothing is due in a world that has ended. */
function unlessEnded(error: unknown): undefined {
  if (!(error instanceof WorldEnded)) throw error;
}

/** Is nothing due by now? What is in progress is due until its outcome is stored. */
async function isSettled({ clock, dueWork, deliveries }: World): Promise<boolean> {
  const { nowMs } = clock;
  const times = [(await dueWork.first())?.at_ms, await deliveries.nextDueMs(Number.MIN_SAFE_INTEGER)];
  return !times.some((time) => time !== undefined && time <= nowMs);
}

/** When something is due after now, by the world's clock. */
async function nextTimes({ clock, dueWork, deliveries }: World): Promise<number[]> {
  const times = [(await dueWork.first())?.at_ms, await deliveries.nextDueMs(clock.nowMs)];
  return times.filter((time) => time !== undefined);
}

/** When there is something to do next, by the machine's time. A delivery that is due by now and was not taken follows one that is in progress. */
async function findWakeMs(world: World): Promise<number | undefined> {
  const machineMs = machineNow();
  const { nowMs, isFrozen } = world.clock;
  const times: number[] = [];
  if (world.advancesToMs > nowMs) times.push(machineMs + stepMs);
  for (const time of await nextTimes(world)) {
    if (time <= nowMs || !isFrozen) times.push(machineMs + Math.max(time - nowMs, 0));
  }
  return times.length === 0 ? undefined : Math.min(...times);
}
