// What is switched at the service: the settings of the team, a deprecation cycle, a release that is newer than the contract.
import { refuseInvalidSettings } from "../world/settings.ts";
import type { HappeningTable } from "./table.ts";

export const settings = {
  async settingsChanged(world, input) {
    refuseInvalidSettings(input);
    await world.changeSettings(input);
    return world.settings;
  },

  async newerValuesAppeared(world, _input) {
    await world.changeSettings({ newer_values: true });
    return world.settings;
  },
} satisfies Partial<HappeningTable>;
