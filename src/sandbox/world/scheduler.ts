// Wakes the worlds that have something to do: one timer for all of them.

import type { Store } from "../store/store.ts";
import { machineNow } from "./clock.ts";

/** How long to wait after the store failed, in milliseconds. */
const restMs = 5000;

/** The longest time that Node's timers can wait. */
const longestTimerMs = 2 ** 31 - 1;

export class Scheduler {
  readonly #store: Store;
  readonly #wake: (id: string) => Promise<void>;
  readonly #onFault: (error: unknown) => void;
  /** When each world has something to do next, by the machine's time. */
  readonly #times = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #timerMs = Number.POSITIVE_INFINITY;
  #running: Promise<void> = Promise.resolve();
  #isClosed = false;

  /** @param wake Wakes a world. */
  constructor(store: Store, wake: (id: string) => Promise<void>, onFault: (error: unknown) => void) {
    this.#store = store;
    this.#wake = wake;
    this.#onFault = onFault;
  }

  /** Reads from the store what all worlds have to do. */
  load(): void {
    this.#running = this.#running.then(() => this.#load());
  }

  /** Wakes a world at a time of the machine, and not at the time that it had before. The timer does not keep the process alive. */
  wakeAt(id: string, ms: number | undefined): void {
    if (ms === undefined) this.#times.delete(id);
    else {
      this.#times.set(id, ms);
      this.#lookBy(ms);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #lookBy(ms: number): void {
    if (ms >= this.#timerMs || this.#isClosed) return;
    this.#timerMs = ms;
    clearTimeout(this.#timer);
    const look = () => {
      this.#running = this.#running.then(() => this.#look());
    };
    this.#timer = setTimeout(look, Math.min(Math.max(ms - machineNow(), 1), longestTimerMs)).unref();
  }

  async #load(): Promise<void> {
    if (this.#isClosed) return;
    try {
      const wakes = await this.#store.reading(({ worlds }) => worlds.wakes());
      for (const { id, wake_at_ms } of wakes) this.wakeAt(id, wake_at_ms);
    } catch (error) {
      this.#onFault(error);
      setTimeout(() => this.load(), restMs).unref();
    }
  }

  /** Never rejects. */
  async #look(): Promise<void> {
    this.#timerMs = Number.POSITIVE_INFINITY;
    const nowMs = machineNow();
    for (const [id, ms] of this.#times) {
      if (ms > nowMs) continue;
      this.#times.delete(id);
      try {
        if (!this.#isClosed) await this.#wake(id);
      } catch (error) {
        // The store failed
        this.#onFault(error);
        this.#times.set(id, nowMs + restMs);
      }
    }
    for (const ms of this.#times.values()) this.#lookBy(ms);
  }
}
