// Decides for a single value whether an alternative allows it, as far as a single value decides.
import { own } from "../../contract/index.ts";
import type { Part } from "./branch.ts";
import { keywordsOf, typeOf } from "./json-type.ts";
import { matcherOf } from "./pattern.ts";

/** Whether all parts allow the value; undefined when that is unknown. */
export function allows(parts: readonly Part[], value: unknown): boolean | undefined {
  const verdicts = parts.map(({ schema }) => schemaAllows(schema, value));
  if (verdicts.includes(false)) return false;
  return verdicts.includes(undefined) ? undefined : true;
}

/** Looks at the keywords that concern the value's type; types and lists of values are looked at elsewhere. */
function schemaAllows(schema: object, value: unknown): boolean | undefined {
  const limit = (keyword: string, otherwise: number) => {
    const written = own(schema, keyword);
    return typeof written === "number" ? written : otherwise;
  };
  const undecided = (...keywords: string[]) =>
    keywords.some((keyword) => Object.hasOwn(schema, keyword)) ? undefined : true;
  if (typeof value === "string") {
    const length = [...value].length;
    const pattern = own(schema, "pattern");
    if (length < limit("minLength", 0) || length > limit("maxLength", Number.POSITIVE_INFINITY)) return false;
    const matches = typeof pattern === "string" ? matcherOf(pattern)?.test(value) : true;
    return matches === true ? undecided("not", "if", "format") : matches;
  }
  if (typeof value === "number") {
    const multiple = limit("multipleOf", 0);
    const isInside =
      value >= limit("minimum", Number.NEGATIVE_INFINITY) &&
      value <= limit("maximum", Number.POSITIVE_INFINITY) &&
      value > limit("exclusiveMinimum", Number.NEGATIVE_INFINITY) &&
      value < limit("exclusiveMaximum", Number.POSITIVE_INFINITY) &&
      (multiple === 0 || Number.isInteger(Number((value / multiple).toPrecision(12))));
    return isInside ? undecided("not", "if", "format") : false;
  }
  if (typeof value === "boolean" || value === null) return undecided("not", "if");
  // Lists and objects are decided only for keywords that do not apply to them
  return undecided("not", "if", ...keywordsOf[typeOf(value)]);
}
