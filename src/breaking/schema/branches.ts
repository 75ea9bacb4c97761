// Compares lists of alternatives: every value of one list has to find a place in the other.
import { type JsonObject, type Located, own, type Path } from "../../shared/contract/index.ts";
import type { Difference } from "../model.ts";
import { chooseLevel } from "../rules.ts";
import { isNamed, type Relation, relate } from "./identity.ts";
import { type JsonType, jsonTypes } from "./json-type.ts";
import { mayOverlap } from "./overlap.ts";
import { requiredProperties, schemasOfProperty } from "./properties.ts";
import { mergeLists, readTypes, type TypedBranch } from "./types.ts";
import { type Found, isNested, type View } from "./view.ts";

/** In a request the base has to fit into the revision, in a response the other way. */
type Role = "inner" | "outer";

/** An alternative of the side that has to fit, with one that it may fit into; they are compared once somebody asks. */
class Match {
  readonly inner: TypedBranch;
  readonly outer: TypedBranch;
  readonly #view: View;
  #findings: readonly Found[] | undefined;

  constructor(view: View, inner: TypedBranch, outer: TypedBranch) {
    this.inner = inner;
    this.outer = outer;
    this.#view = view;
  }

  get base(): TypedBranch {
    return this.#view.direction === "request" ? this.inner : this.outer;
  }

  get revision(): TypedBranch {
    return this.#view.direction === "request" ? this.outer : this.inner;
  }

  get findings(): readonly Found[] {
    this.#findings ??= this.#view.compareTyped(this.base, this.revision);
    return this.#findings;
  }

  get breaks(): boolean {
    return this.#view.breaksTyped(this.base, this.revision);
  }

  /** Whether it breaks something beside what is said of one field. */
  breaksBeside(field: string): boolean {
    const isElsewhere = (found: Found) => {
      const paths = isNested(found)
        ? [...found.base, ...found.revision].map(({ path: at }) => at)
        : [found.base, found.revision];
      return !paths.some((path) => path.includes(field));
    };
    return this.#view.breaks(this.findings.filter(isElsewhere));
  }

  /** How much was found, as far as it matters; of two that are as alike, the one of the same name. */
  get unlikeness(): number {
    return this.#view.count(this.findings) * 2 + this.isRenamed;
  }

  get isRenamed(): number {
    return Number(this.inner.name !== this.outer.name);
  }
}

export function compareBranches(view: View, base: readonly TypedBranch[], revision: readonly TypedBranch[]): Found[] {
  // The comparison of types reports types that were added or removed
  if (base.length === 0 || revision.length === 0) return [];
  const sides = [mergeLists(base), mergeLists(revision)] as const;
  const [inner, outer] = view.direction === "request" ? sides : ([sides[1], sides[0]] as const);
  const [only, onlyOther] = [inner[0], outer[0]];
  if (inner.length === 1 && outer.length === 1 && only && onlyOther) {
    const match = new Match(view, only, onlyOther);
    return [...match.findings, ...compareExclusions(view, [match])];
  }
  return compareMany(view, inner, outer);
}

