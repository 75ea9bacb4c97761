// The calls that show and change the settings of a world.
import { settings } from "../happenings/settings.ts";
import type { ControlHandlers } from "./call.ts";

export const settingsCalls = {
  getSettings({ world }) {
    return { status: 200, body: world.settings };
  },

  async changeSettings({ world, body }) {
    return { status: 200, body: await settings.settingsChanged(world, body) };
  },
} satisfies Partial<ControlHandlers>;
