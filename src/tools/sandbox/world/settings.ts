// What can be switched in a world: what the service leaves to each team, and what is in the middle of a deprecation cycle.

/** The switches of a world. */
export interface WorldSettings {
  /** Sources of summaries and events: `new` names the provider only; `old` still has the deprecated fields. */
  readonly source_form: "new" | "old";
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
  psc_scheduling: true,
  newer_values: false,
};
