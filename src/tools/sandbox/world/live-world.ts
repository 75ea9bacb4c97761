// A world as this process works on it: each call is one transaction, and what is committed is acted upon.
import { Activity, type ActivityMessage } from "./activity.ts";
import { Clock } from "./clock.ts";
import type { Change, Store, Transaction } from "./store.ts";
import type { Timeline } from "./timeline.ts";
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
  /** The world of the last read. It serves the next one, too, while the store answers the same: nothing in it changes by reading. */
  #lastRead: { readonly of?: Promise<unknown>; readonly world?: World } = {};
  readonly #store: Store;
  readonly #listeners = new Set<() => Promise<void>>();
  /** Does a program in this process hold it? Then it stays open, and does not expire. */
  isHeld = false;
  /** From then on, by the machine's time, the next use of the world is to be noted in the store. */
  renewAtMs = 0;
  /** How long the world is kept after its last use; null when that has no end. */
  ttlMs: number | null = null;
  /** Called when the world turns out to be gone: dropped, expired or made anew, maybe by another sandbox. */
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
    return this.#store.reading((inside) => {
      // The store may be closed, too
      if (this.#hasEnded) throw new WorldEnded();
      const tables = inside.world(this.identity.id);
      const row = tables.row();
      const { of, world } = this.#lastRead;
      if (world !== undefined && of === row) return work(world, inside);
      return row.then((found) => {
        const opened = new World(tables, this.#rowOf(found));
        this.#lastRead = { of: row, world: opened };
        this.clock = opened.clock;
        return work(opened, inside);
      });
    });
  }

  /**
   * Changes the world in one transaction, its events included: all that the work writes is kept, or nothing when it throws.
   *
   * @throws {WorldEnded} when the world no longer exists.
   */
  async write<T>(work: (world: World) => Promise<T> | T): Promise<T> {
    const [result, world, plan] = await this.#store.transaction(async (inside) => {
      const tables = inside.world(this.identity.id);
      const opened = new World(tables, this.#rowOf(await tables.row()));
      const done = await work(opened);
      if (opened.faults.isChanged || opened.eventFaults.isChanged) await opened.save();
      const mayBeDue = opened.hasWork || opened.isLookedAt;
      return [done, opened, mayBeDue ? await this.timeline.plan(opened) : undefined] as const;
    });
    this.clock = world.clock;
    // Only what has been committed is acted upon
    plan?.begin();
    if (world.hasWork || world.isSaved) this.#store.announce({ world: this.identity.id, wakeAtMs: plan?.wakeAtMs });
    if (world.hasWork) await this.#notify();
    return result;
  }

  /** Another process has changed the world; without a change it may have: then only those who wait look. */
  async changed(change?: Change): Promise<void> {
    if (change?.message !== undefined) return this.activity.report(JSON.parse(change.message) as ActivityMessage);
    if (change?.calls !== undefined) {
      if (!this.activity.isWatched) return;
      const calls = await this.#store.calls.numbered(this.identity.id, change.calls);
      for (const call of calls) this.activity.reportCall(call);
      return;
    }
    // Whoever holds it asks for the clock without a call; for others the next call reads the world anyway
    try {
      if (change !== undefined && (this.isHeld || this.isAwaited) && !this.#hasEnded) await this.read(() => {});
    } finally {
      // Those who wait in a world that is gone notice it, too
      await this.#notify();
    }
  }

  /** Reports activity to those who watch it by other processes. */
  announce(message: string): void {
    this.#store.announce({ world: this.identity.id, message });
  }

  /**
   * Calls a listener after each call that may have written events, here or in another process.
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
    // Another sandbox may have dropped it, and made one of the same name
    const found = row as WorldRow | undefined;
    if (found?.identity.apiKey === this.identity.apiKey) return found;
    this.onGone();
    throw new WorldEnded();
  }
}
