// The settings of a world: options of each team, and forms in the middle of a deprecation cycle.
import { HappeningRefused } from "./happening-refused.ts";

/** The settings of a world. */
export interface WorldSettings {
  /** Sources of summaries and events: `new` has the new fields only, `old` the deprecated ones only, `both` has both. */
  readonly source_form: "new" | "both" | "old";
  /** Whether partial results send `order.partial_results`, which the service enables per team. */
  readonly partial_results: boolean;
  /** Whether the team has opted in to scheduling at patient service centers. */
  readonly psc_scheduling: boolean;
  /** Whether the service is newer than the contract: open enums then have values that the contract does not know. */
  readonly newer_values: boolean;
}

export const defaultSettings: WorldSettings = {
  source_form: "new",
  partial_results: false,
  psc_scheduling: false,
  newer_values: false,
};

/** The values of each setting. */
const values: { readonly [Name in keyof WorldSettings]: readonly WorldSettings[Name][] } = {
  source_form: ["new", "both", "old"],
  partial_results: [true, false],
  psc_scheduling: [true, false],
  newer_values: [true, false],
};

/**
 * Refuses unknown settings and values, which the compiler has not checked.
 *
 * @throws {HappeningRefused}
 */
export function refuseOddSettings(change: object): void {
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
