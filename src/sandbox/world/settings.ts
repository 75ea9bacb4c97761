// The settings of a world: options of each team, forms in the middle of a deprecation cycle, and values of a newer service.
import type { components } from "../../../generated/control-types.ts";
import type { Given } from "../control-client/index.ts";

/** The settings of a world. */
export type WorldSettings = Given<components["schemas"]["Settings"]>;

export const defaultSettings: WorldSettings = {
  source_form: "new",
  partial_results: false,
  psc_scheduling: true,
  newer_values: false,
};

/** A world, as far as its settings go. */
interface WithSettings {
  readonly settings: WorldSettings;
}

/**
 * The value of an open enum to show: the known one, or one that the contract does not know while the setting `newer_values` is on.
 * Applied to responses and events only, never to stored records.
 *
 * @param newer By custom `newer_` and what it stands for, such as `newer_status`.
 */
export function newerOr<Value>({ settings }: WithSettings, known: Value, newer: string): Value | string {
  return settings.newer_values ? newer : known;
}

/** A list of values of an open enum, with one more at its end while the setting `newer_values` is on. */
export function withNewer<Value>({ settings }: WithSettings, known: readonly Value[], newer: string) {
  return settings.newer_values ? [...known, newer] : [...known];
}
