// The worlds of a sandbox: created, found by their keys, reset and dropped.
import { randomBytes, randomUUID } from "node:crypto";
import type { components } from "../../../generated/control-types.ts";
import type { DeliveryRules } from "../http/index.ts";
import { createCourier } from "./delivery/courier.ts";
import { doWork } from "./due/index.ts";
import { seedDemo } from "./seed/demo.ts";
import { seedEmpty } from "./seed/empty.ts";
import { seedOwnTeam } from "./seed/organization.ts";
import { CallLog } from "./world/call-log.ts";
import { day, isStart, machineNow, minute, msOf, msOfDuration, second } from "./world/clock.ts";
import type { Given } from "./world/given.ts";
import { HappeningRefused } from "./world/happening-refused.ts";
import { LiveWorld } from "./world/live-world.ts";
import { Scheduler } from "./world/scheduler.ts";
import { defaultSettings, refuseInvalidSettings, type WorldSettings } from "./world/settings.ts";
import type { FoundWorld, ListedWorld, Store, Transaction, WorldKey, WorldTables } from "./world/store.ts";
import { Timeline } from "./world/timeline.ts";
import { World, type WorldIdentity, type WorldRow } from "./world/world.ts";

type Duration = components["schemas"]["Duration"];

/** The security schemes of the contract, each with its own key. */
export type Credential = "TeamApiKey" | "ManagementKey";

/** The initial state of a world. `demo` is the cast of the contract's examples; `empty` still knows providers, labs and places. */
export type Seed = "demo" | "empty";

/**
 * Adds what is in a world, in the transaction that makes it.
 *
 * @param made Its keys and ids.
 * @returns Its row.
 */
export type Fill = (tables: WorldTables, made: WorldIdentity, inside: Transaction) => Promise<WorldRow>;

/** How to create a world. */
export interface WorldOptions {
  readonly seed?: Seed;
  /** When its clock begins; by default now. A date-time. */
  readonly now?: string;
  /** Whether its clock stands still until it is advanced. */
  readonly frozen?: boolean;
  /** Settings that differ from the default. */
  readonly settings?: Partial<WorldSettings>;
  /** How long it is kept after its last use; by default until it is dropped. */
  readonly ttl?: Given<Duration>;
  /** What it begins with instead of a seed, a clock and settings. */
  readonly fill?: Fill;
}

/** What a world has from elsewhere when it is filled. */
const beginnings = ["seed", "now", "frozen", "settings"] as const;

/** The world that a sandbox begins with, with the keys and ids of the demo cast. */
export const demoIdentity: WorldIdentity = {
  id: "demo",
  teamId: "8a4d2b6c-1e3f-4a7b-8c9d-5e6f7a8b9c0d",
  teamName: "Demo Health",
  region: "us",
  orgId: "5c3e8f7a-2b19-4d06-9e8c-a1b2c3d4e5f6",
  apiKey: "sk_demo_team",
  managementKey: "mk_demo_org",
};

/** How often a world's use is noted at most; one with a short time to live four times in it. */
const renewalMs = minute;

/** How often expired worlds are removed, and unused ones closed. */
const sweepMs = 15 * second;

/** So many expired worlds are removed at a time. */
const expiredAtOnce = 100;

/** What a time to live may be. Choice: world-ttl */
const [shortestTtlMs, longestTtlMs] = [minute, 366 * day];

/** A name of a world is part of an address, and easily typed. */
const namePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/;

const keyColumns = { TeamApiKey: "api_key", ManagementKey: "management_key" } as const;

/** The worlds of a store: one is opened when somebody asks for it, or when it has something to do. */
export class Worlds {
  /** What was called in them. */
  readonly calls = new CallLog();
  readonly #store: Store;
  readonly #rules: DeliveryRules;
  readonly #onFault: LiveWorld["onFault"];
  readonly #open = new Map<string, LiveWorld>();
  readonly #scheduler: Scheduler;
  readonly #byKey: Record<Credential, Map<string, LiveWorld>> = { TeamApiKey: new Map(), ManagementKey: new Map() };
  readonly #timer: NodeJS.Timeout;
  #sweeping: Promise<void> = Promise.resolve();

