// Compares lists of alternatives: every value of one list has to find a place in the other.

import { own, type Source } from "../../contract/index.ts";
import { opposite } from "../direction.ts";
import { branchesOf, type Exclusion, type Located } from "./branch.ts";
import type { Mode, SchemaComparison } from "./compare.ts";
import type { Finding } from "./finding.ts";
import { withListsMerged } from "./listed.ts";
import { mayOverlap } from "./overlap.ts";
import { byType, type TypedBranch } from "./types.ts";

/** An alternative with one of the other side: they are compared once somebody asks. */
class Match {
  readonly base: TypedBranch;
  readonly revision: TypedBranch;
  readonly #comparison: SchemaComparison;
  readonly #mode: Mode;
  #findings: readonly Finding[] | undefined;
  #breaks: boolean | undefined;

  constructor(comparison: SchemaComparison, base: TypedBranch, revision: TypedBranch, mode: Mode) {
    this.base = base;
    this.revision = revision;
    this.#comparison = comparison;
    this.#mode = mode;
  }

  get findings(): readonly Finding[] {
    this.#findings ??= this.#comparison.compareTyped(this.base, this.revision, this.#mode);
    return this.#findings;
  }

  get breaks(): boolean {
    this.#breaks ??= this.#comparison.breaks(this.findings, this.#mode);
    return this.#breaks;
  }

  /** How much was found, as far as it matters. */
  get count(): number {
    return this.#comparison.count(this.findings, 100);
  }
}

export function compareBranches(
  comparison: SchemaComparison,
  base: readonly TypedBranch[],
  revision: readonly TypedBranch[],
  mode: Mode,
): Finding[] {
  // The comparison of types reports types that were added or removed
  if (base.length === 0 || revision.length === 0) return [];
  const matchOf = (before: TypedBranch, after: TypedBranch) => new Match(comparison, before, after, mode);
  const [was, is] = [withListsMerged(base), withListsMerged(revision)];
  const [only, onlyNow] = [was[0], is[0]];
  if (was.length === 1 && is.length === 1 && only && onlyNow) {
    const match = matchOf(only, onlyNow);
    return [...match.findings, ...compareExclusions(comparison, [match], mode)];
  }
  return compareMany(comparison, was, is, mode, matchOf);
}

function compareMany(
  comparison: SchemaComparison,
  base: readonly TypedBranch[],
  revision: readonly TypedBranch[],
  mode: Mode,
  matchOf: (before: TypedBranch, after: TypedBranch) => Match,
): Finding[] {
  // In a request the base has to fit into the revision, in a response the other way
  const isRequest = mode.direction === "request";
  const [inner, outer] = isRequest ? [base, revision] : [revision, base];
  const matchesOf = (branch: TypedBranch) =>
    outer.map((other) => (isRequest ? matchOf(branch, other) : matchOf(other, branch)));
  const outerOf = (match: Match) => (isRequest ? match.revision : match.base);
  const used = new Set<TypedBranch>();
  const placed: Match[] = [];
  const homeless: { readonly branch: TypedBranch; readonly matches: readonly Match[] }[] = [];
  for (const branch of inner) {
    const matches = matchesOf(branch);
    const namesakes = matches.filter(isNamesake);
    // What has the same name and still fits is not compared with all others
    const same = matches.find((match) => hasSameName(match) && !match.breaks);
    const [best] =
      namesakes.length > 0
        ? namesakes.sort(byBreak)
        : same
          ? [same]
          : matches.filter((match) => !match.breaks).sort(byLikeness);
    if (best === undefined) {
      homeless.push({ branch, matches });
      continue;
    }
    placed.push(best);
    used.add(outerOf(best));
  }
  const findings = placed.flatMap((match) => match.findings);
  for (const { branch, matches } of homeless) {
    const counterpart = matches
      .filter((match) => !used.has(outerOf(match)) && isCounterpart(match))
      .sort(byLikeness)[0];
    if (counterpart) {
      used.add(outerOf(counterpart));
      findings.push(...counterpart.findings);
    } else findings.push(alternative(branch, isRequest ? "gone" : "new", base, revision));
  }
  // One that comes or goes beside others that cover it changes nothing
  const back = { ...mode, direction: opposite(mode.direction) };
  const isCovered = (other: TypedBranch) =>
    inner.some((branch) => {
      const findings = isRequest
        ? comparison.compareTyped(branch, other, back)
        : comparison.compareTyped(other, branch, back);
      return !comparison.breaks(findings, back);
    });
  for (const other of outer) {
    if (!used.has(other) && !isCovered(other))
      findings.push(alternative(other, isRequest ? "new" : "gone", base, revision));
  }
  return [...findings, ...compareExclusions(comparison, placed, mode)];
}

