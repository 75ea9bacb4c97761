// Compares lists of alternatives: every value of one list has to find a place in the other.

import { type JsonObject, own, type Path, type Source } from "../../contract/index.ts";
import { levelOf, opposite } from "../direction.ts";
import { branchesOf, type Exclusion, type Located } from "./branch.ts";
import { Identities, isNamed } from "./identity.ts";
import { type JsonType, jsonTypes } from "./json-type.ts";
import { withListsMerged } from "./listed.ts";
import type { Finding, Mode, SchemaComparison } from "./model.ts";
import { mayOverlap } from "./overlap.ts";
import { requiredProperties, schemasOfProperty } from "./properties.ts";
import { byType, type TypedBranch } from "./types.ts";

/** An alternative with one of the other side: they are compared once somebody asks. */
class Match {
  readonly base: TypedBranch;
  readonly revision: TypedBranch;
  readonly #comparison: SchemaComparison;
  readonly #mode: Mode;
  #findings: readonly Finding[] | undefined;

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

  /** Looked up without keeping what was found: of most, that is all that is asked. */
  get breaks(): boolean {
    return this.#comparison.breaksTyped(this.base, this.revision, this.#mode);
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
  const [innerSource, outerSource] = isRequest
    ? [comparison.base, comparison.revision]
    : [comparison.revision, comparison.base];
  const identities = new Identities({ source: innerSource, branches: inner }, { source: outerSource, branches: outer });
  const matchWith = (branch: TypedBranch, other: TypedBranch) =>
    isRequest ? matchOf(branch, other) : matchOf(other, branch);
  const outerOf = (match: Match) => (isRequest ? match.revision : match.base);
  const used = new Set<TypedBranch>();
  const placed: Match[] = [];
  const findings: Finding[] = [];
  const unmatched: { readonly branch: TypedBranch; readonly matches: readonly (() => readonly Match[])[] }[] = [];
  const place = (match: Match, reported: readonly Finding[] = match.findings) => {
    placed.push(match);
    used.add(outerOf(match));
    findings.push(...reported);
  };
  for (const branch of inner) {
    const by = Map.groupBy(outer, (other) => identities.relation(branch, other));
    const namesakes = (by.get("same") ?? []).map((other) => matchWith(branch, other)).sort(byBreak);
    const [namesake] = namesakes;
    // Where a discriminator distinguishes alternatives, no other takes the place of its namesake
    if (namesake && (!namesake.breaks || (namesake.base.discriminated && namesake.revision.discriminated))) {
      place(namesake);
      continue;
    }
    const others = (by.get("unknown") ?? []).map((other) => matchWith(branch, other));
    const [best] = others.filter((match) => !match.breaks).sort(byLikeness);
    const split = best ? undefined : splitUp(comparison, branch, [...namesakes, ...others], mode, matchWith);
    if (best) {
      // By their values nothing changed; who distinguishes alternatives by what they hold may notice
      place(best, namesake && !isRequest && !mode.strict ? [gainOf(namesake)] : undefined);
      if (namesake) used.add(outerOf(namesake));
    } else if (split) for (const match of split) place(match);
    else {
      // Under its name it may have another tag now
      const renamed = (by.get("different") ?? []).filter((other) => isNamed(other) && other.name === branch.name);
      // How alike two are takes all that can be found in them: only where none has its name
      const matches = [
        () => namesakes,
        () => others.sort(byLikeness),
        () => renamed.map((other) => matchWith(branch, other)),
      ];
      unmatched.push({ branch, matches });
    }
  }
  for (const { branch, matches } of unmatched) {
    const isFree = (match: Match) => !used.has(outerOf(match)) && isCounterpart(identities, match);
    const counterpart = matches
      .values()
      .map((list) => list().find(isFree))
      .find((match) => match !== undefined);
    if (counterpart) {
      used.add(outerOf(counterpart));
      findings.push(...counterpart.findings);
    } else findings.push(alternative(branch, isRequest ? "gone" : "new", base, revision));
  }
  // One that comes or goes beside others that cover it changes nothing
  const back = { ...mode, direction: opposite(mode.direction) };
  const isCovered = (other: TypedBranch) =>
    inner.some((branch) => {
      if (identities.relation(branch, other) === "different") return false;
      return !(isRequest ? comparison.breaksTyped(branch, other, back) : comparison.breaksTyped(other, branch, back));
    });
  for (const other of outer) {
    if (!used.has(other) && !isCovered(other))
      findings.push(alternative(other, isRequest ? "new" : "gone", base, revision));
  }
  return [...findings, ...compareExclusions(comparison, placed, mode)];
}

/** More parts of one alternative are not looked for among the others. */
const mostParts = 30;

/**
 * Finds places for an alternative that has no place as a whole: for each value, or each type, of one of its fields.
 *
 * @param matches The alternative with each of the other side.
 * @returns The matches of all parts; undefined where a part has no place.
 */
function splitUp(
  comparison: SchemaComparison,
  branch: TypedBranch,
  matches: readonly Match[],
  mode: Mode,
  matchWith: (branch: TypedBranch, other: TypedBranch) => Match,
): Match[] | undefined {
  if (branch.type !== "object") return undefined;
  const isRequest = mode.direction === "request";
  const source = isRequest ? comparison.base : comparison.revision;
  for (const name of requiredProperties(branch)) {
    // Elsewhere it has to fit as it is
    const candidates = matches.filter((match) => !comparison.breaksTyped(match.base, match.revision, mode, name));
    if (candidates.length < 2) continue;
    const types = [...byType(branchesOf(source, schemasOfProperty(branch, name))).values()].flat();
    const cases = types.flatMap(({ type, values }): JsonObject[] =>
      values ? values.map((value) => ({ const: value })) : [{ type }],
    );
    if (cases.length < 2 || cases.length > mostParts) continue;
    const found = cases.map((schema) => {
      const part = { schema: { properties: { [name]: schema } }, at: branch.at, within: [] };
      const narrowed = { ...branch, parts: [...branch.parts, part] };
      const others = candidates.map(({ base, revision }) => (isRequest ? revision : base));
      return others.map((other) => matchWith(narrowed, other)).find((match) => !match.breaks);
    });
    if (found.every((match) => match !== undefined)) return found;
  }
  return undefined;
}

/** What an alternative of a response gained, though another one had it. */
function gainOf({ base, revision }: Match): Finding {
  const text = `the alternative \`${revision.name}\` may now hold what only another one did`;
  return {
    effect: "harmless",
    level: "warning",
    rule: "schema/alternative-changed",
    base: base.at,
    revision: revision.at,
    text,
  };
}

/** What breaks nothing first; among several of one tag, such as a thing and what is left of it, the name decides. */
function byBreak(a: Match, b: Match): number {
  const isRenamed = ({ base, revision }: Match) => Number(base.name !== revision.name);
  return Number(a.breaks) - Number(b.breaks) || isRenamed(a) - isRenamed(b) || byLikeness(a, b);
}

/** Fewest differences first, then by name. */
function byLikeness(a: Match, b: Match): number {
  const likeness = ({ base, revision, count }: Match) => count * 2 + Number(base.name !== revision.name);
  return likeness(a) - likeness(b);
}

/** Whether two alternatives are the same thing before and after, rather than two things. */
function isCounterpart(identities: Identities, match: Match): boolean {
  const { base, revision } = match;
  const isOfOneName = isNamed(base) && base.name === revision.name;
  return isOfOneName || identities.relation(base, revision) === "same" || match.count === 1;
}

function alternative(
  branch: TypedBranch,
  what: "gone" | "new",
  base: readonly TypedBranch[],
  revision: readonly TypedBranch[],
): Finding {
  const around = (at: Path | undefined) =>
    /^(any|one)Of$/.test(at?.at(-2) ?? "") ? (at?.slice(0, -2) ?? []) : (at ?? []);
  const title = isNamed(branch) ? `the alternative \`${branch.name}\`` : `an alternative (${branch.type})`;
  return {
    effect: what === "gone" ? "narrower" : "wider",
    rule: what === "gone" ? "schema/alternative-removed" : "schema/alternative-added",
    base: what === "gone" ? branch.at : around(base[0]?.at),
    revision: what === "new" ? branch.at : around(revision[0]?.at),
    text: `${title} was ${what === "gone" ? "removed" : "added"}`,
  };
}

/**
 * `oneOf` refuses a value that matches two of its branches.
 * So an alternative that finds its place there must not overlap with a sibling that did not exclude it before.
 */
function compareExclusions(comparison: SchemaComparison, placed: readonly Match[], mode: Mode): Finding[] {
  const isRequest = mode.direction === "request";
  const [innerSource, outerSource] = isRequest
    ? [comparison.base, comparison.revision]
    : [comparison.revision, comparison.base];
  const exclusionOf = (match: Match): Finding | undefined => {
    const [inner, outer] = isRequest ? [match.base, match.revision] : [match.revision, match.base];
    const at = { rule: "schema/one-of-overlap", base: match.base.at, revision: match.revision.at };
    const overlaps = (source: Source, sibling: Located, branch: TypedBranch) =>
      typedBranches(source, sibling, branch).some((rival) => mayOverlap(innerSource, inner, source, rival));
    const siblingsIn = ({ siblings, discriminated }: Exclusion) => (discriminated ? [] : siblings);
    for (const sibling of outer.exclusions.flatMap(siblingsIn)) {
      if (!overlaps(outerSource, sibling, outer) || wasExcluded(comparison, inner, sibling, isRequest)) continue;
      const [rival] = typedBranches(outerSource, sibling, outer);
      const other = rival?.name ? `\`${rival.name}\`` : `number ${Number(sibling.at.at(-1)) + 1}`;
      const text = `may match two alternatives of \`oneOf\`, which rejects it (the other is ${other})`;
      return { effect: isRequest ? "narrower" : "wider", text, ...at };
    }
    const isReleased = () =>
      inner.exclusions.flatMap(siblingsIn).some((sibling) => overlaps(innerSource, sibling, inner));
    if (outer.exclusions.length > 0 || !isReleased()) return undefined;
    const text = isRequest
      ? "may now match several alternatives at once"
      : "no longer matches several alternatives at once";
    return { effect: isRequest ? "wider" : "narrower", text, ...at };
  };
  // One of them speaks for all: they are about one `oneOf`
  let released: Finding | undefined;
  for (const match of placed) {
    const found = exclusionOf(match);
    if (found && levelOf(found.effect, mode.direction) === "breaking") return [found];
    released ??= found;
  }
  return released ? [released] : [];
}

/** For each type, the schema that allows its values: one object each, since schemas are compared once. */
const onlyOf: ReadonlyMap<JsonType, JsonObject> = new Map(jsonTypes.map((type) => [type, { type }]));

/** Whether the narrower side refused what matches this sibling too. */
function wasExcluded(
  comparison: SchemaComparison,
  { exclusions, type }: TypedBranch,
  sibling: Located,
  isRequest: boolean,
): boolean {
  const reference = own(sibling.schema, "$ref");
  const isNamesake = ({ schema }: Located) => reference !== undefined && own(schema, "$ref") === reference;
  // What the siblings say of values of other types does not matter
  const only = { schema: onlyOf.get(type), at: [] };
  const isRefused = (known: Located) =>
    isRequest
      ? comparison.isCompatible([known, only], [sibling, only], { direction: "response", strict: true })
      : comparison.isCompatible([sibling, only], [known, only], { direction: "request", strict: true });
  // The namesake first: it is the one most of the time
  const siblings = exclusions.flatMap((exclusion) => exclusion.siblings);
  return siblings.filter(isNamesake).some(isRefused) || siblings.some(isRefused);
}

function typedBranches(source: Source, located: Located, like: TypedBranch): TypedBranch[] {
  return byType(branchesOf(source, [located])).get(like.type) ?? [];
}
