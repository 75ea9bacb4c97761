// The worlds of a sandbox: created, found by their keys, reset and dropped.
import { randomBytes, randomUUID } from "node:crypto";
import type { components } from "../../../generated/control-types.ts";
import type { Given } from "../control-client/index.ts";
import type { PageRequest } from "../store/database.ts";
import { nextTurn, type Store } from "../store/store.ts";
import type { WorldTables } from "../store/tables.ts";
import type { WorldEntry, WorldIdentity, WorldKey } from "../store/world-index.ts";
import type { Performs } from "./agenda.ts";
import { CallLog } from "./call-log.ts";
import { day, isStart, machineNow, minute, msOfDuration, second, toMs } from "./clock.ts";
import { Refused } from "./refused.ts";
import type { WorldSeed } from "./seed-file.ts";
import { beginRow, World, type WorldRow, type WorldStart } from "./world.ts";

/** The security schemes of the contract, each with its own key. */
export type Credential = "TeamApiKey" | "ManagementKey";

/** How a world is made. */
export type NewWorld = Given<components["schemas"]["NewWorld"]>;

/** What the worlds are made of, besides their store. */
export interface WorldParts {
  /** Adds what is in a new world. */
  readonly plant: (world: World, seed: NonNullable<NewWorld["seed"]>) => void;
  /** What does the due work of a world. */
  readonly performs: (world: World) => Performs;
  /** Called when background work of the sandbox failed. */
  readonly onFault: (what: string, error: unknown) => void;
}

/** What a copy has from the other world. */
const copied = ["seed", "now", "is_frozen", "settings", "ids"] as const;

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