/** Where a discriminator tells alternatives apart, those of one name are one: no other takes the place of either. */
function isNamesake({ base, revision }: Match): boolean {
  return base.discriminated && revision.discriminated && base.name === revision.name;
}

/** Whether both have one name that was given: not a position, for want of a better one. */
function hasSameName({ base, revision }: Match): boolean {
  return isNamed(base) && base.name === revision.name;
}

function isNamed({ name }: TypedBranch): boolean {
  return name !== "" && !/^\d+:/.test(name);
}

function byBreak(a: Match, b: Match): number {
  return Number(a.breaks) - Number(b.breaks) || byLikeness(a, b);
}

/** Fewest differences first, then by name. */
function byLikeness(a: Match, b: Match): number {
  const likeness = ({ base, revision, count }: Match) => count * 2 + Number(base.name !== revision.name);
  return likeness(a) - likeness(b);
}

/** Whether two alternatives are the same thing before and after, rather than two things. */
function isCounterpart(match: Match): boolean {
  return match.base.name === match.revision.name || match.count === 1;
}

function alternative(
  branch: TypedBranch,
  what: "gone" | "new",
  base: readonly TypedBranch[],
  revision: readonly TypedBranch[],
): Finding {
  const title = isNamed(branch) ? `the alternative \`${branch.name}\`` : `an alternative (${branch.type})`;
  return {
    effect: what === "gone" ? "narrower" : "wider",
    rule: what === "gone" ? "schema/alternative-removed" : "schema/alternative-added",
    base: what === "gone" ? branch.at : (base[0]?.at.slice(0, -2) ?? []),
    revision: what === "new" ? branch.at : (revision[0]?.at.slice(0, -2) ?? []),
    text: `${title} was ${what === "gone" ? "removed" : "added"}`,
  };
}

/**
 * `oneOf` refuses a value that meets two of its branches.
 * So an alternative that finds its place there must not meet a sibling that did not exclude it before.
 */
function compareExclusions(comparison: SchemaComparison, placed: readonly Match[], mode: Mode): Finding[] {
  const isRequest = mode.direction === "request";
  const [innerSource, outerSource] = isRequest
    ? [comparison.base, comparison.revision]
    : [comparison.revision, comparison.base];
  return placed.flatMap((match): Finding[] => {
    const [inner, outer] = isRequest ? [match.base, match.revision] : [match.revision, match.base];
    const at = { rule: "schema/one-of-overlap", base: match.base.at, revision: match.revision.at };
    const meets = (source: Source, sibling: Located, branch: TypedBranch) =>
      typedBranches(source, sibling, branch).some((rival) => mayOverlap(innerSource, inner, source, rival));
    const siblingsIn = ({ siblings, discriminated }: Exclusion) => (discriminated ? [] : siblings);
    for (const sibling of outer.exclusions.flatMap(siblingsIn)) {
      if (!meets(outerSource, sibling, outer) || wasExcluded(comparison, inner, sibling, isRequest)) continue;
      const [rival] = typedBranches(outerSource, sibling, outer);
      const other = rival?.name ? `\`${rival.name}\`` : `number ${Number(sibling.at.at(-1)) + 1}`;
      const text = `may match two alternatives of \`oneOf\`, which rejects it (the other is ${other})`;
      return [{ effect: isRequest ? "narrower" : "wider", text, ...at }];
    }
    const isReleased = () => inner.exclusions.flatMap(siblingsIn).some((sibling) => meets(innerSource, sibling, inner));
    if (outer.exclusions.length > 0 || !isReleased()) return [];
    const text = isRequest
      ? "may now meet several alternatives at once"
      : "no longer meets several alternatives at once";
    return [{ effect: isRequest ? "wider" : "narrower", text, ...at }];
  });
}

/** Whether the narrower side refused what meets this sibling too. */
function wasExcluded(
  comparison: SchemaComparison,
  { exclusions }: TypedBranch,
  sibling: Located,
  isRequest: boolean,
): boolean {
  const reference = own(sibling.schema, "$ref");
  const isNamesake = ({ schema }: Located) => reference !== undefined && own(schema, "$ref") === reference;
  const isRefused = (known: Located) =>
    isRequest
      ? comparison.isCompatible([known], [sibling], { direction: "response", strict: true })
      : comparison.isCompatible([sibling], [known], { direction: "request", strict: true });
  // The namesake first: it is the one most of the time
  const siblings = exclusions.flatMap((exclusion) => exclusion.siblings);
  return siblings.filter(isNamesake).some(isRefused) || siblings.some(isRefused);
}

function typedBranches(source: Source, located: Located, like: TypedBranch): TypedBranch[] {
  return byType(branchesOf(source, [located])).get(like.type) ?? [];
}
