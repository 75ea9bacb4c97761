// The worlds of a sandbox: created, found by their keys, reset and dropped.
import { randomBytes, randomUUID } from "node:crypto";
import type { components } from "../../../generated/control-types.ts";
import type { Given } from "../control-client/index.ts";
import type { PageRequest } from "../store/database.ts";
import type { Store, Transaction } from "../store/store.ts";
import type { WorldTables } from "../store/tables.ts";
import type { WorldEntry, WorldKey } from "../store/world-index.ts";
import { CallLog } from "./call-log.ts";
import { day, isStart, machineNow, minute, msOfDuration, second, toMs } from "./clock.ts";
import { LiveWorld } from "./live-world.ts";
import { Refused } from "./refused.ts";
import { Scheduler } from "./scheduler.ts";
import { defaultSettings } from "./settings.ts";
import type { Timeline } from "./timeline.ts";
import { startClock, World, type WorldIdentity, type WorldRow, type WorldStart } from "./world.ts";

/** The security schemes of the contract, each with its own key. */
export type Credential = "TeamApiKey" | "ManagementKey";

/** How a world is made. */
export type NewWorld = Given<components["schemas"]["NewWorld"]>;

/** What the worlds are made of, besides their store. */
export interface WorldParts {
  /** Adds what is in a new world. */
  readonly plant: (world: World, seed: "demo" | "empty") => Promise<void>;
  /** Makes what does the due work of a world. */
  readonly timelineOf: (live: LiveWorld, scheduler: Scheduler) => Timeline;
  /** Called when background work of the sandbox failed. */
  readonly onFault: LiveWorld["onFault"];
}

/** What a copy has from the other world. */
const copied = ["seed", "now", "is_frozen", "settings"] as const;

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

const keyColumns = { TeamApiKey: "api_key", ManagementKey: "management_key" } as const;

/** The worlds of a store: one is opened when somebody asks for it, or when it has something to do. */
export class Worlds {
  /** What was called in them. */
  readonly calls = new CallLog();
  readonly #store: Store;
  readonly #parts: WorldParts;
  readonly #open = new Map<string, LiveWorld>();
  readonly #scheduler: Scheduler;
  readonly #byKey: Record<Credential, Map<string, LiveWorld>> = { TeamApiKey: new Map(), ManagementKey: new Map() };
  readonly #timer: NodeJS.Timeout;
  #sweeping: Promise<void> = Promise.resolve();

