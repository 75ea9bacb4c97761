// What can be switched in a world: what the service leaves to each team, and what is in the middle of a deprecation cycle.
import { HappeningRefused } from "./happening-refused.ts";

/** The switches of a world. */
export interface WorldSettings {
  /** Sources of summaries and events: `new` has the new fields only, `old` the deprecated ones only, `both` has both. */
  readonly source_form: "new" | "both" | "old";
  /** Are partial results told by `order.partial_results`? The service enables that per team. */
  readonly partial_results: boolean;
  /** Has the team opted in to scheduling at patient service centers? */
  readonly psc_scheduling: boolean;
  /** Is the service newer than the contract? Open enums then carry values that the contract does not know. */
  readonly newer_values: boolean;
}

export const defaultSettings: WorldSettings = {
  source_form: "new",
  partial_results: false,
  psc_scheduling: false,
  newer_values: false,
};

/** What each setting may be. */
const values: { readonly [Name in keyof WorldSettings]: readonly WorldSettings[Name][] } = {
  source_form: ["new", "both", "old"],
  partial_results: [true, false],
  psc_scheduling: [true, false],
  newer_values: [true, false],
};

/**
 * Refuses a setting that there is not, or a value that it cannot have: what comes from outside was not seen by the compiler.
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
    throw new HappeningRefused("invalid", `Expected ${expected}, found ${found}. Nothing was changed.`);
  }
}
