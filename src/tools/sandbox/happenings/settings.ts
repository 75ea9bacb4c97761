// What is switched at the service: the settings of the team, a deprecation cycle, a release that is newer than the contract.
import { refuseInvalidSettings } from "../world/settings.ts";
import type { HappeningTable } from "./table.ts";

export const settings = {
  settingsChanged(world, input) {
    refuseInvalidSettings(input);
    world.changeSettings(input);
    return world.settings;
  },

  newerValuesAppeared(world, _input) {
    world.changeSettings({ newer_values: true });
    return world.settings;
  },
} satisfies Partial<HappeningTable>;
