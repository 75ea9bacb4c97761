// What is switched at the service: the settings of the team, a deprecation cycle, a release that is newer than the contract.
import { HappeningRefused } from "../happening.ts";
import type { WorldSettings } from "../settings.ts";
import type { World } from "../world.ts";

/** What each setting may be. */
const choices: { readonly [Name in keyof WorldSettings]: readonly WorldSettings[Name][] } = {
  sourceForm: ["new", "old"],
  partialResults: [true, false],
  pscScheduling: [true, false],
  newerValues: [true, false],
};

export const settings = {
  /** Changes the settings that are named; the others stay. */
  settingsChanged(world: World, input: Partial<WorldSettings>): WorldSettings {
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

  /**
   * The service becomes newer than the contract: open enums carry values that the contract does not know.
   * `settingsChanged({ newerValues: false })` takes that back.
   */
  newerValuesAppeared(world: World, _input: Readonly<Record<string, never>>): WorldSettings {
    world.changeSettings({ newerValues: true });
    return world.settings;
  },
};
