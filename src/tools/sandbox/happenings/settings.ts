// What is switched at the service: the settings of the team, a deprecation cycle, a release that is newer than the contract.

import { HappeningRefused } from "../world/happening-refused.ts";
import type { WorldSettings } from "../world/settings.ts";
import type { HappeningTable } from "./table.ts";

/** What each setting may be. */
const choices: { readonly [Name in keyof WorldSettings]: readonly WorldSettings[Name][] } = {
  source_form: ["new", "old"],
  partial_results: [true, false],
  psc_scheduling: [true, false],
  newer_values: [true, false],
};

export const settings = {
  settingsChanged(world, input) {
    for (const [name, value] of Object.entries(input)) {
      const allowed: readonly unknown[] | undefined = Object.entries(choices).find(([known]) => known === name)?.[1];
      if (allowed?.includes(value) === true) continue;
      const expected =
        allowed === undefined
          ? `one of the settings ${Object.keys(choices).join(", ")}`
          : `${name} to be ${allowed.map((one) => JSON.stringify(one)).join(" or ")}`;
      const found = allowed === undefined ? name : JSON.stringify(value);
      throw new HappeningRefused("invalid", `Expected ${expected}, found ${found}. Nothing was changed.`);
    }
    world.changeSettings(input);
    return world.settings;
  },

  newerValuesAppeared(world, _input) {
    world.changeSettings({ newer_values: true });
    return world.settings;
  },
} satisfies Partial<HappeningTable>;
