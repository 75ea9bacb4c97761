// The calls of the control plane about worlds: made, shown, reset and dropped, with their settings and their clock.
import type { components } from "../../../generated/control-types.ts";
import type { Duration } from "../control-client/index.ts";
import { isExpired, type WorldEntry } from "../store/world-index.ts";
import { type Clock, lastMs, machineNow, msOfDuration, second, toIso, toMs } from "../world/clock.ts";
import { demoIdentity, newIdentity } from "../world/new-world.ts";
import { Refused } from "../world/refused.ts";
import { writeSeed } from "../world/seed-file.ts";
import { type World, WorldEnded } from "../world/world.ts";
import type { Worlds } from "../world/worlds.ts";
import { type Calls, readPage } from "./control-topic.ts";
import type { ServerOptions } from "./options.ts";

export const worldCalls = ({ worlds, assumptions }: ServerOptions) =>
  ({
    listWorlds({ query: { prefix = "", ...page } }) {
      const nowMs = machineNow();
      const isWanted = (entry: WorldEntry) => entry.identity.id.startsWith(prefix) && !isExpired(entry, nowMs);
      const { items, next } = readPage(page, (request) => worlds.store.index.page(request), isWanted);
      return { worlds: items.map(showEntry), next };
    },

    async openWorld({ path, body, reply }) {
      assumptions.alternatives.assertKnown(body?.settings?.assume ?? {}, "body /settings/assume");
      const { world, isNew } = await worlds.open(body, newIdentity(path.world_id));
      if (isNew) reply.code(201);
      return showWorld(worlds, world);
    },

    getWorld: ({ world }) => showWorld(worlds, world),

    getSeed: ({ world, query }) => writeSeed(world, query.is_with_keys === true),

    async dropWorld({ world }) {
      if (world.identity.id === demoIdentity.id) {
        const place = { where: "path world_id", remedy: "Reset it instead." };
        throw new Refused("conflict", "The first world cannot be dropped.", place);
      }
      const shown = showWorld(worlds, world);
      await worlds.drop(world);
      assumptions.touched.forget(world.identity.id);
      return shown;
    },

    async resetWorld({ world, body }) {
      await worlds.reset(world, body?.seed);
      assumptions.touched.forget(world.identity.id);
      return showWorld(worlds, world);
    },

    changeSettings({ world, body }) {
      assumptions.alternatives.assertKnown(body.assume ?? {}, "body /assume");
      return world.run(() => {
        world.change({ settings: { ...world.settings, ...body } });
        return world.settings;
      });
    },

    async setClock({ world, body: { is_frozen, advance, to } }) {
      if (to !== undefined && advance !== undefined) {
        const place = { where: "body", remedy: "Leave out one of them." };
        throw new Refused("invalid", "Expected either `to` or `advance`, found both.", place);
      }
      const setRunning = () => {
        if (is_frozen !== undefined) world.change({ clock: is_frozen ? world.clock.frozen() : world.clock.running() });
      };
      if (to === undefined && advance === undefined && is_frozen !== undefined) await world.run(setRunning);
      else {
        await world.agenda.advance((nowMs) => {
          const target = findTarget(world.clock, nowMs, { advance, to });
          setRunning();
          return target;
        });
      }
      return showClock(world.clock);
    },
  }) satisfies Partial<Calls>;

/** Where a clock is moved to, in milliseconds. @throws {Refused} for a time before `nowMs` or after the end of the clock. */
function findTarget(
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
function showEntry({ identity, createdAtMs, usedAtMs, ttlMs, expiresAtMs }: WorldEntry) {
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

function showClock({ now, isFrozen }: Clock): components["schemas"]["Clock"] {
  return { now, is_frozen: isFrozen };
}