  /** Opens none of them. */
  constructor(store: Store, rules: DeliveryRules, onFault: LiveWorld["onFault"]) {
    this.#store = store;
    this.#rules = rules;
    this.#onFault = onFault;
    const wake = async (id: string) => (await this.#unused(id))?.timeline.wake();
    this.#scheduler = new Scheduler(store, wake, (error) => onFault("looking for work that is due", error));
    // What was left when the last one stopped may be due
    this.#scheduler.load();
    store.onRegained(() => this.#scheduler.load());
    this.#timer = setInterval(() => {
      this.#sweeping = this.sweep().catch((error: unknown) => onFault("the removal of expired worlds", error));
    }, sweepMs).unref();
  }

  /** The world that a key opens: at once when it is known here and its use was noted a moment ago. */
  openedBy(credential: Credential, key: string): LiveWorld | Promise<LiveWorld | undefined> {
    const live = this.#byKey[credential].get(key);
    return live !== undefined && machineNow() < live.renewAtMs ? live : this.#used(keyColumns[credential], key);
  }

  /** A world by its id, which is used with this. */
  get(id: string): Promise<LiveWorld | undefined> {
    return this.#used("id", id);
  }

  /** A world that is open. */
  known(id: string): LiveWorld | undefined {
    return this.#open.get(id);
  }

  /** At most `limit` worlds made after the place `after`, whose ids begin with `prefix`. */
  list(after: number, limit: number, prefix?: string): Promise<ListedWorld[]> {
    return this.#store.reading(({ worlds }) => worlds.page(after, limit, machineNow(), prefix));
  }

  /** Keeps a world open, and alive, as long as this sandbox runs. */
  hold(live: LiveWorld): LiveWorld {
    live.isHeld = true;
    return live;
  }

