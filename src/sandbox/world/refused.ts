// The refusal of a call or of a happening: an error with a status, a place and a remedy.

/** The status of each reason: `invalid` input, an `unknown` thing, a `conflict` with the state, a `limit`, or a caller who may not. */
const statuses = { invalid: 422, unknown: 404, conflict: 409, limit: 429, forbidden: 403, unauthorized: 401 } as const;

/** Something is refused: what was expected, what was found, and what to do. Nothing has changed. */
export class Refused extends Error {
  override readonly name = "Refused";
  readonly status: number;
  /** The place of the input, such as `body /to`. */
  readonly where: string | undefined;
  readonly remedy: string | undefined;
  /** The fields that the answer of an operation has beside the message. */
  readonly fields: object | undefined;

  constructor(
    reason: keyof typeof statuses | number,
    message: string,
    { where, remedy, fields }: { readonly where?: string; readonly remedy?: string; readonly fields?: object } = {},
  ) {
    super(message);
    this.status = typeof reason === "number" ? reason : statuses[reason];
    this.where = where;
    this.remedy = remedy;
    this.fields = fields;
  }
}

type Reason = ConstructorParameters<typeof Refused>[0];

/** @throws {Refused} unless a condition holds. */
export function refuseUnless(holds: unknown, message: string, reason: Reason = "invalid"): asserts holds {
  if (!holds) throw new Refused(reason, message);
}

/** Returns what was found. @throws {Refused} when nothing was. */
export function assertFound<Found>(
  found: Found | undefined,
  message: string,
  reason: "unknown" | "invalid" = "unknown",
): Found {
  if (found !== undefined) return found;
  throw new Refused(reason, message);
}
