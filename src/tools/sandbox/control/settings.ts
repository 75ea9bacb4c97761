// The calls that show and change the settings of a world.
import { happeningsOf } from "../happenings/index.ts";
import type { ControlHandlers } from "./call.ts";

export const settingsCalls = {
  getSettings({ live: { world } }) {
    return { status: 200, body: world.settings };
  },

  changeSettings({ live: { world }, body }) {
    return { status: 200, body: happeningsOf(world).settingsChanged(body) };
  },
} satisfies Partial<ControlHandlers>;
