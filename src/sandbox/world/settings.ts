// The settings of a world and their defaults: options of each team, forms in the middle of a deprecation cycle, and values of a newer service.
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
