// Compares what two schemas allow of strings.
import { compareBound } from "./bounds.ts";
import { compareFormat } from "./format.ts";
import { compareKeyword, writtenFor } from "./keywords.ts";
import type { CompareBranches } from "./model.ts";
import { compareExpressions } from "./pattern.ts";
import type { TypedBranch } from "./types.ts";

export const compareStrings: CompareBranches = (comparison, base, revision, mode) => {
  return [
    ...compareBound(base, revision, { keyword: "minLength", side: "least", otherwise: 0 }),
    ...compareBound(base, revision, { keyword: "maxLength", side: "most", otherwise: Number.POSITIVE_INFINITY }),
    ...compareKeyword(base, revision, "pattern", compareExpressions),
    ...compareFormat(base, revision),
    ...compareKeyword(base, revision, "contentEncoding"),
    ...compareKeyword(base, revision, "contentMediaType"),
    ...compareContentSchemas(comparison, base, revision, mode),
  ];
};

/** `contentSchema` says what the string holds once it is decoded. */
const compareContentSchemas: CompareBranches = (comparison, base, revision, mode) => {
  const located = (branch: TypedBranch) =>
    writtenFor(branch.parts, "contentSchema").map(({ value, at }) => ({ schema: value, at }));
  const [was, is] = [located(base), located(revision)];
  if (was.length === 0 && is.length === 0) return [];
  return comparison.compare(
    was.length > 0 ? was : [{ schema: true, at: base.at }],
    is.length > 0 ? is : [{ schema: true, at: revision.at }],
    mode,
  );
};
