// The worlds of a sandbox. One is kept in the store, and open from when somebody asks for it or it has something to do, until it is dropped, expires or the sandbox stops.
import { type Connect, Database } from "../store/database.ts";
import { makeDraft, nextTurn, type Store, takeSlices } from "../store/store.ts";
import { readLastDelivery, replaceText, writeLastDelivery, writeRow } from "../store/tables.ts";
import { isExpired, type WorldIdentity, type WorldKey } from "../store/world-index.ts";
import type { Performs } from "./agenda.ts";
import { machineNow, minute, second } from "./clock.ts";
import { beginRow, type NewWorld, readNewWorld, type Seed, type WorldRow } from "./new-world.ts";
import { assertFound, Refused } from "./refused.ts";
import { World } from "./world.ts";

/** The parts that worlds are made of, besides their store. */
export interface WorldParts {
  /** Adds what is in a new world. */
  readonly plant: (world: World, seed: Seed) => void;
  /** Makes the performer of the due work of a world. */
  readonly performs: (world: World) => Performs;
  /** Called when background work of the sandbox failed. */
  readonly onFault: (what: string, error: unknown) => void;
}

/** How often a world's use is noted at most; one with a short time to live four times in it. */
const renewalMs = minute;

/** How often expired worlds are removed. */
const sweepMs = 15 * second;

/** So many expired worlds are removed at a time. */
const expiredAtOnce = 100;

/** By the security schemes of the contract, each with its own key. */
export const keyOf = { TeamApiKey: "api_key", ManagementKey: "management_key" } as const satisfies Record<
  string,
  WorldKey
>;

export type Credential = keyof typeof keyOf;

export class Worlds {
  readonly store: Store;
  readonly #parts: WorldParts;
  /** The open worlds, each by its id and by its keys. */
  readonly #open = new Map<string, World>();
  /** The copies that are being made, by the id that each will have. */
  readonly #copies = new Map<string, Promise<void>>();
  readonly #timer: NodeJS.Timeout;
  #isClosed = false;

  /** Opens none of them. */
  constructor(store: Store, parts: WorldParts) {
    this.store = store;
    this.#parts = parts;
    this.#timer = setInterval(() => this.sweep(), sweepMs).unref();
  }

  /** Looks a world up, and opens it. Its use is noted unless that was done a moment ago. */
  find(by: WorldKey, key: string): World | undefined {
    const open = this.#open.get(`${by} ${key}`);
    const nowMs = machineNow();
    if (open !== undefined && nowMs < open.renewAtMs) return open;
    const found = this.store.index.find(by, key);
    if (found === undefined) return undefined;
    const { identity, ttlMs } = found;
    if (isExpired(found, nowMs)) {
      void this.#remove(identity.id);
      return undefined;
    }
    const world = open ?? this.#keepOpen(this.#readStored(identity.id));
    this.store.index.renew(identity.id, nowMs, ttlMs);
    world.renewAtMs = nowMs + Math.min(renewalMs, (ttlMs ?? Number.POSITIVE_INFINITY) / 4);
    return world;
  }

  /** A world that is open. */
  getOpen(id: string): World | undefined {
    return this.#open.get(`id ${id}`);
  }

