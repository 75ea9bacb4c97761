// The calls that make, show, reset and drop worlds, and their settings.
import type { components } from "../../../generated/control-types.ts";
import { msOf } from "../clock.ts";
import type { WorldSettings } from "../settings.ts";
import { demoIdentity, type LiveWorld, type Worlds } from "../worlds.ts";
import { type ControlHandlers, ControlRefused } from "./call.ts";
import { shownClock } from "./clock.ts";

type ShownSettings = components["schemas"]["Settings"];

export function worldCalls(worlds: Worlds) {
  return {
    listWorlds() {
      return { status: 200, body: { worlds: worlds.all().map(shownWorld) } };
    },

    createWorld({ body: { now, ...options } = {} }) {
      if (now !== undefined && Number.isNaN(msOf(now))) {
        throw new ControlRefused(422, `Expected a date-time such as 2026-03-02T09:00:00Z, found ${now}.`, {
          where: "body /now",
          remedy: "Leave it out to begin at the machine's time.",
        });
      }
      return { status: 201, body: shownWorld(worlds.create({ ...options, ...(now === undefined ? {} : { now }) })) };
    },

    getWorld({ live }) {
      return { status: 200, body: shownWorld(live) };
    },

    async dropWorld({ live }) {
      if (live.world.identity.id === demoIdentity.id) {
        throw new ControlRefused(409, "The first world cannot be dropped: the sandbox always has it.", {
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

    getSettings({ live }) {
      return { status: 200, body: shownSettings(live.world.settings) };
    },

    changeSettings({ live, body }) {
      const changes = Object.entries(body).map(([name, value]) => [camelCase(name), value]);
      live.world.changeSettings(Object.fromEntries(changes) as Partial<WorldSettings>);
      return { status: 200, body: shownSettings(live.world.settings) };
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

/** The document names the settings as JSON is named here; a test holds the two together. */
function shownSettings(settings: WorldSettings): ShownSettings {
  const shown = Object.entries(settings).map(([name, value]) => [snakeCase(name), value]);
  return Object.fromEntries(shown) as ShownSettings;
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
