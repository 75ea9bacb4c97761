// A world as this process works on it: each call is one transaction, and what is committed is acted upon.
import type { Store, Transaction } from "../store/store.ts";
import type { WorldEntry } from "../store/world-index.ts";
import { Activity } from "./activity.ts";
import { Clock } from "./clock.ts";
import type { Plan, Timeline } from "./timeline.ts";
import { World, WorldEnded, type WorldIdentity, type WorldRow } from "./world.ts";

export class LiveWorld {
  readonly identity: WorldIdentity;
  /** The clock as the last call here found or left it. What a call answers is of the world of its transaction. */
  clock: Clock;
  /** Has it faults of calls, as far as the last call here knows? Then each call changes it, since it is counted. */
  hasFaults: boolean;
  readonly activity: Activity;
  /** Does what is due. */
  readonly timeline: Timeline;
  /** How many calls wait for what happens in it: it stays open for them. */
  waiting = 0;
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
  readonly #ending = new AbortController();
  readonly #store: Store;
  #change = Promise.withResolvers<void>();
  /** The row as it was read last: most calls find the same, and nobody changes it. */
  #lastRow: { readonly text?: string | undefined; readonly row?: WorldRow } = {};

  constructor(
    store: Store,
    { identity, clock, faults }: WorldRow,
    onFault: LiveWorld["onFault"],
    timelineOf: (live: LiveWorld) => Timeline,
  ) {
    this.#store = store;
    this.identity = identity;
    this.clock = new Clock(clock);
    this.hasFaults = faults !== undefined && faults.faults.length > 0;
    this.onFault = onFault;
    this.activity = new Activity(this);
    this.timeline = timelineOf(this);
  }

  /** Aborted when the world is dropped or the sandbox stops: nothing may be kept in it any more. */
  get ended(): AbortSignal {
    return this.#ending.signal;
  }

  /** Resolves with the next change that may have written events, or when the world ends. Get it before you look for them. */
  get changed(): Promise<void> {
    return this.#change.promise;
  }

  /** Does anybody watch it, or wait for what happens in it? */
  get isAwaited(): boolean {
    return this.waiting > 0 || this.activity.isWatched;
  }

  end(): void {
    this.#ending.abort();
    this.#change.resolve();
  }

  /**
   * Reads the world in one transaction.
   *
   * @throws {WorldEnded} when the world no longer exists.
   */
  read<T>(work: (world: World, inside: Transaction) => Promise<T> | T): Promise<T> {
    return this.#store.reading(async (inside) => {
      // The store may be closed, too
      if (this.ended.aborted) throw new WorldEnded();
      const tables = inside.world(this.identity.id);
      const world = new World(tables, this.#rowOf(await tables.row()));
      this.#remember(world);
      return work(world, inside);
    });
  }

  /**
   * Changes the world in one transaction, its events included: all that the work writes is kept, or nothing when it throws.
   *
   * @throws {WorldEnded} when the world no longer exists.
   */
  async write<T>(work: (world: World) => Promise<T> | T): Promise<T> {
    if (this.ended.aborted) throw new WorldEnded();
    let plan: Plan | undefined;
    try {
      const { result, world } = await this.#store.transaction([this.identity.id], async (inside) => {
        const tables = inside.world(this.identity.id);
        const world = new World(tables, this.#rowOf(await tables.row()));
        const result = await work(world);
        if (world.faults.isChanged || world.eventFaults.isChanged) await world.save();
        // From the change to its delivery: what was left to do is taken here, in the same transaction
        if (world.hasWork || world.isLookedAt) plan = await this.timeline.plan(world);
        return { result, world };
      });
      this.#remember(world);
      // Only what has been committed is acted upon: from here on deliveries are sent
      plan?.begin();
      if (world.hasWork) {
        this.#change.resolve();
        this.#change = Promise.withResolvers();
        if (this.activity.isWatched) await this.activity.reportEvents();
      }
      return result;
    } catch (error) {
      plan?.cancel();
      throw error;
    }
  }

  /** The entry of the world in the store. */
  async readEntry(): Promise<WorldEntry> {
    const entry = await this.#store.reading(({ worlds }) => worlds.find("id", this.identity.id));
    if (entry === undefined) throw new WorldEnded();
    return entry;
  }

  #remember({ clock, faults }: World): void {
    this.clock = clock;
    this.hasFaults = faults.count > 0;
  }

  /** It may have ended while the call waited for others. */
  #rowOf(text: string | undefined): WorldRow {
    if (this.ended.aborted) throw new WorldEnded();
    if (text !== this.#lastRow.text)
      this.#lastRow = text === undefined ? {} : { text, row: JSON.parse(text) as WorldRow };
    const { row } = this.#lastRow;
    // It may have been dropped, and one of the same name made
    if (row?.identity.apiKey === this.identity.apiKey) return row;
    this.onGone();
    throw new WorldEnded();
  }
}
