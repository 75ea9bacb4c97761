// Compares lists of alternatives: every value of one list has to find a place in the other.

import type { JsonObject, Source } from "../../contract/index.ts";
import { levelOf, opposite } from "../direction.ts";
import { branchesOf, type Exclusion, type Located } from "./branch.ts";
import type { Mode, SchemaComparison } from "./compare.ts";
import type { Finding } from "./finding.ts";
import { Identities, isNamed } from "./identity.ts";
import { withListsMerged } from "./listed.ts";
import { mayOverlap } from "./overlap.ts";
import { requiredProperties, schemasOfProperty } from "./properties.ts";
import { byType, type TypedBranch } from "./types.ts";

/** An alternative with the findings against one of the other side. */
interface Match {
  readonly base: TypedBranch;
  readonly revision: TypedBranch;
  readonly findings: readonly Finding[];
  readonly breaks: boolean;
}

export function compareBranches(
  comparison: SchemaComparison,
  base: readonly TypedBranch[],
  revision: readonly TypedBranch[],
  mode: Mode,
): Finding[] {
  // The comparison of types reports types that were added or removed
  if (base.length === 0 || revision.length === 0) return [];
  const matchOf = (before: TypedBranch, after: TypedBranch): Match => {
    const findings = comparison.compareTyped(before, after, mode);
    return { base: before, revision: after, findings, breaks: breaks(findings, mode) };
  };
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
  const homeless: { readonly branch: TypedBranch; readonly matches: readonly Match[] }[] = [];
  const place = (match: Match, told: readonly Finding[] = match.findings) => {
    placed.push(match);
    used.add(outerOf(match));
    findings.push(...told);
  };
  for (const branch of inner) {
    const by = Map.groupBy(outer, (other) => identities.kinship(branch, other));
    const namesakes = (by.get("same") ?? []).map((other) => matchWith(branch, other)).sort(byBreak);
    const [namesake] = namesakes;
    // Where a discriminator tells alternatives apart, no other takes the place of its namesake
    if (namesake && (!namesake.breaks || (namesake.base.discriminated && namesake.revision.discriminated))) {
      place(namesake);
      continue;
    }
    const others = (by.get("unknown") ?? []).map((other) => matchWith(branch, other));
    const [best] = others.filter((match) => !match.breaks).sort(byLikeness);
    const split = best ? undefined : splitUp(innerSource, branch, [...namesakes, ...others], mode, matchWith);
    if (best) {
      // By their values nothing changed; who tells alternatives apart by what they hold may notice
      place(
        best,
        namesake && !isRequest && !mode.strict ? namesake.findings.map((found) => warned(found, mode)) : undefined,
      );
      if (namesake) used.add(outerOf(namesake));
    } else if (split) for (const match of split) place(match);
    else {
      // Under its name it may have another tag now
      const renamed = (by.get("apart") ?? []).filter((other) => isNamed(other) && other.name === branch.name);
      const matches = [...(namesake ? [namesake] : []), ...others, ...renamed.map((other) => matchWith(branch, other))];
      homeless.push({ branch, matches });
    }
  }
  for (const { branch, matches } of homeless) {
    const counterpart = matches
      .filter((match) => !used.has(outerOf(match)) && isCounterpart(identities, match))
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
      if (identities.kinship(branch, other) === "apart") return false;
      const findings = isRequest
        ? comparison.compareTyped(branch, other, back)
        : comparison.compareTyped(other, branch, back);
      return !breaks(findings, back);
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
  source: Source,
  branch: TypedBranch,
  matches: readonly Match[],
  mode: Mode,
  matchWith: (branch: TypedBranch, other: TypedBranch) => Match,
): Match[] | undefined {
  if (branch.type !== "object") return undefined;
  for (const name of requiredProperties(branch)) {
    // Elsewhere it has to fit as it is
    const isAbout = ({ base, revision }: Finding) => base.includes(name) || revision.includes(name);
    const candidates = matches.filter(
      ({ findings }) =>
        !breaks(
          findings.filter((found) => !isAbout(found)),
          mode,
        ),
    );
    if (candidates.length < 2) continue;
    const types = [...byType(branchesOf(source, schemasOfProperty(branch, name))).values()].flat();
    const cases = types.flatMap(({ type, values }): JsonObject[] =>
      values ? values.map((value) => ({ const: value })) : [{ type }],
    );
    if (cases.length < 2 || cases.length > mostParts) continue;
    const found = cases.map((schema) => {
      const part = { schema: { properties: { [name]: schema } }, at: branch.at, within: [] };
      const narrowed = { ...branch, parts: [...branch.parts, part] };
      const others = candidates.map(({ base, revision }) => (mode.direction === "request" ? revision : base));
      return others.map((other) => matchWith(narrowed, other)).find((match) => !match.breaks);
    });
    if (found.every((match) => match !== undefined)) return found;
  }
  return undefined;
}

function warned(finding: Finding, { direction }: Mode): Finding {
  return levelOf(finding.effect, direction) === "breaking"
    ? { ...finding, effect: "harmless", level: "warning" }
    : finding;
}

function byBreak(a: Match, b: Match): number {
  return Number(a.breaks) - Number(b.breaks) || byLikeness(a, b);
}

/** Fewest differences first, then by name. */
function byLikeness(a: Match, b: Match): number {
  const likeness = ({ base, revision, findings }: Match) => findings.length * 2 + Number(base.name !== revision.name);
  return likeness(a) - likeness(b);
}

/** Whether two alternatives are the same thing before and after, rather than two things. */
function isCounterpart(identities: Identities, { base, revision, findings }: Match): boolean {
  return (
    identities.kinship(base, revision) === "same" ||
    (isNamed(base) && base.name === revision.name) ||
    findings.length === 1
  );
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

function breaks(findings: readonly Finding[], mode: Mode): boolean {
  return findings.some(({ effect }) => levelOf(effect, mode.direction) === "breaking");
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
  const known = new Map<unknown, TypedBranch[]>();
  const typedBranches = (source: Source, sibling: Located, { type }: TypedBranch) => {
    const found = known.get(sibling.schema) ?? byType(branchesOf(source, [sibling])).get(type) ?? [];
    known.set(sibling.schema, found);
    return found;
  };
  return placed.flatMap((match): Finding[] => {
    const [inner, outer] = isRequest ? [match.base, match.revision] : [match.revision, match.base];
    const at = { rule: "schema/one-of-overlap", base: match.base.at, revision: match.revision.at };
    const rivalsIn = (source: Source, { siblings, discriminated }: Exclusion, branch: TypedBranch) =>
      discriminated ? [] : siblings.map((sibling) => ({ sibling, rivals: typedBranches(source, sibling, branch) }));
    const meets = (source: Source, rivals: readonly TypedBranch[]) =>
      rivals.some((rival) => mayOverlap(innerSource, inner, source, rival));
    for (const exclusion of outer.exclusions) {
      for (const { sibling, rivals } of rivalsIn(outerSource, exclusion, outer)) {
        if (!meets(outerSource, rivals) || wasExcluded(comparison, inner, sibling, isRequest)) continue;
        const other = rivals[0]?.name ? `\`${rivals[0].name}\`` : `number ${Number(sibling.at.at(-1)) + 1}`;
        const text = `may match two alternatives of \`oneOf\`, which rejects it (the other is ${other})`;
        return [{ effect: isRequest ? "narrower" : "wider", text, ...at }];
      }
    }
    if (outer.exclusions.length > 0) return [];
    const released = inner.exclusions.some((exclusion) =>
      rivalsIn(innerSource, exclusion, inner).some(({ rivals }) => meets(innerSource, rivals)),
    );
    if (!released) return [];
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
  return exclusions.some(({ siblings }) =>
    siblings.some((known) =>
      isRequest
        ? comparison.isCompatible([known], [sibling], { direction: "response", strict: true })
        : comparison.isCompatible([sibling], [known], { direction: "request", strict: true }),
    ),
  );
}
