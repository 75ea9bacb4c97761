// The error by which a check says that it cannot be made, such as when it needs an id that nobody named.

/** Thrown when a check cannot be made; its message is the reason in the report. */
export class OutOfReach extends Error {
  override readonly name = "OutOfReach";
}
