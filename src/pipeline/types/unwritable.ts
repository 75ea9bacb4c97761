// The error for a contract that is sound, but of which a part cannot be written in a form that is derived from it.

/** A part of the contract cannot be written as TypeScript, or as OpenAPI 3.0; `path` leads to it in the bundle. */
export class UnwritableError extends Error {
  override readonly name = "UnwritableError";
  readonly path: readonly string[];

  /**
   * @param path Where in the bundle, such as `["components", "examples", "default"]`.
   * @param message What was expected, what was found and what to do, as sentences.
   */
  constructor(path: readonly string[], message: string) {
    super(message);
    this.path = path;
  }
}
