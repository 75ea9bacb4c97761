// Puts alternatives together that only list values: two constants are an enum of both.
import { canonical, own } from "../../contract/index.ts";
import { isAll, type TypedBranch } from "./types.ts";

/** The alternatives, with those that only list values as one; in `oneOf` as far as no value is listed twice. */
export function withListsMerged(branches: readonly TypedBranch[]): readonly TypedBranch[] {
  const lists = branches.filter(isList);
  const [first] = lists;
  if (first === undefined || lists.length < 2) return branches;
  const all = lists.flatMap(({ values }) => values ?? []);
  const values = [...new Map(all.map((value) => [canonical(value), value])).values()];
  const exclusions = lists.flatMap(({ exclusions }) => exclusions);
  const [exclusion] = exclusions;
  const isPlainChoice =
    exclusions.length === lists.length &&
    exclusions.every(({ holder }) => holder === exclusion?.holder) &&
    values.length === all.length;
  if (exclusions.length > 0 && !isPlainChoice) return branches;
  const places = new Set(lists.map(({ at }) => at.join("/")));
  const merged: TypedBranch = {
    ...first,
    parts: isAll(first.type, values) ? [] : [{ schema: { enum: values }, at: first.at, within: [] }],
    values: isAll(first.type, values) ? undefined : values,
    exclusions: exclusion
      ? [{ ...exclusion, siblings: exclusion.siblings.filter(({ at }) => !places.has(at.join("/"))) }]
      : [],
  };
  return branches.flatMap((branch) => (branch === first ? [merged] : lists.includes(branch) ? [] : [branch]));
}

function isList({ values, isExact, parts, exclusions }: TypedBranch): boolean {
  const isOpen = parts.some(({ schema }) => own(schema, "x-extensible-enum") !== undefined);
  return values !== undefined && isExact && !isOpen && exclusions.length <= 1;
}
