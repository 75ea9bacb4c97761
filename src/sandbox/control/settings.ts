// The calls that show and change the settings of a world, which the document names as JSON is named here.
import type { components } from "../../../generated/control-types.ts";
import { happeningsOf } from "../happenings.ts";
import type { WorldSettings } from "../settings.ts";
import type { ControlHandlers } from "./call.ts";

type ShownSettings = components["schemas"]["Settings"];

export const settingsCalls = {
  getSettings({ live: { world } }) {
    return { status: 200, body: shownSettings(world.settings) };
  },

  changeSettings({ live: { world }, body }) {
    return { status: 200, body: shownSettings(happeningsOf(world).settingsChanged(keptSettings(body))) };
  },
} satisfies Partial<ControlHandlers>;

/** `source_form` for `sourceForm`; a test holds the document and the settings together. */
export function shownSettings(settings: WorldSettings): ShownSettings {
  const shown = Object.entries(settings).map(([name, value]) => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value,
  ]);
  return Object.fromEntries(shown) as ShownSettings;
}

/** `sourceForm` for `source_form`. */
export function keptSettings(change: Partial<ShownSettings>): Partial<WorldSettings> {
  const kept = Object.entries(change).map(([name, value]) => [
    name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    value,
  ]);
  return Object.fromEntries(kept) as Partial<WorldSettings>;
}
