// Compares the `format` of values, knowing which format is a special case of which.
import type { Effect } from "../direction.ts";
import { compareKeyword } from "./keywords.ts";
import type { Finding } from "./model.ts";
import type { TypedBranch } from "./types.ts";

/** What each format is a special case of. */
const specialCaseOf: Readonly<Record<string, readonly string[]>> = {
  int32: ["int64", "double"],
  float: ["double"],
  email: ["idn-email"],
  hostname: ["idn-hostname"],
  uri: ["iri", "uri-reference", "iri-reference"],
  "uri-reference": ["iri-reference"],
  iri: ["iri-reference"],
};

/** @param isLimit Whether a format refuses any value that the rest of an alternative allows. */
export function compareFormat(
  base: TypedBranch,
  revision: TypedBranch,
  isLimit: (format: unknown, branch: TypedBranch) => boolean = () => true,
): Finding[] {
  const findings = compareKeyword(base, revision, "format", (before, after): Effect | undefined => {
    if (!isLimit(before, base) && !isLimit(after, revision)) return "harmless";
    if (specialCaseOf[String(before)]?.includes(String(after))) return "wider";
    return specialCaseOf[String(after)]?.includes(String(before)) ? "narrower" : undefined;
  });
  // The same values travel; generated code may read them into another type
  return findings.map((found) =>
    found.effect === "harmless" ? { ...found, rule: "code/type", level: "warning" } : found,
  );
}
