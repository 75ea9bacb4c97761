// Wakes the worlds that have something to do: one timer for all of them, and each is woken by one of the processes on the same store.
import { machineNow } from "./clock.ts";
import type { Store } from "./store.ts";

/** How many worlds are woken at a time. */
const mostWorlds = 32;

/** After how long a world that was woken is woken again, elsewhere: unless it was looked at, it is another process's. */
const claimMs = 10_000;

/** How often to look for worlds that another process left without a word. */
const pollMs = 5000;

/** How long to leave a world to the process that said so. */
const courtesyMs = 250;

/** The longest time that Node's timers can wait. */
const longestTimerMs = 2 ** 31 - 1;

export class Scheduler {
  readonly #store: Store;
  readonly #wake: (id: string) => Promise<void>;
  readonly #onFault: (error: unknown) => void;
  /** By a store of one process nobody else leaves anything. */
  readonly #pollMs: number;
  #timer: NodeJS.Timeout | undefined;
  #atMs = Number.POSITIVE_INFINITY;
  #looking: Promise<void> = Promise.resolve();
  #isClosed = false;

  /** @param wake Wakes a world. */
  constructor(store: Store, wake: (id: string) => Promise<void>, onFault: (error: unknown) => void) {
    this.#store = store;
    this.#wake = wake;
    this.#onFault = onFault;
    this.#pollMs = store.isShared ? pollMs : Number.POSITIVE_INFINITY;
  }

  /** Wakes the worlds that have something to do by now. */
  look(): void {
    this.#looking = this.#look();
  }

  /** Looks for worlds with something to do, at a time of the machine or before. The timer does not keep the process alive. */
  wakeBy(ms: number): void {
    if (ms >= this.#atMs || this.#isClosed) return;
    this.#atMs = ms;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.look(), Math.min(Math.max(ms - machineNow(), 1), longestTimerMs)).unref();
  }

  /** The same for what another process has planned, and does itself when it can. */
  planned(ms: number): void {
    this.wakeBy(Math.max(ms, machineNow()) + courtesyMs);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#looking;
  }

  /** Never rejects. */
  async #look(): Promise<void> {
    this.#atMs = Number.POSITIVE_INFINITY;
    let nextMs: number | undefined;
    try {
      const nowMs = machineNow();
      const due = await this.#store.transaction(async (inside) => {
        const ids = await inside.claimDue(nowMs, nowMs + claimMs, mostWorlds);
        nextMs = await inside.nextWakeMs();
        return ids;
      });
      for (const id of due) await this.#wake(id);
    } catch (error) {
      // The store failed
      this.#onFault(error);
      nextMs = machineNow() + pollMs;
    }
    this.wakeBy(Math.min(nextMs ?? Number.POSITIVE_INFINITY, machineNow() + this.#pollMs));
  }
}