  /**
   * Creates a world; without an identity it gets new ids and keys. One with this identity that is in the store already is opened as it is.
   *
   * @throws {RangeError} when a clock cannot start at that time.
   * @throws {HappeningRefused} when a setting is unknown, or the time to live is too short or too long.
   */
  async create(options: WorldOptions = {}, identity = newIdentity()): Promise<LiveWorld> {
    return (await this.#getOrCreate(options, identity)).live;
  }

  /**
   * The world with this name as its id, which is created when there is none. Of one that is there, the options change the time to live only.
   *
   * @throws as `create`, and {HappeningRefused} when the name is not one.
   */
  openNamed(name: string, options: WorldOptions = {}): Promise<{ readonly live: LiveWorld; readonly isNew: boolean }> {
    if (!namePattern.test(name)) {
      throw new HappeningRefused(
        "invalid",
        `Expected a name of 1 to 63 letters, digits, dots, hyphens and underscores that begins with a letter or a digit, found ${JSON.stringify(name)}. ` +
          "Write feature/login as feature-login.",
      );
    }
    if (name === demoIdentity.id && options.ttl !== undefined) {
      throw new HappeningRefused("conflict", "The first world does not expire: leave out its time to live.");
    }
    return this.#getOrCreate(options, { ...newIdentity(), id: name });
  }

  /**
   * Makes a world that is not there yet.
   *
   * @throws as `create`, and {HappeningRefused} when there is a world of this id.
   */
  async make(options: WorldOptions, identity: WorldIdentity): Promise<LiveWorld> {
    const { live, isNew } = await this.#getOrCreate(options, identity, true);
    if (isNew) return live;
    throw new HappeningRefused("conflict", `There is a world "${identity.id}" already. Drop it, or use another id.`);
  }

  /** @param mustBeNew One that is there is not used by this. */
  async #getOrCreate(
    options: WorldOptions,
    identity: WorldIdentity,
    mustBeNew = false,
  ): Promise<{ readonly live: LiveWorld; readonly isNew: boolean }> {
    const { ttl, fill = seeded(options) } = options;
    if (options.fill !== undefined && beginnings.some((name) => options[name] !== undefined)) {
      throw new HappeningRefused(
        "invalid",
        "A copy begins with the data, the settings and the clock of the other world. Leave out its seed, settings and clock.",
      );
    }
    const { id, apiKey, managementKey } = identity;
    const createdAtMs = machineNow();
    const ttlMs = ttl === undefined ? undefined : ttlMsOf(ttl);
    const { found, isNew } = await this.#store.transaction(async (inside) => {
      const tables = inside.world(id);
      const isThere = mustBeNew
        ? !(await tables.hasExpired(createdAtMs)) && (await tables.row()) !== undefined
        : await tables.renew(createdAtMs, ttlMs);
      if (!isThere) {
        if (await tables.hasExpired(createdAtMs)) await tables.drop();
        const row = await fill(tables, identity, inside);
        await tables.create(row, { apiKey, managementKey, createdAtMs, ttlMs: ttlMs ?? null });
      }
      return { found: await inside.worlds.find("id", id), isNew: !isThere };
    });
    if (found === undefined) throw new Error("A world that was created is not there.");
    const live = this.#opened(found);
    // A copy may have something to do
    if (isNew) live.timeline.wake();
    return { live, isNew };
  }

  /** Deletes everything in a world and seeds it again; its keys and its clock stay. */
  async reset(live: LiveWorld, seed: Seed): Promise<void> {
    await live.write(async (world) => {
      await world.clear();
      await plant(world, seed);
      world.hasWork = true;
    });
    this.calls.drop(live.identity.id);
  }

  async drop(live: LiveWorld): Promise<void> {
    const { id } = live.identity;
    await this.#end(live);
    await this.#store.transaction((inside) => inside.world(id).drop());
  }

  /**
   * Removes the worlds that have expired, keeps those alive that are held or awaited here, and gives up what is cached of those that nobody
   * has used for a while.
   */
  async sweep(): Promise<void> {
    const nowMs = machineNow();
    for (const live of this.#open.values()) {
      const { id } = live.identity;
      if (live.isHeld || live.isAwaited) {
        if (live.ttlMs !== null && nowMs >= live.renewAtMs) await this.get(id);
      } else if (nowMs > live.renewAtMs + renewalMs && live.timeline.isIdle) this.#close(live);
    }
    const expired = await this.#store.reading(({ worlds }) => worlds.expired(nowMs, expiredAtOnce));
    for (const id of expired) await this.#expire(id);
  }

  /** Lets all worlds finish what they are doing, deliveries above all, and begin nothing more. */
  async drain(): Promise<void> {
    await this.#scheduler.close();
    await Promise.all(Array.from(this.#open.values(), ({ timeline }) => timeline.drain()));
  }

  /** Stops all worlds; undelivered events stay in the store. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#sweeping;
    await this.#scheduler.close();
    const open = [...this.#open.values()];
    await Promise.all(open.map(({ timeline }) => timeline.close()));
    for (const live of open) live.end();
  }

  /** A world by its id; work that was due does not count as use. */
  async #unused(id: string): Promise<LiveWorld | undefined> {
    const known = this.#open.get(id);
    if (known !== undefined) return known;
    const found = await this.#store.reading(({ worlds }) => worlds.find("id", id));
    return found === undefined ? undefined : this.#opened(found);
  }

  /** Looks a world up, and notes its use unless that was done a moment ago. */
  async #used(by: WorldKey, key: string): Promise<LiveWorld | undefined> {
    const found = await this.#store.reading(({ worlds }) => worlds.find(by, key));
    if (found === undefined) return undefined;
    const nowMs = machineNow();
    const live = this.#opened(found);
    if (nowMs < live.renewAtMs) return live;
    // Others that use it at the same time need not note it, too
    live.renewAtMs = nowMs + renewalOf(found.ttlMs);
    const { id } = live.identity;
    if (await this.#store.transaction((inside) => inside.world(id).renew(nowMs))) return live;
    await this.#expire(id);
    return undefined;
  }

  /** The world of a row that was found, opened unless it is already. */
  #opened({ row, usedAtMs, ttlMs }: FoundWorld): LiveWorld {
    const { identity } = row as WorldRow;
    const open = this.#open.get(identity.id);
    const live = open?.identity.apiKey === identity.apiKey ? open : this.#made(row as WorldRow);
    live.ttlMs = ttlMs;
    // A use that is being noted now counts already
    live.renewAtMs = Math.max(usedAtMs + renewalOf(ttlMs), Math.min(live.renewAtMs, machineNow() + renewalOf(ttlMs)));
    if (live === open) return live;
    // It was dropped, and made again
    if (open !== undefined) void this.#end(open);
    this.#open.set(identity.id, live);
    this.#byKey.TeamApiKey.set(identity.apiKey, live);
    this.#byKey.ManagementKey.set(identity.managementKey, live);
    return live;
  }

  #made(row: WorldRow): LiveWorld {
    const timelineOf = (live: LiveWorld) =>
      new Timeline(live, createCourier(live, this.#rules), doWork, this.#scheduler);
    const live = new LiveWorld(this.#store, row, this.#onFault, timelineOf);
    live.onGone = () => void this.#end(live);
    return live;
  }

  /** Removes a world, unless it was removed or used meanwhile. */
  async #expire(id: string): Promise<void> {
    const isGone = await this.#store.transaction(async (inside) => {
      const tables = inside.world(id);
      if (!(await tables.hasExpired(machineNow()))) return false;
      await tables.drop();
      return true;
    });
    if (!isGone) return;
    const live = this.#open.get(id);
    if (live !== undefined) await this.#end(live);
  }

  /** The world is gone, or the sandbox stops: nothing is kept in it any more. */
  #end(live: LiveWorld): Promise<void> {
    this.calls.drop(live.identity.id);
    this.#close(live);
    live.end();
    return live.timeline.close();
  }

  /** Forgets a world here. */
  #close(live: LiveWorld): void {
    const { id, apiKey, managementKey } = live.identity;
    if (this.#open.get(id) !== live) return;
    this.#open.delete(id);
    this.#byKey.TeamApiKey.delete(apiKey);
    this.#byKey.ManagementKey.delete(managementKey);
  }
}

