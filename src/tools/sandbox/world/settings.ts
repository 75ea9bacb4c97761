// The settings of a world: options of each team, and forms in the middle of a deprecation cycle.

import type { components } from "../../../../generated/control-types.ts";
import type { Given } from "./given.ts";
import { HappeningRefused } from "./happening-refused.ts";

/** The settings of a world. */
export type WorldSettings = Given<components["schemas"]["Settings"]>;

export const defaultSettings: WorldSettings = {
  source_form: "new",
  partial_results: false,
  psc_scheduling: false,
  order_user_required: false,
  newer_values: false,
};

/** The values of each setting. */
const values: { readonly [Name in keyof WorldSettings]: readonly WorldSettings[Name][] } = {
  source_form: ["new", "both", "old"],
  partial_results: [true, false],
  psc_scheduling: [true, false],
  order_user_required: [true, false],
  newer_values: [true, false],
};

/**
 * Refuses unknown settings and values, which the compiler has not checked.
 *
 * @throws {HappeningRefused}
 */
export function refuseInvalidSettings(change: object): void {
  for (const [name, value] of Object.entries(change)) {
    const allowed: readonly unknown[] | undefined = Object.entries(values).find(([known]) => known === name)?.[1];
    if (allowed?.includes(value) === true) continue;
    const expected =
      allowed === undefined
        ? `one of the settings ${Object.keys(values).join(", ")}`
        : `${name} to be ${allowed.map((one) => JSON.stringify(one)).join(" or ")}`;
    const found = allowed === undefined ? name : JSON.stringify(value);
    throw new HappeningRefused("invalid", `Expected ${expected}, found ${found}. Nothing changed.`);
  }
}
