// What can be switched in a world: what the service leaves to each team, and what is in the middle of a deprecation cycle.

/** The switches of a world. */
export interface WorldSettings {
  /** Sources of summaries and events: `new` names the provider only; `old` still has the deprecated fields. */
  readonly sourceForm: "new" | "old";
  /** Are partial results told by `order.partial_results`? The service enables that per team. */
  readonly partialResults: boolean;
  /** Has the team opted in to scheduling at patient service centers? */
  readonly pscScheduling: boolean;
  /** Is the service newer than the contract? Open enums then carry values that the contract does not know. */
  readonly newerValues: boolean;
}

export const defaultSettings: WorldSettings = {
  sourceForm: "new",
  partialResults: false,
  pscScheduling: true,
  newerValues: false,
};
