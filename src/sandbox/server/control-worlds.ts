// Worlds and their clocks as the control plane shows and moves them.
import type { components } from "../../../generated/control-types.ts";
import type { Duration } from "../control-client/index.ts";
import type { WorldEntry } from "../store/world-index.ts";
import { type Clock, lastMs, msOfDuration, second, toIso, toMs } from "../world/clock.ts";
import { Refused } from "../world/refused.ts";
import { type World, WorldEnded } from "../world/world.ts";
import type { Worlds } from "../world/worlds.ts";

/** Where a clock is moved to, in milliseconds. @throws {Refused} for a time before `nowMs` or after the end of the clock. */
export function findTarget(
  clock: Clock,
  nowMs: number,
  { advance = {}, to }: { readonly advance?: Duration | undefined; readonly to?: string | undefined },
): number {
  const target = to === undefined ? nowMs + msOfDuration(advance) : toMs(to);
  const remedy = "Pass a later time or a positive duration, or create a world whose clock starts earlier.";
  const where = to === undefined ? "body /advance" : "body /to";
  // Work that is to be done at a time may come to a later one before
  if (target < (to === undefined ? nowMs : clock.nowMs)) {
    const found = to ?? `${msOfDuration(advance) / second} seconds`;
    const message = `The clock only goes forward: expected ${clock.now} or later, found ${found}.`;
    throw new Refused("invalid", message, { where, remedy });
  }
  if (target <= lastMs) return target;
  throw new Refused("invalid", `Expected a time before the end of the clock, ${toIso(lastMs)}.`, { where });
}

/** A world as the control plane shows it. */
export function showWorld(worlds: Worlds, world: World): components["schemas"]["World"] {
  const entry = worlds.store.index.find("id", world.identity.id);
  if (entry === undefined) throw new WorldEnded();
  return { ...showEntry(entry), clock: showClock(world.clock), settings: world.settings };
}

/** A world as the list of worlds shows it: what is in it is not read. */
export function showEntry({ identity, createdAtMs, usedAtMs, ttlMs, expiresAtMs }: WorldEntry) {
  return {
    id: identity.id,
    api_key: identity.apiKey,
    management_key: identity.managementKey,
    team_id: identity.teamId,
    org_id: identity.orgId,
    created_at: toIso(createdAtMs),
    used_at: toIso(usedAtMs),
    ...(ttlMs === null ? {} : { ttl: { seconds: ttlMs / second } }),
    expires_at: expiresAtMs === null ? null : toIso(expiresAtMs),
  };
}

export function showClock({ now, isFrozen }: Clock): components["schemas"]["Clock"] {
  return { now, is_frozen: isFrozen };
}