function compareMany(view: View, inner: readonly TypedBranch[], outer: readonly TypedBranch[]): Found[] {
  const isRequest = view.direction === "request";
  const [innerSource, outerSource] = listSources(view);
  const relation = relate(
    inner.map((branch) => ({ source: innerSource, branch })),
    outer.map((branch) => ({ source: outerSource, branch })),
  );
  const matchAll = (branch: TypedBranch, others: readonly TypedBranch[] = []) =>
    others.map((other) => new Match(view, branch, other));
  const used = new Set<TypedBranch>();
  const placed: Match[] = [];
  const findings: Found[] = [];
  const place = (match: Match, reported: readonly Found[] = match.findings) => {
    placed.push(match);
    used.add(match.outer);
    findings.push(...reported);
  };
  const missing = (branch: TypedBranch, role: Role) => alternativeFinding(view, branch, role, inner, outer);
  const unmatched: { readonly branch: TypedBranch; readonly lists: readonly (() => readonly Match[])[] }[] = [];
  for (const branch of inner) {
    const by = Map.groupBy(outer, (other) => relation(branch, other));
    const namesakes = matchAll(branch, by.get("same")).sort(byBreak);
    const [namesake] = namesakes;
    // Where a discriminator distinguishes alternatives, no other takes the place of its namesake
    const isDecided = namesake?.inner.discriminated && namesake.outer.discriminated;
    if (namesake && (isDecided || !namesake.breaks)) {
      place(namesake);
      continue;
    }
    const others = matchAll(branch, by.get("unknown"));
    const fitting = others.filter((match) => !match.breaks);
    const [best] = view.isDeciding ? fitting : fitting.sort(byLikeness);
    const split = best ? undefined : splitUp(view, branch, [...namesakes, ...others]);
    if (best) {
      // By their values nothing changed; who distinguishes alternatives by what they hold may notice
      place(best, namesake && !isRequest && !view.strict ? [describeGain(namesake)] : undefined);
      if (namesake) used.add(namesake.outer);
    } else if (split) for (const match of split) place(match);
    else if (view.isDeciding) return [missing(branch, "inner")];
    else {
      // Under its name it may have another tag now
      const renamed = (by.get("different") ?? []).filter((other) => isNamed(other) && other.name === branch.name);
      // How alike two are takes all that can be found in them: only where none has its name
      const lists = [() => namesakes, () => others.sort(byLikeness), () => matchAll(branch, renamed)];
      unmatched.push({ branch, lists });
    }
  }
  for (const { branch, lists } of unmatched) {
    const isFree = (match: Match) => !used.has(match.outer) && isCounterpart(match, relation);
    const counterpart = lists
      .values()
      .flatMap((list) => list())
      .find(isFree);
    if (counterpart) {
      used.add(counterpart.outer);
      findings.push(...counterpart.findings);
    } else findings.push(missing(branch, "inner"));
  }
  if (!view.isDeciding) {
    // One that comes or goes beside others that cover it changes nothing
    const back = view.reversed;
    const isCovered = (other: TypedBranch) =>
      inner.some((branch) => {
        const [base, revision] = isRequest ? [branch, other] : [other, branch];
        return relation(branch, other) !== "different" && !back.breaksTyped(base, revision);
      });
    const rest = outer.filter((other) => !used.has(other) && !isCovered(other));
    findings.push(...rest.map((other) => missing(other, "outer")));
  }
  return [...findings, ...compareExclusions(view, placed)];
}

function listSources(view: View) {
  return view.direction === "request" ? ([view.base, view.revision] as const) : ([view.revision, view.base] as const);
}

/** More parts of one alternative are not looked for among the others. */
const mostParts = 30;

/**
 * Finds places for an alternative that has no place as a whole: for each value, or each type, of one of its fields.
 *
 * @returns The matches of all parts; undefined where a part has no place.
 */
function splitUp(view: View, branch: TypedBranch, matches: readonly Match[]): Match[] | undefined {
  if (branch.type !== "object" || matches.length < 2) return undefined;
  const [source] = listSources(view);
  for (const name of requiredProperties(branch)) {
    const types = [...readTypes(source, schemasOfProperty(branch, name)).values()].flat();
    const cases = types.flatMap(({ type, values }): JsonObject[] =>
      values ? values.map((value) => ({ const: value })) : [{ type }],
    );
    if (cases.length < 2 || cases.length > mostParts) continue;
    // Elsewhere it has to fit as it is
    const candidates = matches.filter((match) => !match.breaksBeside(name));
    if (candidates.length < 2) continue;
    const found = cases.map((schema) => {
      const part = { value: { properties: { [name]: schema } }, path: branch.at, within: [] };
      const narrowed = { ...branch, parts: [...branch.parts, part] };
      return candidates.map(({ outer }) => new Match(view, narrowed, outer)).find((match) => !match.breaks);
    });
    if (found.every((match) => match !== undefined)) return found;
  }
  return undefined;
}

/** What an alternative of a response gained, though another one had it. */
function describeGain({ base, revision }: Match): Difference {
  const at = { base: base.at, revision: revision.at };
  return { rule: "schema/alternative-changed", effect: "notable", said: { name: revision.name }, ...at };
}

/** What breaks nothing first; among several of one tag, such as a thing and what is left of it, the name decides. */
function byBreak(a: Match, b: Match): number {
  return Number(a.breaks) - Number(b.breaks) || a.isRenamed - b.isRenamed || byLikeness(a, b);
}

function byLikeness(a: Match, b: Match): number {
  return a.unlikeness - b.unlikeness;
}

