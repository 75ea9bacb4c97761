// How a world begins: its identity and keys, what the options of its making say, and the row that it is kept by.
import { randomBytes, randomUUID } from "node:crypto";
import type { components } from "../../../generated/control-types.ts";
import type { Given } from "../control-client/index.ts";
import type { Lifetime, WorldIdentity } from "../store/world-index.ts";
import { type ClockState, day, isStart, machineNow, minute, msOfDuration, second, toMs } from "./clock.ts";
import { type KeptFaults, noFaults } from "./faults.ts";
import { Refused } from "./refused.ts";
import { defaultSettings, type WorldSettings } from "./settings.ts";

/** How a world is made. */
export type NewWorld = Given<components["schemas"]["NewWorld"]>;

export type WorldSeed = Given<components["schemas"]["WorldSeed"]>;

/** The contents of a new world. `demo` is the cast of the contract's examples; `empty` still knows providers, labs and places. */
export type Seed = NonNullable<NewWorld["seed"]>;

/** The row that is kept of a world itself. */
export interface WorldRow extends Lifetime {
  readonly identity: WorldIdentity;
  readonly clock: ClockState;
  readonly settings: WorldSettings;
  /** How it began, and how each reset leaves it. */
  readonly start: WorldStart;
  readonly faults: KeptFaults;
  /** The time to which the clock is being advanced, or was: the furthest one. */
  readonly advancesToMs: number;
  /** The place of the last event before the latest reset. */
  readonly eventsAfter: number;
}

interface WorldStart {
  readonly seed: "demo" | "empty" | "file";
  /** By the machine's time; the machine's time itself when there is none. */
  readonly atMs?: number | undefined;
  readonly isFrozen: boolean;
  /** By default `random`. */
  readonly ids?: "random" | "sequence" | undefined;
  /** Differences from the default settings. */
  readonly settings: Partial<WorldSettings>;
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

/** A new world. Its keys share nothing, so that whoever knows one does not know the other. */
export function newIdentity(id: string): WorldIdentity {
  const secret = () => randomBytes(16).toString("hex");
  return {
    id,
    teamId: randomUUID(),
    teamName: `Team ${randomBytes(2).toString("hex")}`,
    region: "us",
    orgId: randomUUID(),
    apiKey: `sk_${secret()}`,
    managementKey: `mk_${secret()}`,
  };
}

/** The row of a world that begins, or begins again. */
export function beginRow(identity: WorldIdentity, start: WorldStart, { createdAtMs, ttlMs }: Lifetime): WorldRow {
  const nowMs = machineNow();
  const atMs = start.atMs ?? nowMs;
  return {
    identity,
    createdAtMs,
    ttlMs,
    clock: start.isFrozen ? { frozenAtMs: atMs } : { offsetMs: atMs - nowMs },
    settings: { ...defaultSettings, ...start.settings },
    start,
    faults: noFaults,
    advancesToMs: 0,
    eventsAfter: 0,
  };
}

/** The options that a copy has from the other world. */
const copied = ["seed", "now", "is_frozen", "settings", "ids"] as const;

/**
 * The row of the world that the options ask for. With the keys of a seed it has the ids that belong to them, too.
 *
 * @throws {Refused} when a clock cannot start at that time, the time to live is too short or too long, or a copy is to begin otherwise than its origin is.
 */
export function readNewWorld(options: NewWorld, given: WorldIdentity): WorldRow {
  const { seed = "demo", ttl, copy_of } = options;
  if (given.id === demoIdentity.id && ttl !== undefined) {
    throw new Refused("conflict", "The first world does not expire: leave out its time to live.");
  }
  if (copy_of !== undefined && copied.some((name) => options[name] !== undefined)) {
    throw new Refused(
      "invalid",
      "A copy begins with the data, the settings and the clock of the other world. Leave out its seed, settings, ids and clock.",
    );
  }
  const file = typeof seed === "object" ? seed : undefined;
  const { now = file?.clock.now, is_frozen: isFrozen = file?.clock.is_frozen ?? false, ids = file?.ids } = options;
  const start: WorldStart = {
    seed: typeof seed === "object" ? "file" : seed,
    isFrozen,
    settings: { ...file?.settings, ...options.settings },
    ids,
    atMs: now === undefined ? undefined : toMs(now),
  };
  if (!isStart(start.atMs ?? machineNow())) {
    const remedy = "Leave it out to start at the machine's time.";
    throw new Refused("invalid", `Expected a time from the year 1000 on, found ${now}.`, {
      where: "body /now",
      remedy,
    });
  }
  const lifetime = { createdAtMs: machineNow(), ttlMs: ttl === undefined ? null : parseTtl(ttl) };
  return beginRow(takeKeys(given, file), start, lifetime);
}

/** The bounds of a time to live. Choice: world-ttl */
const [shortestTtlMs, longestTtlMs] = [minute, 366 * day];

/** @throws {Refused} */
function parseTtl(ttl: NonNullable<NewWorld["ttl"]>): number {
  const ms = msOfDuration(ttl);
  if (ms >= shortestTtlMs && ms <= longestTtlMs) return ms;
  throw new Refused(
    "invalid",
    `Expected a time to live of 1 minute to 366 days, found ${ms / second} seconds. Without one a world is kept until it is dropped.`,
  );
}

function takeKeys(given: WorldIdentity, seed: WorldSeed | undefined): WorldIdentity {
  if (seed?.keys === undefined) return given;
  const { api_key: apiKey, management_key: managementKey, team_name: teamName, region } = seed.keys;
  return { id: given.id, apiKey, managementKey, teamName, region, teamId: seed.team_id, orgId: seed.org_id };
}