/** How often expired worlds are removed. */
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
  readonly #open = new Map<string, World>();
  readonly #byKey: Record<Credential, Map<string, World>> = { TeamApiKey: new Map(), ManagementKey: new Map() };
  /** The copies that are being made, by the id that each will have. */
  readonly #copies = new Map<string, Promise<void>>();
  readonly #timer: NodeJS.Timeout;
  #isClosed = false;
  #looking: Promise<void> = Promise.resolve();

  /** Opens none of them. */
  constructor(store: Store, parts: WorldParts) {
    this.#store = store;
    this.#parts = parts;
    this.#timer = setInterval(() => this.sweep(), sweepMs).unref();
  }

  /** Opens each world once, in slices, for what was left to do when the last sandbox stopped. */
  resume(): void {
    this.#looking = this.#resume(this.#store.index.ids());
  }

  /** The world that a key opens: at once when its use was noted a moment ago. */
  findByKey(credential: Credential, key: string): World | undefined {
    const world = this.#byKey[credential].get(key);
    return world !== undefined && machineNow() < world.renewAtMs ? world : this.#use(keyColumns[credential], key);
  }

  /** A world by its id, which is used with this. */
  get(id: string): World | undefined {
    return this.#use("id", id);
  }

  /** A world that is open. */
  getOpen(id: string): World | undefined {
    return this.#open.get(id);
  }

  /** The entry of a world in the index. */
  getEntry({ identity }: World): WorldEntry | undefined {
    return this.#store.index.find("id", identity.id);
  }

  /** A page of the worlds whose ids begin with `prefix`. */
  list(request: PageRequest, prefix?: string): WorldEntry[] {
    return this.#store.index.page(request, machineNow(), prefix);
  }

  /** Keeps a world alive as long as this sandbox runs. */
  hold(id: string): void {
    const world = this.getOpen(id);
    if (world !== undefined) world.isHeld = true;
  }

  /** Throws when the store cannot be used. */
  check(): void {
    this.#store.index.check();
  }

  /**
   * Opens the world of this identity, which is created when there is none. Of one that is there, only the time to live is changed.
   *
   * @throws {Refused} when a clock cannot start at that time, the time to live is too short or too long, or there is nothing to copy.
   */
  async open(
    options: NewWorld = {},
    given = newIdentity(),
  ): Promise<{ readonly world: World; readonly isNew: boolean }> {
    const { ttl, copy_of, seed = "demo" } = options;
    const identity = typeof seed === "object" ? takeKeys(given, seed) : given;
    const { id } = identity;
    if (id === demoIdentity.id && ttl !== undefined) {
      throw new Refused("conflict", "The first world does not expire: leave out its time to live.");
    }
    const ttlMs = ttl === undefined ? null : parseTtl(ttl);
    const start = readStart(options);
    // The one that waited first may have begun another
    while (this.#copies.has(id)) await this.#copies.get(id);
    const there = this.get(id);
    if (there !== undefined) {
      if (ttlMs !== null) await this.#keepFor(there, ttlMs);
      return { world: there, isNew: false };
    }
    this.#assertFree(identity);
    const lifetime = { createdAtMs: machineNow(), ttlMs };
    if (copy_of === undefined) {
      this.#store.make(id, (tables) => this.#fill(tables, beginRow(identity, start, lifetime), seed));
      this.#store.index.add(identity, lifetime);
    } else {
      const copy = this.#copy(copy_of, { identity, ...lifetime }).finally(() => this.#copies.delete(id));
      this.#copies.set(
        id,
        copy.catch(() => {}),
      );
      await copy;
    }
    const world = this.get(id);
    if (world === undefined) throw new Error("A world that was created is not there.");
    // A copy may have something to do
    world.agenda.wake();
    return { world, isNew: true };
  }

  /** Makes a world as it began, its clock and settings included; its keys stay. @param seed Another seed, this once. */
  async reset(world: World, seed?: NewWorld["seed"]): Promise<void> {
    await world.whenFree(() => {
      world.assertThere();
      const { row, tables, identity } = world;
      const { lastDelivery, events } = tables;
      const begunWith = row.start.seed === "file" ? world.records.begunWith.get("seed") : row.start.seed;
      const planted = seed ?? begunWith ?? "demo";
      const begun = {
        ...beginRow(identity, row.start, row),
        // Ids stay unique
        faults: { ...row.faults, faults: [] },
        eventFaults: { ...row.eventFaults, faults: [] },
        eventsAfter: Math.max(events.lastPlace(), row.eventsAfter),
      };
      this.#store.make(identity.id, (fresh) => {
        this.#fill(fresh, begun, planted);
        fresh.lastDelivery = lastDelivery;
      });
      world.reopen();
      this.calls.drop(identity.id);
    });
  }

  async drop(world: World): Promise<void> {
    await world.whenFree(() => {
      world.assertThere();
      return this.#remove(world.identity.id);
    });
  }

  /** Removes the worlds that have expired, and keeps those alive that are held or awaited here. */
  sweep(): void {
    try {
      const nowMs = machineNow();
      for (const world of this.#open.values()) {
        if ((world.isHeld || world.isAwaited) && nowMs >= world.renewAtMs) this.get(world.identity.id);
      }
      for (const id of this.#store.index.expired(nowMs, expiredAtOnce)) void this.#remove(id);
    } catch (error) {
      this.#parts.onFault("the removal of expired worlds", error);
    }
  }

  /** Lets all worlds finish what they are doing, deliveries above all, and begin nothing more. */
  async drain(): Promise<void> {
    this.#isClosed = true;
    await this.#looking;
    await Promise.all(Array.from(this.#open.values(), ({ agenda }) => agenda.drain()));
  }

  /** Stops all worlds; undelivered events stay in the store. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#looking;
    const open = [...this.#open.values()];
    await Promise.all(open.map(({ agenda }) => agenda.close()));
    for (const world of open) world.end();
    this.calls.clear();
    await this.#store.close();
  }

  async #resume(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      await nextTurn();
      if (this.#isClosed) return;
      try {
        this.#wake(id);
      } catch (error) {
        // That of one world: the others are looked at all the same
        this.#parts.onFault("looking for work that is due", error);
      }
    }
  }

  #wake(id: string): void {
    // It may have been dropped meanwhile
    if (this.#store.index.find("id", id) === undefined) return;
    const world = this.#open.get(id) ?? new World(this.#store, id, this.#parts.performs);
    // One that has nothing to do is opened again when somebody asks for it
    if (world.agenda.isOver) return;
    this.#keepOpen(world);
    world.agenda.wake();
  }

  #fill(tables: WorldTables, row: WorldRow, seed: NonNullable<NewWorld["seed"]>): void {
    tables.row = row;
    this.#parts.plant(new World({ open: () => tables }, row.identity.id, this.#parts.performs), seed);
  }

  /** @throws {Refused} when there is no such world. */
  async #copy(from: string, made: Pick<WorldRow, "identity" | "createdAtMs" | "ttlMs">): Promise<void> {
    // A copy is a use of the world that it begins as
    const origin = this.get(from);
    if (origin === undefined) {
      throw new Refused("unknown", `There is no world "${from}" to copy. List the worlds for their ids.`);
    }
    const { teamName, region, teamId, orgId } = origin.identity;
    const identity = { ...made.identity, teamName, region };
    await origin.alone(() => {
      origin.assertThere();
      return this.#store.copy(from, identity.id, function* (tables) {
        // The ids are random: where one of them is, the team or the organization is meant. Choice: copied-world
        yield* tables.replace(teamId, identity.teamId);
        yield* tables.replace(orgId, identity.orgId);
        tables.row = { ...origin.row, ...made, identity };
      });
    });
    this.#store.index.add(identity, made);
  }

  /** @throws {Refused} when another world has a key of it, which came in a seed. */
  #assertFree({ apiKey, managementKey }: WorldIdentity): void {
    const { index } = this.#store;
    const other = index.find("api_key", apiKey) ?? index.find("management_key", managementKey);
    if (other === undefined) return;
    const remedy = "Drop that world, or leave the keys out of the seed.";
    throw new Refused("conflict", `The world "${other.identity.id}" has the keys of the seed.`, { remedy });
  }

  async #keepFor(world: World, ttlMs: number): Promise<void> {
    await world.run(() => world.keepFor(ttlMs));
    this.#store.index.renew(world.identity.id, machineNow(), ttlMs);
    world.renewAtMs = 0;
  }

  /** Looks a world up, and notes its use unless that was done a moment ago. */
  #use(by: WorldKey, key: string): World | undefined {
    const found = this.#store.index.find(by, key);
    if (found === undefined) return undefined;
    const { identity, ttlMs, usedAtMs, expiresAtMs } = found;
    const nowMs = machineNow();
    if (expiresAtMs !== null && expiresAtMs <= nowMs) {
      void this.#remove(identity.id);
      return undefined;
    }
    const renewAfterMs = ttlMs === null ? renewalMs : Math.min(renewalMs, ttlMs / 4);
    const isDue = nowMs >= usedAtMs + renewAfterMs;
    if (isDue) this.#store.index.renew(identity.id, nowMs, ttlMs);
    const world =
      this.#open.get(identity.id) ?? this.#keepOpen(new World(this.#store, identity.id, this.#parts.performs));
    world.renewAtMs = (isDue ? nowMs : usedAtMs) + renewAfterMs;
    return world;
  }

  #keepOpen(world: World): World {
    const { id, apiKey, managementKey } = world.identity;
    this.#open.set(id, world);
    this.#byKey.TeamApiKey.set(apiKey, world);
    this.#byKey.ManagementKey.set(managementKey, world);
    return world;
  }

  /** The world is gone: nothing is kept in it any more. From here on its name is free. */
  #remove(id: string): Promise<void> {
    const world = this.#open.get(id);
    world?.end();
    this.#store.remove(id);
    this.calls.drop(id);
    if (world === undefined) return Promise.resolve();
    this.#open.delete(id);
    this.#byKey.TeamApiKey.delete(world.identity.apiKey);
    this.#byKey.ManagementKey.delete(world.identity.managementKey);
    return world.agenda.close();
  }
}

