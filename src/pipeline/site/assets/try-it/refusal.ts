// What stops a call, in a sentence for the reader, with what to do about it.

/** A call that cannot be sent, or got no response. Backticks in the remedy mark code. */
export class Refusal extends Error {
  readonly remedy: string;
  /** The field that the reader has to mend: the name of a field, or `server`, or `body`. */
  readonly field: string | undefined;

  constructor(message: string, remedy: string, field?: string) {
    super(message);
    this.remedy = remedy;
    this.field = field;
  }
}
