// A world as this process works on it: each call is one transaction, and what is committed is acted upon.
import { Activity } from "./activity.ts";
import { Clock } from "./clock.ts";
import type { Store, Transaction } from "./store.ts";
import type { Plan, Timeline } from "./timeline.ts";
import { World, type WorldIdentity, type WorldRow } from "./world.ts";

/** The world was dropped, or the sandbox was closed. A later write would bring a dropped world back at the next start. */
export class WorldEnded extends Error {
  override readonly name = "WorldEnded";

  constructor() {
    super("The world no longer exists: it was dropped, or the sandbox was closed.");
  }
}

export class LiveWorld {
  readonly identity: WorldIdentity;
  /** The clock as the last call here found or left it. What a call answers is of the world of its transaction. */
  clock: Clock;
  /** The activity, for watchers. */
  readonly activity: Activity;
  /** Does what is due. */
  readonly timeline: Timeline;
  readonly #ending = new AbortController();
  /** As its signal says, which would cost each call a microsecond. */
  #hasEnded = false;
  readonly #store: Store;
  readonly #listeners = new Set<() => Promise<void>>();
  /** Does a program in this process hold it? Then it stays open, and does not expire. */
  isHeld = false;
  /** From then on, by the machine's time, the next use of the world is to be noted in the store. */
  renewAtMs = 0;
  /** How long the world is kept after its last use; null when that has no end. */
  ttlMs: number | null = null;
  /** Called when the world turns out to be gone: dropped, expired or made anew. */
  onGone: () => void = () => {};
  /** Called when background work of the sandbox failed. */
  readonly onFault: (what: string, error: unknown) => void;

  constructor(
    store: Store,
    { identity, clock }: WorldRow,
    onFault: LiveWorld["onFault"],
    timelineOf: (live: LiveWorld) => Timeline,
  ) {
    this.#store = store;
    this.identity = identity;
    this.clock = new Clock(clock);
    this.onFault = onFault;
    this.activity = new Activity(this);
    this.timeline = timelineOf(this);
  }

  /** Aborted when the world is dropped or the sandbox stops: nothing may be kept in it any more. */
  get ended(): AbortSignal {
    return this.#ending.signal;
  }

  /** Does anybody watch it, or wait for what happens in it? */
  get isAwaited(): boolean {
    return this.#listeners.size > 0;
  }

  end(): void {
    this.#hasEnded = true;
    this.#ending.abort();
  }

  /**
   * Reads the world in one transaction.
   *
   * @throws {WorldEnded} when the world no longer exists.
   */
  read<T>(work: (world: World, inside: Transaction) => Promise<T> | T): Promise<T> {
    return this.#store.reading(async (inside) => {
      // The store may be closed, too
      if (this.#hasEnded) throw new WorldEnded();
      const tables = inside.world(this.identity.id);
      const world = new World(tables, this.#rowOf(await tables.row()));
      this.clock = world.clock;
      return work(world, inside);
    });
  }

  /**
   * Changes the world in one transaction, its events included: all that the work writes is kept, or nothing when it throws.
   *
   * @throws {WorldEnded} when the world no longer exists.
   */
  async write<T>(work: (world: World) => Promise<T> | T): Promise<T> {
    let plan: Plan | undefined;
    try {
      const [result, world] = await this.#store.transaction(async (inside) => {
        const tables = inside.world(this.identity.id);
        const opened = new World(tables, this.#rowOf(await tables.row()));
        const done = await work(opened);
        if (opened.faults.isChanged || opened.eventFaults.isChanged) await opened.save();
        if (opened.hasWork || opened.isLookedAt) plan = await this.timeline.plan(opened);
        return [done, opened] as const;
      });
      this.clock = world.clock;
      // Only what has been committed is acted upon
      plan?.begin();
      if (world.hasWork) await this.#notify();
      return result;
    } catch (error) {
      plan?.cancel();
      throw error;
    }
  }

  /**
   * Calls a listener after each call that may have written events.
   *
   * @returns Ends that.
   */
  onEvents(listener: () => Promise<void>): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async #notify(): Promise<void> {
    for (const listener of this.#listeners) await listener();
  }

  /** It may have ended while the call waited for others. */
  #rowOf(row: unknown): WorldRow {
    if (this.#hasEnded) throw new WorldEnded();
    // It may have been dropped, and one of the same name made
    const found = row as WorldRow | undefined;
    if (found?.identity.apiKey === this.identity.apiKey) return found;
    this.onGone();
    throw new WorldEnded();
  }
}
