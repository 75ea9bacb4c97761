// Compares `not` and `if`/`then`/`else`.

import { own, type Source } from "../../contract/index.ts";
import type { Effect } from "../direction.ts";
import { ruleOf } from "./bounds.ts";
import { branchesOf, type Located, type Part, schemaUnder } from "./branch.ts";
import { type CompareBranches, type Finding, type Mode, type SchemaComparison, unproven } from "./model.ts";
import { mayOverlap } from "./overlap.ts";
import { byType, isOnlyAType, type TypedBranch } from "./types.ts";

export const compareConditions: CompareBranches = (comparison, base, revision, mode) => {
  return [...compareNegations(comparison, base, revision, mode), ...compareIfs(comparison, base, revision, mode)];
};

const compareNegations: CompareBranches = (comparison, base, revision, mode) => {
  const { pairs, gone, come } = matched(
    negationsOf(comparison.base, base),
    negationsOf(comparison.revision, revision),
    (before, after) => comparison.isSame([before], [after]),
  );
  return [
    ...pairs.flatMap(([before, after]) => comparison.compareNegated([before], [after], mode)),
    ...gone.map((before) => found("wider", "not", before.at, revision.at, "was removed")),
    ...come.map((after) => found("narrower", "not", base.at, after.at, "was added")),
  ];
};

/** What is negated, as far as it concerns the values of the branch. */
function negationsOf(source: Source, branch: TypedBranch): Located[] {
  return branch.parts.flatMap((part) => {
    const not = own(part.schema, "not");
    // A negated type is reported with the types
    if (not === undefined || isOnlyAType(not)) return [];
    const negated = schemaUnder(part, "not");
    const refused = byType(branchesOf(source, [negated])).get(branch.type) ?? [];
    // Whether objects overlap is only estimated
    const isMatched = refused.some((other) => branch.type === "object" || mayOverlap(source, branch, source, other));
    return isMatched ? [negated] : [];
  });
}

function compareIfs(comparison: SchemaComparison, base: TypedBranch, revision: TypedBranch, mode: Mode): Finding[] {
  const hasSame =
    (...keywords: readonly string[]) =>
    (before: Part, after: Part) =>
      keywords.every((keyword) => comparison.isSame([schemaUnder(before, keyword)], [schemaUnder(after, keyword)]));
  const { pairs, gone, come } = matched(ifsOf(base), ifsOf(revision), hasSame("if", "then", "else"), hasSame("if"));
  return [
    ...pairs.flatMap(([before, after]) => compareOneIf(comparison, before, after, mode)),
    ...gone.map((before) => found("wider", "if", [...before.at, "if"], revision.at, "was removed")),
    ...come.map((after) => found("narrower", "if", base.at, [...after.at, "if"], "was added")),
  ];
}

/** `if` and `then` alone: fewer values that match the condition means more that are allowed; with `else` the other way. */
function compareOneIf(comparison: SchemaComparison, before: Part, after: Part, mode: Mode): Finding[] {
  const strict = { ...mode, strict: true };
  const schemas = (keyword: string) => [[schemaUnder(before, keyword)], [schemaUnder(after, keyword)]] as const;
  const consequences = ["then", "else"].flatMap((keyword) => comparison.compare(...schemas(keyword), strict));
  const condition = schemas("if");
  if (comparison.isSame(...condition)) return consequences;
  const uses = (keyword: string) => [before, after].some(({ schema }) => Object.hasOwn(schema, keyword));
  if (uses("then") && uses("else")) {
    return [unproven([...before.at, "if"], [...after.at, "if"], "its condition is not the same")];
  }
  const changed = uses("then")
    ? comparison.compareNegated(...condition, mode)
    : comparison.compare(...condition, strict);
  return [...changed, ...consequences];
}

function ifsOf({ parts }: TypedBranch): Part[] {
  return parts.filter(
    ({ schema }) => Object.hasOwn(schema, "if") && (Object.hasOwn(schema, "then") || Object.hasOwn(schema, "else")),
  );
}

function found(effect: Effect, keyword: string, base: Finding["base"], revision: Finding["revision"], what: string) {
  return { effect, rule: ruleOf(keyword), base, revision, text: `\`${keyword}\` ${what}` };
}

/** Pairs what is the same on both sides first, by one measure after the other, then what is left in its order. */
function matched<T>(
  before: readonly T[],
  after: readonly T[],
  ...measures: readonly ((before: T, after: T) => boolean)[]
) {
  const come = [...after];
  const pairs: [T, T][] = [];
  let gone = [...before];
  for (const isSame of [...measures, () => true]) {
    gone = gone.filter((item) => {
      const index = come.findIndex((other) => isSame(item, other));
      if (index === -1) return true;
      pairs.push([item, ...(come.splice(index, 1) as [T])]);
      return false;
    });
  }
  return { pairs, gone, come };
}