/** Whether two alternatives are the same thing before and after, rather than two things. */
function isCounterpart(match: Match, relation: (a: TypedBranch, b: TypedBranch) => Relation): boolean {
  const { inner, outer } = match;
  const isOfOneName = isNamed(inner) && inner.name === outer.name;
  return isOfOneName || relation(inner, outer) === "same" || match.unlikeness <= 3;
}

function alternativeFinding(
  { direction }: View,
  branch: TypedBranch,
  role: Role,
  inner: readonly TypedBranch[],
  outer: readonly TypedBranch[],
): Difference {
  const around = (at: Path | undefined) =>
    /^(any|one)Of$/.test(at?.at(-2) ?? "") ? (at?.slice(0, -2) ?? []) : (at ?? []);
  const alternative = isNamed(branch) ? `the alternative \`${branch.name}\`` : `an alternative (${branch.type})`;
  const other = around((role === "inner" ? outer : inner)[0]?.at);
  const isGone = (role === "inner") === (direction === "request");
  return isGone
    ? {
        rule: "schema/alternative-removed",
        effect: "narrower",
        said: { alternative },
        base: branch.at,
        revision: other,
      }
    : { rule: "schema/alternative-added", effect: "wider", said: { alternative }, base: other, revision: branch.at };
}

/**
 * `oneOf` refuses a value that matches two of its branches.
 * So an alternative that finds its place there must not overlap with a sibling that did not exclude it before.
 */
function compareExclusions(view: View, placed: readonly Match[]): Difference[] {
  const [innerSource, outerSource] = listSources(view);
  const isRequest = view.direction === "request";
  const findExclusion = ({ inner, outer, base, revision }: Match): Difference | undefined => {
    const at = { base: base.at, revision: revision.at };
    const listRivals = (source: View["base"], sibling: Located) =>
      (readTypes(source, [sibling]).get(inner.type) ?? []).filter((branch) =>
        mayOverlap({ source: innerSource, branch: inner }, { source, branch }),
      );
    const siblingsIn = ({ exclusions }: TypedBranch) =>
      exclusions.flatMap(({ siblings, discriminated }) => (discriminated ? [] : siblings));
    for (const sibling of siblingsIn(outer)) {
      const [rival] = listRivals(outerSource, sibling);
      if (rival === undefined || wasExcluded(view, inner, sibling)) continue;
      const other = rival.name ? `\`${rival.name}\`` : `number ${Number(sibling.path.at(-1)) + 1}`;
      const effect = isRequest ? "narrower" : "wider";
      return { rule: "schema/one-of-overlap", effect, says: "refused", said: { other }, ...at };
    }
    const isReleased = () => siblingsIn(inner).some((sibling) => listRivals(innerSource, sibling).length > 0);
    if (outer.exclusions.length > 0 || !isReleased()) return undefined;
    return { rule: "schema/one-of-overlap", effect: isRequest ? "wider" : "narrower", ...at };
  };
  // One of them speaks for all: they are about one `oneOf`
  let released: Difference | undefined;
  for (const match of placed) {
    const found = findExclusion(match);
    if (found && chooseLevel(found, view.direction) === "breaking") return [found];
    released ??= found;
  }
  return released ? [released] : [];
}

/** For each type, the schema that allows its values: one object each, since schemas are compared once. */
const onlyOf: ReadonlyMap<JsonType, JsonObject> = new Map(jsonTypes.map((type) => [type, { type }]));

/** Whether the side that has to fit refused what matches this sibling too. */
function wasExcluded(view: View, { exclusions, type }: TypedBranch, sibling: Located): boolean {
  const reference = own(sibling.value, "$ref");
  const isNamesake = ({ value: schema }: Located) => reference !== undefined && own(schema, "$ref") === reference;
  // What the siblings say of values of other types does not matter
  const only = { value: onlyOf.get(type), path: [] };
  const isRefused = (known: Located) =>
    view.direction === "request"
      ? view.fits("response", [known, only], [sibling, only])
      : view.fits("request", [sibling, only], [known, only]);
  // The namesake first: it is the one most of the time
  const siblings = exclusions.flatMap((exclusion) => exclusion.siblings);
  return siblings.filter(isNamesake).some(isRefused) || siblings.some(isRefused);
}
