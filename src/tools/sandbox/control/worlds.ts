// The calls that make, show, seed, reset and drop worlds.
import type { components } from "../../../../generated/control-types.ts";
import { mayUse } from "../access/gate.ts";
import { isStart, msOf } from "../world/clock.ts";
import type { World } from "../world/world.ts";
import { demoIdentity, newIdentity, plant, type Worlds } from "../worlds.ts";
import { type ControlHandlers, ControlRefused } from "./call.ts";
import { shownClock } from "./clock.ts";

export function worldCalls(worlds: Worlds) {
  return {
    async listWorlds({ caller }) {
      const usable = worlds.all().filter(({ identity }) => mayUse(caller, identity.id));
      const shown = await Promise.all(usable.map((live) => live.read(shownWorld)));
      return { status: 200, body: { worlds: shown } };
    },

    async createWorld({ caller, body: { now, is_frozen, ...options } = {} }) {
      if (now !== undefined && !isStart(msOf(now))) {
        throw new ControlRefused(
          422,
          `Expected a date-time such as 2026-03-02T09:00:00Z, from the year 1000 on, found ${now}.`,
          {
            where: "body /now",
            remedy: "Leave it out to start at the machine's time.",
          },
        );
      }
      const wanted = {
        ...options,
        ...(now === undefined ? {} : { now }),
        ...(is_frozen === undefined ? {} : { frozen: is_frozen }),
      };
      const live = await worlds.create(wanted, newIdentity(caller.prefix || undefined));
      return { status: 201, body: await live.read(shownWorld) };
    },

    async getWorld({ world }) {
      return { status: 200, body: await shownWorld(world) };
    },

    async dropWorld({ live }) {
      if (live.identity.id === demoIdentity.id) {
        throw new ControlRefused(409, "The first world cannot be dropped.", {
          where: "path world_id",
          remedy: "Reset it instead.",
        });
      }
      const body = await live.read(shownWorld);
      await worlds.drop(live);
      return { status: 200, body };
    },

    async resetWorld({ live, body }) {
      await worlds.reset(live, body?.seed ?? "demo");
      return { status: 200, body: await live.read(shownWorld) };
    },

    async plantSeed({ world, body: { seed } }) {
      await plant(world, seed);
      return { status: 200, body: await shownWorld(world) };
    },
  } satisfies Partial<ControlHandlers>;
}

async function shownWorld(world: World): Promise<components["schemas"]["World"]> {
  const { id, apiKey, managementKey, teamId, orgId } = world.identity;
  return {
    id,
    api_key: apiKey,
    management_key: managementKey,
    team_id: teamId,
    org_id: orgId,
    clock: shownClock(world),
    users: await world.records.users.count(),
    events: await world.events.count(),
  };
}
