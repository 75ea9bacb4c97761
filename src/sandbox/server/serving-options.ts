// The options that the server takes as a caller gave them, apart from its own: the packed declarations hold them, and name no other package.

/** The options of a sandbox that its server reads as they are. */
export interface ServingOptions {
  /** Are its responses checked against the contract? By default they are, and violations are logged. */
  readonly responseChecks?: boolean | undefined;
  /**
   * Is each path taken with and without the slash at its end, and with repeated slashes? For clients written for another
   * server; by default slashes count, as in the contract.
   */
  readonly lenientSlash?: boolean | undefined;
  /** In how many milliseconds a request must have arrived whole; 30 seconds by default. */
  readonly requestTimeoutMs?: number | undefined;
  /**
   * Are calls refused that do something odd, which a service may take in silence: an unknown query parameter or field, an idempotency key that
   * comes back with another body? By default the hint stands with the call in `calls.list()`. The setting `strict` of a world comes first.
   */
  readonly strict?: boolean | undefined;
}
