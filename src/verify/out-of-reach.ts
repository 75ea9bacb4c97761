// The one way in which a check says that it cannot be made.

/** Something that a call needs is not known, so that it cannot be made: the check is skipped for this reason. */
export class OutOfReach extends Error {
  override readonly name = "OutOfReach";
}
