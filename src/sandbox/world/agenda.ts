// Does what is due in a world, in order of time: one loop, for the clock that runs and for one that is advanced.
import { isUnavailable } from "../store/database.ts";
import { nextTurn } from "../store/store.ts";
import type { DueTable, DueWork } from "../store/tables.ts";
import type { Clock, ClockState } from "./clock.ts";

/** The world whose agenda it is. */
interface Scheduled {
  readonly clock: Clock;
  readonly due: DueTable;
  /** The time to which the clock is being advanced, or was. */
  readonly row: { readonly advancesToMs: number };
  readonly ended: AbortSignal;
  whenFree<T>(work: () => T): T | Promise<Awaited<T>>;
  transaction<T>(work: () => T): T;
  change(change: { readonly advancesToMs?: number; readonly clock?: ClockState }): void;
}

/** The work that the loop performs, given by `serve-sandbox.ts`: this folder knows neither the service nor HTTP. */
export interface Performs {
  /** Does one piece of work, in the transaction that removes it. */
  doWork(kind: string, payload: string): void;
  /** Delivers the events that are due. */
  readonly courier: Courier;
  /** Called when background work of the sandbox failed. */
  readonly onFault: (what: string, error: unknown) => void;
}

export interface Courier {
  /** Takes what is due by now and may be tried, and sends it. @returns Was there something? */
  send(): boolean;
  /** Resolves when nothing is in progress; when the world has ended, that is cut off, and sent again at the next start. */
  idle(): Promise<void>;
}

/** How long to wait after the store failed, in time of the machine. */
const restMs = 1000;

/** The longest time that Node's timers can wait. */
const longestTimerMs = 2 ** 31 - 1;

/** The due work of a world, as it is done. */
export type Agenda = ReturnType<typeof makeAgenda>;

/** Makes the agenda of a world; it does nothing before it is woken. */
export function makeAgenda(world: Scheduled, performs: Performs) {
  /** The advances that wait for the clock to come to their time, and for all that is due by then. */
  let waiting: { readonly targetMs: number; readonly done: () => void }[] = [];
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let [isWoken, isClosed] = [false, false];

  /** Looks for what is due, once the call that asks for it has ended. */
  function wake(): void {
    clearTimeout(timer);
    isWoken = true;
    if (!isClosed) running ??= run();
  }

  /**
   * Moves the clock forward. What is due in between is done at its time, in order, before this resolves.
   * Of several at once each moves it by its own length; one that was cut short is continued at the next start.
   *
   * @param targetOf Returns the target time, from where the clock will be when the earlier ones have ended. Its errors are thrown.
   */
  async function advance(targetOf: (nowMs: number) => number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    await world.whenFree(() => {
      // Nothing is due in a world that has ended
      if (isClosed) return resolve();
      const targetMs = world.transaction(() => {
        const { advancesToMs } = world.row;
        const to = targetOf(Math.max(world.clock.nowMs, advancesToMs));
        if (to > advancesToMs) world.change({ advancesToMs: to });
        return to;
      });
      waiting.push({ targetMs, done: resolve });
      wake();
    });
    await promise;
  }

  /** Resolves when nothing more is due by now: every delivery that can be made now has been tried. */
  function settled(): Promise<void> {
    return advance(() => world.clock.nowMs);
  }

  /** Is there nothing to do, now or at any time? */
  function isOver(): boolean {
    return world.due.nextMs() === undefined && world.row.advancesToMs <= world.clock.nowMs;
  }

  /** Begins nothing more, and waits for what was begun; what is left is for the next start. */
  async function drain(): Promise<void> {
    isClosed = true;
    clearTimeout(timer);
    await Promise.all([performs.courier.idle(), running]);
    for (const { done } of waiting.splice(0)) done();
  }

  /** Never rejects. */
  async function run(): Promise<void> {
    try {
      while (isWoken && !isClosed) {
        isWoken = false;
        await nextTurn();
        if (await world.whenFree(step)) isWoken = true;
      }
    } catch (error) {
      // The store failed, for example on a full disk: no caller awaits this, and it must not end the process
      if (isClosed || world.ended.aborted) return;
      performs.onFault("work that is due", error);
      wakeIn(restMs);
    } finally {
      running = undefined;
    }
  }

  /**
   * Does what is due first: a piece of work, the deliveries that may be tried, or, when nothing is due by now, a move of the clock that is
   * being advanced. When there is nothing of these, it sets the timer.
   *
   * @returns Was there something to do?
   */
  function step(): boolean {
    if (isClosed) return false;
    const { nowMs, isFrozen } = world.clock;
    const work = world.due.firstWork(nowMs);
    if (work !== undefined) {
      doWork(work);
      return true;
    }
    if (performs.courier.send()) return true;
    const nextMs = world.due.nextMs() ?? Number.POSITIVE_INFINITY;
    const { advancesToMs } = world.row;
    // A delivery in progress is due until its outcome is stored
    if (nextMs > nowMs) {
      waiting = waiting.filter(({ targetMs, done }) => targetMs > nowMs || void done());
      if (advancesToMs > nowMs) {
        // It is kept before anything is done at its time, so that it does not go back after a crash
        world.transaction(() => world.change({ clock: world.clock.movedTo(Math.min(advancesToMs, nextMs)) }));
        return true;
      }
    }
    const laterMs = isFrozen ? undefined : world.due.nextMs(nowMs);
    if (laterMs !== undefined) wakeIn(laterMs - nowMs);
    return false;
  }

  function doWork({ place, kind, payload }: DueWork): void {
    try {
      world.transaction(() => {
        world.due.removeWork(place);
        performs.doWork(kind, payload);
      });
    } catch (error) {
      if (isUnavailable(error)) throw error;
      // A bug in the sandbox: later work continues
      world.transaction(() => world.due.removeWork(place));
      performs.onFault(`work of the kind ${kind}`, error);
    }
  }

  /** The timer does not keep the process alive. */
  function wakeIn(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(wake, Math.min(Math.max(ms, 1), longestTimerMs)).unref();
  }

  return { wake, advance, settled, isOver, drain };
}