/**
 * How a world is to begin.
 *
 * @throws {Refused} when a clock cannot start at that time, or a copy is to begin otherwise than its origin is.
 */
function readStart(options: NewWorld): WorldStart {
  const { seed: given = "demo", copy_of } = options;
  const file = typeof given === "object" ? given : undefined;
  const { now = file?.clock.now, is_frozen: isFrozen = file?.clock.is_frozen ?? false, ids = file?.ids } = options;
  const settings = { ...file?.settings, ...options.settings };
  const seed = file === undefined ? (given as Exclude<typeof given, object>) : "file";
  if (copy_of !== undefined && copied.some((name) => options[name] !== undefined)) {
    throw new Refused(
      "invalid",
      "A copy begins with the data, the settings and the clock of the other world. Leave out its seed, settings, ids and clock.",
    );
  }
  const start: WorldStart = {
    seed,
    isFrozen,
    settings,
    ...(ids && { ids }),
    ...(now === undefined ? {} : { atMs: toMs(now) }),
  };
  if (isStart(start.atMs ?? machineNow())) return start;
  const remedy = "Leave it out to start at the machine's time.";
  throw new Refused("invalid", `Expected a time from the year 1000 on, found ${now}.`, { where: "body /now", remedy });
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

/** With the keys of a seed, a world has the ids that belong to them, too. */
function takeKeys(identity: WorldIdentity, { keys, team_id: teamId, org_id: orgId }: WorldSeed): WorldIdentity {
  if (keys === undefined) return identity;
  const { api_key: apiKey, management_key: managementKey, team_name: teamName, region } = keys;
  return { ...identity, apiKey, managementKey, teamName, region, teamId, orgId };
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
