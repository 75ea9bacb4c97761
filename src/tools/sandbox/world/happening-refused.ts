// The refusal of what cannot happen in a world.

/** A happening that cannot happen: what was expected, what was found, and what to do. Nothing has changed. */
export class HappeningRefused extends Error {
  override readonly name = "HappeningRefused";
  /** `unknown` thing, `conflict` with the state, or `invalid` input. */
  readonly reason: "unknown" | "conflict" | "invalid";

  constructor(reason: HappeningRefused["reason"], message: string) {
    super(message);
    this.reason = reason;
  }
}
