// The worlds of a sandbox: created, found by their keys, reset and dropped.
import { randomBytes, randomUUID } from "node:crypto";
import type { DeliveryRules } from "../events/index.ts";
import { createCourier } from "./delivery/courier.ts";
import { doWork } from "./due/index.ts";
import { seedDemo } from "./seed/demo.ts";
import { seedEmpty } from "./seed/empty.ts";
import { seedOwnTeam } from "./seed/organization.ts";
import { CallLog } from "./world/call-log.ts";
import { isStart, machineNow, msOf } from "./world/clock.ts";
import { defaultSettings, refuseInvalidSettings, type WorldSettings } from "./world/settings.ts";
import type { Store } from "./world/store.ts";
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

/** A world with its timeline. */
export interface LiveWorld {
  readonly world: World;
  readonly timeline: Timeline;
}

export class Worlds {
  /** What was called in them. */
  readonly calls = new CallLog();
  readonly #store: Store;
  readonly #rules: DeliveryRules;
  readonly #onFault: World["onFault"];
  readonly #live = new Map<string, LiveWorld>();
  readonly #byKey: Record<Credential, Map<string, World>> = { TeamApiKey: new Map(), ManagementKey: new Map() };

  /** Opens the worlds in the store; their clocks continue. */
  constructor(store: Store, rules: DeliveryRules, onFault: World["onFault"]) {
    this.#store = store;
    this.#rules = rules;
    this.#onFault = onFault;
    for (const { value } of store.worlds.all()) this.#open(new World(store, JSON.parse(value) as WorldRow));
  }

  /** The world that a key opens. */
  openedBy(credential: Credential, key: string): World | undefined {
    return this.#byKey[credential].get(key);
  }

  get(id: string): LiveWorld | undefined {
    return this.#live.get(id);
  }

  all(): LiveWorld[] {
    return [...this.#live.values()];
  }

  /**
   * Creates a world; without an identity it gets new ids and keys.
   *
   * @throws {RangeError} when a clock cannot start at that time.
   * @throws {HappeningRefused} when a setting is unknown.
   */
  create(
    { seed = "demo", now, frozen = false, settings: initialSettings = {} }: WorldOptions = {},
    identity = newIdentity(),
  ): LiveWorld {
    const startMs = now === undefined ? machineNow() : msOf(now);
    if (!isStart(startMs))
      throw new RangeError(`Expected a start of the clock in the years 1000 to 9999, found ${now}.`);
    const clock = frozen ? { frozenAtMs: startMs } : { offsetMs: startMs - machineNow() };
    refuseInvalidSettings(initialSettings);
    const settings = { ...defaultSettings, ...initialSettings };
    const world = new World(this.#store, { identity, clock, settings, initialSettings });
    world.transact(() => {
      world.save();
      plant(world, seed);
    });
    return this.#open(world);
  }

  /** Deletes everything in a world and seeds it again; its keys and its clock stay. */
  reset({ world, timeline }: LiveWorld, seed: Seed): void {
    world.transact(() => {
      this.#store.clearWorld(world.identity.id);
      world.resetSettings();
      plant(world, seed);
    });
    world.faults.clear();
    world.eventFaults.reset();
    this.calls.forget(world.identity.id);
    timeline.wake();
  }

  /** Adds the cast of a seed to a world. */
  plant({ world }: LiveWorld, seed: Seed): void {
    world.transact(() => plant(world, seed));
  }

  async drop({ world, timeline }: LiveWorld): Promise<void> {
    const { id, apiKey, managementKey } = world.identity;
    this.#live.delete(id);
    this.calls.forget(id);
    this.#byKey.TeamApiKey.delete(apiKey);
    this.#byKey.ManagementKey.delete(managementKey);
    world.end();
    await timeline.close();
    this.#store.dropWorld(id);
  }

  /** Stops all worlds; undelivered events stay in the store. */
  async close(): Promise<void> {
    for (const { world } of this.all()) world.end();
    await Promise.all(this.all().map(({ timeline }) => timeline.close()));
  }

  #open(world: World): LiveWorld {
    world.onFault = this.#onFault;
    const timeline = new Timeline(world, createCourier(world, this.#rules), doWork);
    const live = { world, timeline };
    this.#live.set(world.identity.id, live);
    this.#byKey.TeamApiKey.set(world.identity.apiKey, world);
    this.#byKey.ManagementKey.set(world.identity.managementKey, world);
    timeline.wake();
    return live;
  }
}

function plant(world: World, seed: Seed): void {
  seedOwnTeam(world);
  if (seed === "demo") seedDemo(world);
  else seedEmpty(world);
}

function newIdentity(): WorldIdentity {
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
