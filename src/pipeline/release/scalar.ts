// Replaces a value in the text of a YAML or JSON file, and leaves every other byte as it is.
import { isScalar, parseDocument } from "yaml";

/** The keys that lead to a value. */
export type Keys = readonly string[];

/** Where a contract says its version. */
export const contractVersion: Keys = ["info", "version"];

/** Where package-lock.json says the version of the package. */
export const lockVersions: readonly Keys[] = [["version"], ["packages", "", "version"]];

/**
 * Replaces text values.
 *
 * @throws {Error} when there is no text at one of the places.
 */
export function withTexts(source: string, places: readonly Keys[], value: string): string {
  const document = parseDocument(source);
  const ranges = places.map((keys) => {
    const node: unknown = document.getIn(keys, true);
    if (isScalar(node) && typeof node.value === "string" && node.range) return node.range;
    throw new Error(`There is no text at ${keys.join(".")}.`);
  });
  // From the end, so that the places before stay where they are
  return ranges
    .sort(([a], [b]) => b - a)
    .reduce((text, [start, end]) => {
      const [quote = ""] = /^["']/.exec(text.slice(start, end)) ?? [];
      return `${text.slice(0, start)}${quote}${value}${quote}${text.slice(end)}`;
    }, source);
}

/** The text values at some places; undefined where there is none. */
export function textsAt(source: string, places: readonly Keys[]): (string | undefined)[] {
  const document = parseDocument(source);
  return places.map((keys) => {
    const value: unknown = document.getIn(keys);
    return typeof value === "string" ? value : undefined;
  });
}
