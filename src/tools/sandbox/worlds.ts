// The worlds of a sandbox: created, found by their keys, reset and dropped.
import { randomBytes, randomUUID } from "node:crypto";
import type { DeliveryRules } from "../events/index.ts";
import { createCourier } from "./delivery/courier.ts";
import { doWork } from "./due/index.ts";
import { seedDemo } from "./seed/demo.ts";
import { seedEmpty } from "./seed/empty.ts";
import { seedOwnTeam } from "./seed/organization.ts";
import type { CallLog } from "./world/call-log.ts";
import { isStart, machineNow, msOf } from "./world/clock.ts";
import { LiveWorld, WorldEnded } from "./world/live-world.ts";
import { Scheduler } from "./world/scheduler.ts";
import { defaultSettings, refuseInvalidSettings, type WorldSettings } from "./world/settings.ts";
import type { Change, Store } from "./world/store.ts";
import { Timeline } from "./world/timeline.ts";
import { World, type WorldIdentity, type WorldRow } from "./world/world.ts";

/** The security schemes of the contract, each with its own key. */
export type Credential = "TeamApiKey" | "ManagementKey";

/** The initial state of a world. `demo` is the cast of the contract's examples; `empty` still knows providers, labs and places. */
export type Seed = "demo" | "empty";

/** How to create a world. */
export interface WorldOptions {
  readonly seed?: Seed;
  /** When its clock begins; by default now. A date-time. */
  readonly now?: string;
  /** Whether its clock stands still until it is advanced. */
  readonly frozen?: boolean;
  /** Settings that differ from the default. */
  readonly settings?: Partial<WorldSettings>;
}

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

export class Worlds {
  /** What was called in them. */
  readonly calls: CallLog;
  readonly #store: Store;
  readonly #rules: DeliveryRules;
  readonly #onFault: LiveWorld["onFault"];
  readonly #open = new Map<string, LiveWorld>();
  readonly #scheduler: Scheduler;
  readonly #stopListening: () => void;
  readonly #byKey: Record<Credential, Map<string, LiveWorld>> = { TeamApiKey: new Map(), ManagementKey: new Map() };

  private constructor(store: Store, rules: DeliveryRules, onFault: LiveWorld["onFault"]) {
    this.calls = store.calls;
    this.#store = store;
    this.#rules = rules;
    this.#onFault = onFault;
    const wake = async (id: string) => (await this.get(id))?.timeline.wake();
    this.#scheduler = new Scheduler(store, wake, (error) => onFault("looking for work that is due", error));
    this.#stopListening = store.onChange((change) => this.#changed(change));
  }

  /** Opens the worlds in the store; their clocks continue. */
  static async open(store: Store, rules: DeliveryRules, onFault: LiveWorld["onFault"]): Promise<Worlds> {
    const worlds = new Worlds(store, rules, onFault);
    const rows = await store.reading((inside) => inside.worldRows());
    for (const { row } of rows) worlds.#openOne(worlds.#made(row as WorldRow));
    await worlds.#scheduler.look();
    return worlds;
  }

  /** The world that a key opens. */
  openedBy(credential: Credential, key: string): LiveWorld | undefined {
    return this.#byKey[credential].get(key);
  }

  get(id: string): LiveWorld | undefined {
    return this.#open.get(id);
  }

  all(): LiveWorld[] {
    return [...this.#open.values()];
  }

  /**
   * Creates a world; without an identity it gets new ids and keys. One with this identity that is in the store already is opened as it is.
   *
   * @throws {RangeError} when a clock cannot start at that time.
   * @throws {HappeningRefused} when a setting is unknown.
   */
  async create(
    { seed = "demo", now, frozen = false, settings: initialSettings = {} }: WorldOptions = {},
    identity = newIdentity(),
  ): Promise<LiveWorld> {
    const startMs = now === undefined ? machineNow() : msOf(now);
    if (!isStart(startMs))
      throw new RangeError(`Expected a start of the clock in the years 1000 to 9999, found ${now}.`);
    const clock = frozen ? { frozenAtMs: startMs } : { offsetMs: startMs - machineNow() };
    refuseInvalidSettings(initialSettings);
    const settings = { ...defaultSettings, ...initialSettings };
    const row: WorldRow = { identity, clock, settings, initialSettings };
    const { live, plan } = await this.#store.transaction(async (inside) => {
      const tables = inside.world(identity.id);
      // Another sandbox on the same database may have been first
      const found = await tables.row();
      if (found !== undefined) return { live: this.#made(found as WorldRow), plan: undefined };
      const made = this.#made(row);
      const { apiKey, managementKey } = identity;
      await tables.create(row, { apiKey, managementKey, owner: null, createdAtMs: machineNow(), ttlMs: null });
      const world = new World(tables, row);
      await plant(world, seed);
      return { live: made, plan: await made.timeline.plan(world) };
    });
    this.#openOne(live);
    plan?.begin();
    return live;
  }

  /** Deletes everything in a world and seeds it again; its keys and its clock stay. */
  async reset(live: LiveWorld, seed: Seed): Promise<void> {
    await live.write(async (world) => {
      await world.clear();
      await plant(world, seed);
      world.hasWork = true;
    });
    await this.calls.forget(live.identity.id);
  }

  async drop(live: LiveWorld): Promise<void> {
    const { id, apiKey, managementKey } = live.identity;
    this.#open.delete(id);
    this.#byKey.TeamApiKey.delete(apiKey);
    this.#byKey.ManagementKey.delete(managementKey);
    live.end();
    await live.timeline.close();
    await this.#store.transaction((inside) => inside.world(id).drop());
    await this.calls.forget(id);
  }

  /** Stops all worlds; undelivered events stay in the store. */
  async close(): Promise<void> {
    this.#stopListening();
    await this.#scheduler.close();
    // They give back what they have in hand, which needs the worlds
    await Promise.all(this.all().map(({ timeline }) => timeline.close()));
    for (const live of this.all()) live.end();
  }

  /** Another process has changed a world, or may have changed any. */
  #changed(change: Change | undefined): void {
    const { world, wakeAtMs } = change ?? {};
    if (wakeAtMs !== undefined) this.#scheduler.planned(wakeAtMs);
    for (const live of world === undefined ? this.all() : [this.#open.get(world)]) {
      live?.changed(change).catch((error: unknown) => {
        if (!(error instanceof WorldEnded)) this.#onFault("reading what another process changed", error);
      });
    }
  }

  #made(row: WorldRow): LiveWorld {
    const timelineOf = (live: LiveWorld) =>
      new Timeline(live, createCourier(live, this.#rules), doWork, this.#scheduler);
    return new LiveWorld(this.#store, row, this.#onFault, timelineOf);
  }

  #openOne(live: LiveWorld): LiveWorld {
    this.#open.set(live.identity.id, live);
    this.#byKey.TeamApiKey.set(live.identity.apiKey, live);
    this.#byKey.ManagementKey.set(live.identity.managementKey, live);
    return live;
  }
}

/** Adds the cast of a seed to a world. */
export async function plant(world: World, seed: Seed): Promise<void> {
  await seedOwnTeam(world);
  if (seed === "demo") await seedDemo(world);
  else await seedEmpty(world);
}

/** @param prefix What its id begins with. */
export function newIdentity(prefix = "world_"): WorldIdentity {
  const name = randomBytes(8).toString("hex");
  return {
    id: `${prefix}${name}`,
    teamId: randomUUID(),
    teamName: `Team ${name.slice(0, 4)}`,
    region: "us",
    orgId: randomUUID(),
    apiKey: `sk_${name}`,
    managementKey: `mk_${name}`,
  };
}
