// The calls that make, show, seed, reset and drop worlds.
import type { components } from "../../../../generated/control-types.ts";
import { isStart, msOf } from "../world/clock.ts";
import { demoIdentity, type LiveWorld, type Worlds } from "../worlds.ts";
import { type ControlHandlers, ControlRefused } from "./call.ts";
import { shownClock } from "./clock.ts";

export function worldCalls(worlds: Worlds) {
  return {
    listWorlds() {
      return { status: 200, body: { worlds: worlds.all().map(shownWorld) } };
    },

    createWorld({ body: { now, is_frozen, ...options } = {} }) {
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
      return {
        status: 201,
        body: shownWorld(
          worlds.create({
            ...options,
            ...(now === undefined ? {} : { now }),
            ...(is_frozen === undefined ? {} : { frozen: is_frozen }),
          }),
        ),
      };
    },

    getWorld({ live }) {
      return { status: 200, body: shownWorld(live) };
    },

    async dropWorld({ live }) {
      if (live.world.identity.id === demoIdentity.id) {
        throw new ControlRefused(409, "The first world cannot be dropped.", {
          where: "path world_id",
          remedy: "Reset it instead.",
        });
      }
      const body = shownWorld(live);
      await worlds.drop(live);
      return { status: 200, body };
    },

    resetWorld({ live, body }) {
      worlds.reset(live, body?.seed ?? "demo");
      return { status: 200, body: shownWorld(live) };
    },

    plantSeed({ live, body: { seed } }) {
      worlds.plant(live, seed);
      return { status: 200, body: shownWorld(live) };
    },
  } satisfies Partial<ControlHandlers>;
}

function shownWorld({ world }: LiveWorld): components["schemas"]["World"] {
  const { id, apiKey, managementKey, teamId, orgId } = world.identity;
  return {
    id,
    api_key: apiKey,
    management_key: managementKey,
    team_id: teamId,
    org_id: orgId,
    clock: shownClock(world),
    users: world.records.users.count(),
    events: world.events.count(),
  };
}
