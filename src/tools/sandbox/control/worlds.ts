// The calls that make, show, seed, reset and drop worlds.
import type { components } from "../../../../generated/control-types.ts";
import { copyOf, copyWorld } from "../copy-world.ts";
import { Clock, isoOf, isStart, msOf, second } from "../world/clock.ts";
import type { ListedWorld } from "../world/store.ts";
import type { World, WorldRow } from "../world/world.ts";
import { demoIdentity, newIdentity, plant, type Worlds } from "../worlds.ts";
import { type BodyOf, type ControlHandlers, ControlRefused } from "./call.ts";
import { shownClock } from "./clock.ts";
import { pageOf } from "./page.ts";

type ShownWorld = components["schemas"]["World"];

export function worldCalls(worlds: Worlds) {
  return {
    async listWorlds({ query: { after, limit, prefix } }) {
      const { items, next } = await pageOf(
        { after, limit },
        (from, most) => worlds.list(from, most, prefix),
        ({ place }) => place,
      );
      return { status: 200, body: { worlds: items.map(shown), next } };
    },

    async createWorld({ body }) {
      const live = await worlds.create(optionsOf(body));
      return { status: 201, body: await live.read(shownWorld) };
    },

    async openWorld({ path, body }) {
      const { live, isNew } = await worlds.openNamed(path.world_id, optionsOf(body));
      return { status: isNew ? 201 : 200, body: await live.read(shownWorld) };
    },

    async copyWorld({ live, body: { id, ttl } = {} }) {
      const made = newIdentity();
      const options = ttl === undefined ? {} : { ttl };
      const copy = await copyWorld(worlds, live, { ...made, id: id ?? made.id }, options);
      return { status: 201, body: await copy.read(shownWorld) };
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

type NewWorld = NonNullable<BodyOf<"openWorld">>;

function optionsOf({ now, is_frozen, copy_of, ...options }: NewWorld = {}) {
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
    ...options,
    ...(copy_of === undefined ? {} : { fill: copyOf(copy_of) }),
    ...(now === undefined ? {} : { now }),
    ...(is_frozen === undefined ? {} : { frozen: is_frozen }),
  };
}

async function shownWorld(world: World): Promise<ShownWorld> {
  return shown(await world.listed());
}

function shown({ id, row, ...listed }: ListedWorld): ShownWorld {
  const { identity, clock } = row as WorldRow;
  const { createdAtMs, usedAtMs, ttlMs, expiresAtMs } = listed;
  return {
    id,
    api_key: identity.apiKey,
    management_key: identity.managementKey,
    team_id: identity.teamId,
    org_id: identity.orgId,
    clock: shownClock({ clock: new Clock(clock) }),
    created_at: isoOf(createdAtMs),
    used_at: isoOf(usedAtMs),
    ...(ttlMs === null ? {} : { ttl: { seconds: ttlMs / second } }),
    expires_at: expiresAtMs === null ? null : isoOf(expiresAtMs),
  };
}
