// A violation of the contract, and the header that reports violations.

/** One way in which a request or a response breaks the contract. */
export interface Violation {
  /** Where, such as `["request", "query", "radius"]`. */
  readonly location: readonly string[];
  readonly message: string;
}

/** The header of a response that breaks the contract, or whose request does. */
export const violationsHeader = "sl-violations";

/** The violations as JSON for a header: ASCII only, and a long list is cut after a whole entry. */
export function headerValue(violations: readonly Violation[]): string {
  let list = "";
  for (const violation of violations) {
    const longer = list === "" ? asciiJson(violation) : `${list},${asciiJson(violation)}`;
    if (longer.length + "[]".length > limit && list !== "") break;
    list = longer;
  }
  return `[${list}]`.slice(0, limit);
}

function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Node refuses more than 16 KiB of headers. */
const limit = 8 * 1024;