/**
 * Fills a world with a seed.
 *
 * @throws {RangeError} when a clock cannot start at that time.
 * @throws {HappeningRefused} when a setting is unknown.
 */
function seeded({ seed = "demo", now, frozen = false, settings: initialSettings = {} }: WorldOptions): Fill {
  const nowMs = machineNow();
  const startMs = now === undefined ? nowMs : msOf(now);
  if (!isStart(startMs)) throw new RangeError(`Expected a start of the clock in the years 1000 to 9999, found ${now}.`);
  const clock = frozen ? { frozenAtMs: startMs } : { offsetMs: startMs - nowMs };
  refuseInvalidSettings(initialSettings);
  return async (tables, identity) => {
    const row = { identity, clock, settings: { ...defaultSettings, ...initialSettings }, initialSettings };
    await plant(new World(tables, row), seed);
    return row;
  };
}

/** How long the use of a world that is kept for so long need not be noted again. */
function renewalOf(ttlMs: number | null): number {
  return ttlMs === null ? renewalMs : Math.min(renewalMs, ttlMs / 4);
}

/** @throws {HappeningRefused} */
function ttlMsOf(ttl: Given<Duration>): number {
  const ms = msOfDuration(ttl);
  if (ms >= shortestTtlMs && ms <= longestTtlMs) return ms;
  throw new HappeningRefused(
    "invalid",
    `Expected a time to live of 1 minute to 366 days, found ${ms / second} seconds. Without one a world is kept until it is dropped.`,
  );
}

/** Adds the cast of a seed to a world. */
export async function plant(world: World, seed: Seed): Promise<void> {
  await seedOwnTeam(world);
  if (seed === "demo") await seedDemo(world);
  else await seedEmpty(world);
}

export function newIdentity(): WorldIdentity {
  const name = randomBytes(8).toString("hex");
  return {
    id: `world_${name}`,
    teamId: randomUUID(),
    teamName: `Team ${name.slice(0, 4)}`,
    region: "us",
    orgId: randomUUID(),
    apiKey: `sk_${name}`,
    managementKey: `mk_${name}`,
  };
}
