// What the store throws when its database cannot be reached, or cannot be used for now. Choice: database-unavailable

export class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable";
  /** A short name for it in the log, without anything that was stored. */
  readonly reason: string;

  constructor(reason: string, options?: ErrorOptions) {
    super(
      "The sandbox's database cannot be used now. Call again in a moment; this call was done as a whole or not at all.",
      options,
    );
    this.reason = reason;
  }
}

/** How many seconds a caller is asked to wait, in `Retry-After`. */
export const retryAfter = { "retry-after": "1" } as const;