  /** Opens none of them. */
  constructor(store: Store, parts: WorldParts) {
    this.#store = store;
    this.#parts = parts;
    const wake = async (id: string) => (await this.#find(id))?.timeline.wake();
    this.#scheduler = new Scheduler(store, wake, (error) => parts.onFault("looking for work that is due", error));
    // What was left when the last one stopped may be due
    this.#scheduler.load();
    this.#timer = setInterval(() => {
      this.#sweeping = this.sweep().catch((error: unknown) => parts.onFault("the removal of expired worlds", error));
    }, sweepMs).unref();
  }

  /** The world that a key opens: at once when it is open here and its use was noted a moment ago. */
  findByKey(credential: Credential, key: string): LiveWorld | Promise<LiveWorld | undefined> {
    const live = this.#byKey[credential].get(key);
    return live !== undefined && machineNow() < live.renewAtMs ? live : this.#use(keyColumns[credential], key);
  }

  /** A world by its id, which is used with this. */
  get(id: string): Promise<LiveWorld | undefined> {
    return this.#use("id", id);
  }

  /** A world that is open. */
  getOpen(id: string): LiveWorld | undefined {
    return this.#open.get(id);
  }

  /** A page of the worlds whose ids begin with `prefix`. */
  list(request: PageRequest, prefix?: string): Promise<WorldEntry[]> {
    return this.#store.reading(({ worlds }) => worlds.page(request, machineNow(), prefix));
  }

  /** Keeps a world open, and alive, as long as this sandbox runs. */
  hold(id: string): void {
    const live = this.getOpen(id);
    if (live !== undefined) live.isHeld = true;
  }

  /**
   * Opens the world of this identity, which is created when there is none. Of one that is there, only the time to live is changed.
   *
   * @throws {Refused} when a clock cannot start at that time, the time to live is too short or too long, or there is nothing to copy.
   */
  async open(
    options: NewWorld = {},
    identity = newIdentity(),
  ): Promise<{ readonly live: LiveWorld; readonly isNew: boolean }> {
    const { ttl } = options;
    const { id, apiKey, managementKey } = identity;
    if (id === demoIdentity.id && ttl !== undefined) {
      throw new Refused("conflict", "The first world does not expire: leave out its time to live.");
    }
    const fill =
      options.copy_of === undefined ? fillWithSeed(options, this.#parts.plant) : fillWithCopy(options, options.copy_of);
    const createdAtMs = machineNow();
    const ttlMs = ttl === undefined ? null : parseTtl(ttl);
    // A copy is a use of the world that it begins as
    if (options.copy_of !== undefined) await this.get(options.copy_of);
    const worlds = options.copy_of === undefined || options.copy_of === id ? [id] : [id, options.copy_of];
    const { found, isNew } = await this.#store.transaction(worlds, async (inside) => {
      const tables = inside.world(id);
      const isNew = !(await tables.renew(createdAtMs, ttlMs));
      if (isNew) {
        if (await tables.hasExpired(createdAtMs)) await tables.drop();
        const row = await fill(tables, identity, inside);
        await tables.create(row, { apiKey, managementKey, createdAtMs, ttlMs });
      }
      return { found: await inside.worlds.find("id", id), isNew };
    });
    if (found === undefined) throw new Error("A world that was created is not there.");
    const live = this.#keepOpen(found);
    // A copy may have something to do
    if (isNew) live.timeline.wake();
    return { live, isNew };
  }

  /** Makes a world as it began, its clock and settings included; its keys stay. @param seed Another seed, this once. */
  async reset(live: LiveWorld, seed?: WorldStart["seed"]): Promise<void> {
    await live.write(async (world) => {
      const start = await world.clear();
      await this.#parts.plant(world, seed ?? start.seed);
      world.hasWork = true;
    });
    this.calls.drop(live.identity.id);
  }

  async drop(live: LiveWorld): Promise<void> {
    const { id } = live.identity;
    await this.#end(live);
    await this.#store.transaction([id], (inside) => inside.world(id).drop());
    // A call that found it a moment before has opened it again, and would wait for what happens in it
    const reopened = this.getOpen(id);
    if (reopened !== undefined) await this.#end(reopened);
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
  async #find(id: string): Promise<LiveWorld | undefined> {
    const open = this.getOpen(id);
    if (open !== undefined) return open;
    const found = await this.#store.reading(({ worlds }) => worlds.find("id", id));
    return found === undefined ? undefined : this.#keepOpen(found);
  }

  /** Looks a world up, and notes its use unless that was done a moment ago. */
  async #use(by: WorldKey, key: string): Promise<LiveWorld | undefined> {
    const found = await this.#store.reading(({ worlds }) => worlds.find(by, key));
    if (found === undefined) return undefined;
    const nowMs = machineNow();
    const live = this.#keepOpen(found);
    if (nowMs < live.renewAtMs) return live;
    // Others that use it at the same time need not note it, too
    live.renewAtMs = nowMs + planRenewal(found.ttlMs);
    const { id } = live.identity;
    if (await this.#store.transaction([id], (inside) => inside.world(id).renew(nowMs))) return live;
    await this.#expire(id);
    return undefined;
  }

  /** The world of an entry that was found, opened unless it is already. */
  #keepOpen({ row, usedAtMs, ttlMs }: WorldEntry): LiveWorld {
    const { identity } = row as WorldRow;
    const open = this.#open.get(identity.id);
    const live = open?.identity.apiKey === identity.apiKey ? open : this.#make(row as WorldRow);
    live.ttlMs = ttlMs;
    // A use that is being noted now counts already
    live.renewAtMs = Math.max(
      usedAtMs + planRenewal(ttlMs),
      Math.min(live.renewAtMs, machineNow() + planRenewal(ttlMs)),
    );
    if (live === open) return live;
    // It was dropped, and made again
    if (open !== undefined) void this.#end(open);
    this.#open.set(identity.id, live);
    this.#byKey.TeamApiKey.set(identity.apiKey, live);
    this.#byKey.ManagementKey.set(identity.managementKey, live);
    return live;
  }

  #make(row: WorldRow): LiveWorld {
    const { onFault, timelineOf } = this.#parts;
    const live = new LiveWorld(this.#store, row, onFault, (made) => timelineOf(made, this.#scheduler));
    live.onGone = () => void this.#end(live);
    return live;
  }

  /** Removes a world, unless it was removed or used meanwhile. */
  async #expire(id: string): Promise<void> {
    const isGone = await this.#store.transaction([id], async (inside) => {
      const tables = inside.world(id);
      if (!(await tables.hasExpired(machineNow()))) return false;
      await tables.drop();
      return true;
    });
    const live = this.#open.get(id);
    if (isGone && live !== undefined) await this.#end(live);
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