  /**
   * Opens the world of this identity, which is created when there is none. Of one that is there, only the time to live is changed.
   *
   * @throws {Refused} when the options cannot be met, or there is nothing to copy.
   */
  async open(options: NewWorld, given: WorldIdentity): Promise<{ readonly world: World; readonly isNew: boolean }> {
    const row = readNewWorld(options, given);
    const { id } = given;
    // The one that waited first may have begun another
    while (this.#copies.has(id)) await this.#copies.get(id);
    const there = this.find("id", id);
    if (there !== undefined) {
      const { ttlMs } = row;
      if (ttlMs === null) return { world: there, isNew: false };
      await there.run(() => there.change({ ttlMs }));
      this.store.index.renew(id, machineNow(), ttlMs);
      there.renewAtMs = 0;
      return { world: there, isNew: false };
    }
    this.#assertFree(row.identity);
    if (options.copy_of === undefined) {
      this.#make(row, options.seed);
      this.store.index.add(row);
    } else {
      const copy = this.#copy(options.copy_of, row).finally(() => this.#copies.delete(id));
      const ended = copy.catch(() => {});
      this.#copies.set(id, ended);
      await copy;
    }
    const world = this.#keepOpen(this.#readStored(id));
    // A copy may have something to do
    world.agenda.wake();
    return { world, isNew: true };
  }

  /** Makes a world as it began, its clock and settings included; its keys stay. @param seed Another seed, this once. */
  async reset(world: World, seed?: Seed): Promise<void> {
    await world.whenFree(() => {
      world.assertThere();
      const { row, identity, database, events } = world;
      const begunWith = row.start.seed === "file" ? world.records.begunWith.get("seed") : row.start.seed;
      const begun = {
        ...beginRow(identity, row.start, row),
        // Ids stay unique
        faults: { ...row.faults, faults: [] },
        eventsAfter: Math.max(events.lastPlace(), row.eventsAfter),
      };
      this.#make(begun, seed ?? begunWith, readLastDelivery(database));
      world.reopen();
      world.calls.clear();
    });
  }

  async drop(world: World): Promise<void> {
    await world.whenFree(() => {
      world.assertThere();
      return this.#remove(world.identity.id);
    });
  }

  /** Removes the worlds that have expired. */
  sweep(): void {
    try {
      for (const id of this.store.index.expired(machineNow(), expiredAtOnce)) void this.#remove(id);
    } catch (error) {
      this.#parts.onFault("the removal of expired worlds", error);
    }
  }

  /** Opens each world once, in slices, for what was left to do when the last sandbox stopped. */
  async resume(): Promise<void> {
    for (const id of this.store.index.ids()) {
      await nextTurn();
      if (this.#isClosed) return;
      try {
        // It may have been dropped meanwhile
        if (this.store.index.find("id", id) === undefined) continue;
        const world = this.getOpen(id) ?? this.#readStored(id);
        // One that has nothing to do is opened again when somebody asks for it
        if (!world.agenda.isOver()) this.#keepOpen(world).agenda.wake();
      } catch (error) {
        // The failure is that of one world: the others are looked at all the same
        this.#parts.onFault("looking for work that is due", error);
      }
    }
  }

  /** Lets all worlds finish what they are doing, deliveries above all, and begin nothing more. */
  async drain(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#listOpen().map(({ agenda }) => agenda.drain()));
  }

  /** Stops all worlds; undelivered events stay in the store. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    const worlds = this.#listOpen();
    for (const world of worlds) world.end();
    await Promise.all(worlds.map(({ agenda }) => agenda.drain()));
    await this.store.close();
  }

  #read(connect: Connect): World {
    return new World(connect, this.#parts.performs);
  }

  #readStored(id: string): World {
    return this.#read(() => this.store.connect(id));
  }

  #keepOpen(world: World): World {
    for (const name of listNames(world)) this.#open.set(name, world);
    return world;
  }

  #listOpen(): World[] {
    return [...new Set(this.#open.values())];
  }

  /** Makes a world that begins, or begins again. @param lastDelivery The ids of its deliveries come after this one. */
  #make(row: WorldRow, seed: Seed = "demo", lastDelivery = 0): void {
    const draft = makeDraft();
    const connect = () => draft;
    const database = new Database(connect);
    writeRow(database, row);
    writeLastDelivery(database, lastDelivery);
    this.#parts.plant(this.#read(connect), seed);
    this.store.keep(row.identity.id, draft);
  }

  /** @throws {Refused} when there is no such world. */
  async #copy(from: string, { identity: given, createdAtMs, ttlMs }: WorldRow): Promise<void> {
    // A copy is a use of the world that it begins as
    const origin = assertFound(
      this.find("id", from),
      `The world "${from}" does not exist, so it cannot be copied. List the worlds for their ids.`,
    );
    const { teamName, region, teamId, orgId } = origin.identity;
    const identity = { ...given, teamName, region };
    await origin.alone(async () => {
      origin.assertThere();
      const draft = await this.store.copy(from, identity.id);
      const database = new Database(() => draft);
      // The ids are random: where one of them is, the team or the organization is meant. Choice: copied-world
      await takeSlices(replaceText(database, teamId, identity.teamId));
      await takeSlices(replaceText(database, orgId, identity.orgId));
      writeRow(database, { ...origin.row, identity, createdAtMs, ttlMs });
      this.store.keep(identity.id, draft);
    });
    this.store.index.add({ identity, createdAtMs, ttlMs });
  }

  /** @throws {Refused} when another world has a key of it, which came in a seed. */
  #assertFree({ apiKey, managementKey }: WorldIdentity): void {
    const { index } = this.store;
    const other = index.find("api_key", apiKey) ?? index.find("management_key", managementKey);
    if (other === undefined) return;
    const remedy = "Drop that world, or leave the keys out of the seed.";
    throw new Refused("conflict", `The world "${other.identity.id}" has the keys of the seed.`, { remedy });
  }

  /** The world is gone: nothing is kept in it any more. From here on its name is free. */
  #remove(id: string): Promise<void> {
    const world = this.getOpen(id);
    world?.end();
    this.store.remove(id);
    if (world === undefined) return Promise.resolve();
    for (const name of listNames(world)) this.#open.delete(name);
    return world.agenda.drain();
  }
}

/** The names that a world is found by. */
function listNames({ identity: { id, apiKey, managementKey } }: World): string[] {
  return [`id ${id}`, `api_key ${apiKey}`, `management_key ${managementKey}`];
}
