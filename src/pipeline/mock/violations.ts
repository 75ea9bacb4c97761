// What the contract has against a request or an answer, and the header that tells it.

/** One thing that the contract has against a request or an answer. */
export interface Violation {
  /** Where, such as `["request", "query", "radius"]`. */
  readonly location: readonly string[];
  readonly message: string;
}

/** The header that an answer carries when it, or its request, breaks the contract. */
export const violationsHeader = "sl-violations";

/** The violations as JSON that may stand in a header: all in ASCII, and a long list cut by whole entries. */
export function headerValue(violations: readonly Violation[]): string {
  const text = JSON.stringify(violations).replace(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return text.length <= limit || violations.length <= 1 ? text.slice(0, limit) : headerValue(violations.slice(0, -1));
}

/** Node refuses headers of more than 16 KiB in all. */
const limit = 8 * 1024;