/** Adds what is in a world, in the transaction that makes it. @returns Its row. */
type Fill = (tables: WorldTables, identity: WorldIdentity, inside: Transaction) => Promise<WorldRow>;

/** How a world is filled with a seed. @throws {Refused} when a clock cannot start at that time. */
function fillWithSeed(
  { seed = "demo", now, is_frozen: isFrozen = false, settings = {} }: NewWorld,
  plant: WorldParts["plant"],
): Fill {
  const start: WorldStart = { seed, isFrozen, settings, ...(now === undefined ? {} : { atMs: toMs(now) }) };
  if (!isStart(start.atMs ?? machineNow())) {
    const remedy = "Leave it out to start at the machine's time.";
    throw new Refused("invalid", `Expected a time from the year 1000 on, found ${now}.`, {
      where: "body /now",
      remedy,
    });
  }
  return async (tables, identity) => {
    const row = { identity, clock: startClock(start), settings: { ...defaultSettings, ...settings }, start };
    await plant(new World(tables, row), seed);
    return row;
  };
}

/** How a world is filled with everything of another one. @throws {Refused} when that one does not exist. */
function fillWithCopy(options: NewWorld, from: string): Fill {
  if (copied.some((name) => options[name] !== undefined)) {
    throw new Refused(
      "invalid",
      "A copy begins with the data, the settings and the clock of the other world. Leave out its seed, settings and clock.",
    );
  }
  return async (tables, made, inside) => {
    const entry = await inside.worlds.find("id", from);
    if (entry === undefined || (entry.expiresAtMs ?? Number.POSITIVE_INFINITY) <= machineNow()) {
      throw new Refused("unknown", `There is no world "${from}" to copy. List the worlds for their ids.`);
    }
    const row = entry.row as WorldRow;
    const { teamName, region, teamId, orgId } = row.identity;
    // The ids are random: where one of them is, the team or the organization is meant. Choice: copied-world
    await tables.copy(from, [
      [teamId, made.teamId],
      [orgId, made.orgId],
    ]);
    return { ...row, identity: { ...made, teamName, region } };
  };
}

/** How long the use of a world that is kept for so long need not be noted again. */
function planRenewal(ttlMs: number | null): number {
  return ttlMs === null ? renewalMs : Math.min(renewalMs, ttlMs / 4);
}

/** @throws {Refused} */
function parseTtl(ttl: NonNullable<NewWorld["ttl"]>): number {
  const ms = msOfDuration(ttl);
  if (ms >= shortestTtlMs && ms <= longestTtlMs) return ms;
  throw new Refused(
    "invalid",
    `Expected a time to live of 1 minute to 366 days, found ${ms / second} seconds. Without one a world is kept until it is dropped.`,
  );
}

/** A new world. Its keys share nothing, so that whoever knows one does not know the other. */
export function newIdentity(id = `world_${randomBytes(8).toString("hex")}`): WorldIdentity {
  const secret = () => randomBytes(16).toString("hex");
  const teamName = `Team ${randomBytes(2).toString("hex")}`;
  return {
    id,
    teamId: randomUUID(),
    teamName,
    region: "us",
    orgId: randomUUID(),
    apiKey: `sk_${secret()}`,
    managementKey: `mk_${secret()}`,
  };
}
