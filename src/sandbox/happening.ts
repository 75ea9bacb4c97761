// Something that happens in the world outside of the API, and that a test or a person makes happen.

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
