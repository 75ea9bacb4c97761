// Compares two schemas: what values the revision allows more, fewer or others than the base.
import { canonical, type Located, own, type Path, type Source } from "../../shared/contract/index.ts";
import type { Difference } from "../model.ts";
import { compareNotes } from "../notes.ts";
import { type Direction, ruleFor } from "../rules.ts";
import { Unchanged } from "../unchanged.ts";
import { commonParts, findPlace, orAnything, type Part, refusesAll, TooManyBranches, writtenFor } from "./branch.ts";
import { compareBranches } from "./branches.ts";
import { compareChildren, compareDiscriminators } from "./discriminator.ts";
import { comparedAsText, type JsonType, jsonTypes } from "./json-type.ts";
import { compareBound, compareFormat, compareKeyword, compareNumbers, makeDifference } from "./keywords.ts";
import { compareObjects } from "./objects.ts";
import { mayOverlap } from "./overlap.ts";
import { compareExpressions } from "./pattern.ts";
import { isOnlyAType, readTypes, type TypedBranch, type Types } from "./types.ts";
import { compareValues } from "./values.ts";
import { type Found, type Shared, tooManyWays, View } from "./view.ts";

/** Looks at the schemas of two documents in each direction. */
export function viewSchemas(base: Source, revision: Source, unchanged = new Unchanged(base, revision)): Shared["view"] {
  const views = new Map<string, View>();
  const shared: Shared = {
    ...{ base, revision, unchanged, compareSchemas, compareTyped },
    ...{ ids: new Map(), assumed: [], deciding: 0, counting: 0, effort: 0 },
    view(direction: Direction, strict: boolean) {
      const key = `${direction} ${strict}`;
      const view = views.get(key) ?? new View(shared, direction, strict);
      views.set(key, view);
      return view;
    },
  };
  return shared.view;
}

function compareSchemas(view: View, base: readonly Located[], revision: readonly Located[]): Found[] {
  const findings: Found[] = [
    ...compareDiscriminators(view, base, revision),
    ...(view.strict ? [] : compareWords(view, base, revision)),
  ];
  const at = { base: base[0]?.path ?? [], revision: revision[0]?.path ?? [] };
  try {
    const [was, is] = [readTypes(view.base, base), readTypes(view.revision, revision)];
    findings.push(...compareTypes(view, was, is, base, revision));
    for (const type of jsonTypes) findings.push(...compareBranches(view, was.get(type) ?? [], is.get(type) ?? []));
  } catch (error) {
    if (!(error instanceof TooManyBranches)) throw error;
    findings.push({ rule: "schema/not-compared", effect: "different", says: "alternatives", ...at });
  }
  return findings;
}

/** What is written for people, marks, and how a value is written as XML. */
function compareWords({ base, revision }: View, before: readonly Located[], after: readonly Located[]): Difference[] {
  const [was, is] = [commonParts(base, before), commonParts(revision, after)];
  const places = (keyword: string) => ({
    base: findPlace({ parts: was, at: before[0]?.path ?? [] }, keyword),
    revision: findPlace({ parts: is, at: after[0]?.path ?? [] }, keyword),
  });
  const listSchemas = (parts: readonly Part[]) => parts.map(({ value: schema }) => schema);
  const notes = compareNotes({ base, revision }, listSchemas(was), listSchemas(is), places);
  const xmlIn = (parts: readonly Part[]) =>
    writtenFor(parts, "xml")
      .map(({ value }) => canonical(value))
      .find((xml) => xml !== "{}");
  return xmlIn(was) === xmlIn(is) ? notes : [...notes, { rule: ruleFor("xml"), effect: "different", ...places("xml") }];
}

function compareTypes(
  view: View,
  before: Types,
  after: Types,
  base: readonly Located[],
  revision: readonly Located[],
): Difference[] {
  const [was, is] = [[...before.keys()], [...after.keys()]];
  const lost = was.filter((type) => !after.has(type));
  const gained = is.filter((type) => !before.has(type));
  if (lost.length === 0 && gained.length === 0) return [];
  const at = { base: placeOfType(view.base, base), revision: placeOfType(view.revision, revision) };
  const said = {
    ...{ was: writeNames(was, before), now: writeNames(is, after) },
    ...{ lost: writeNames(lost, before), gained: writeNames(gained, after) },
  };
  const found = (effect: Difference["effect"], says?: string): Difference[] => [
    { rule: "schema/type", effect, says, said, ...at },
  ];
  if (lost.length > 0 && gained.length > 0) return found("different");
  if (lost.length === 0) {
    return found("wider", was.length === 0 ? "allowed" : is.length === jsonTypes.length ? "any" : undefined);
  }
  if (is.length > 0) return found("narrower", was.length === jsonTypes.length ? "only" : undefined);
  // Values that are ruled out on purpose are one thing, a schema that no value can match is another
  const schemas = [...revision, ...commonParts(view.revision, revision)].map(({ value: schema }) => schema);
  const isMeant = view.strict || schemas.some((schema) => refusesAll(view.revision.resolve(schema)));
  return found(isMeant ? "narrower" : "different", "none");
}

const articles: Readonly<Record<JsonType, string>> = {
  ...{ null: "null", boolean: "a boolean", number: "a number", string: "a string" },
  ...{ array: "an array", object: "an object" },
};

function writeNames(types: readonly JsonType[], branches: Types): string {
  if (types.length === jsonTypes.length) return "any value";
  const isWhole = (type: JsonType) => branches.get(type)?.every(({ integer }) => integer) === true;
  return types.map((type) => (isWhole(type) ? "an integer" : articles[type])).join(" or ");
}

function placeOfType(source: Source, roots: readonly Located[]): Path {
  const parts = commonParts(source, roots);
  return findPlace({ parts, at: roots[0]?.path ?? [] }, "type", "const", "enum", "anyOf", "oneOf");
}

/** Compares two alternatives for values of one type. */
function compareTyped(view: View, base: TypedBranch, revision: TypedBranch): Found[] {
  if (!view.spend()) return [tooManyWays(base.at, revision.at)];
  const listed = compareValues(base, revision);
  // Where a side lists its values, and they are all that it allows, its other keywords say nothing more
  const isListedInFull = ({ values, isExact }: TypedBranch) => values !== undefined && isExact;
  if (isListedInFull(base) && (isListedInFull(revision) || revision.values === undefined)) return listed;
  if (isListedInFull(revision) && base.values === undefined) return listed;
  return [
    ...listed,
    ...compareByType[base.type](view, base, revision),
    ...compareNegations(view, base, revision),
    ...compareTexts(view, base, revision),
  ];
}

const compareByType: Readonly<
  Record<JsonType, (view: View, base: TypedBranch, revision: TypedBranch) => readonly Found[]>
> = {
  null: () => [],
  boolean: () => [],
  number: (_, base, revision) => compareNumbers(base, revision),
  string: (_, base, revision) => [
    ...compareBound(base, revision, "minLength"),
    ...compareBound(base, revision, "maxLength"),
    ...compareKeyword(base, revision, "pattern", compareExpressions),
    ...compareFormat(base, revision),
  ],
  array: (view, base, revision) => [
    ...compareBound(base, revision, "minItems"),
    ...compareBound(base, revision, "maxItems"),
    ...compareUniqueness(base, revision),
    ...compareItems(view, base, revision),
  ],
  object: (view, base, revision) => [...compareObjects(view, base, revision), ...compareChildren(view, base, revision)],
};

function compareUniqueness(base: TypedBranch, revision: TypedBranch): Difference[] {
  const [was, is] = [base, revision].map(({ parts }) =>
    writtenFor(parts, "uniqueItems").find(({ value }) => value === true),
  );
  if ((was === undefined) === (is === undefined)) return [];
  return [makeDifference("uniqueItems", is ? "narrower" : "wider", base, revision, [was, is])];
}

function compareItems(view: View, base: TypedBranch, revision: TypedBranch): Found[] {
  // Lists of the side that has to fit into the other may have no items
  const inner = view.direction === "request" ? base : revision;
  if (writtenFor(inner.parts, "maxItems").some(({ value }) => value === 0)) return [];
  const findItems = ({ parts, at }: TypedBranch) => {
    const written = writtenFor(
      parts.filter(({ value: schema }) => !Object.hasOwn(schema, "prefixItems")),
      "items",
    );
    return orAnything(
      written.map(({ value, at: place }) => ({ value, path: place })),
      [...at, "items"],
    );
  };
  return view.compare(findItems(base), findItems(revision));
}

/** Compares what is negated: there, fewer is more. */
function compareNegations(view: View, base: TypedBranch, revision: TypedBranch): Difference[] {
  const was = negationsIn(view.base, base);
  const is = negationsIn(view.revision, revision);
  const fits = (direction: Direction, before: Located, after: Located) => view.fits(direction, [before], [after]);
  const isSame = (before: Located, after: Located) => fits("request", before, after) && fits("response", before, after);
  const [removed, added] = listUnmatched(was, is, isSame);
  return Array.from({ length: Math.max(removed.length, added.length) }, (_, index): Difference => {
    const [before, after] = [removed[index], added[index]];
    const at = { rule: ruleFor("not"), base: before?.path ?? base.at, revision: after?.path ?? revision.at };
    if (before === undefined) return { effect: "narrower", says: "added", ...at };
    if (after === undefined) return { effect: "wider", says: "removed", ...at };
    const effect = fits("request", before, after)
      ? "narrower"
      : fits("response", before, after)
        ? "wider"
        : "different";
    return { effect, ...at };
  });
}

/** What one side has and the other has not. */
function listUnmatched<T>(was: readonly T[], is: readonly T[], isSame: (before: T, after: T) => boolean) {
  return [
    was.filter((before) => !is.some((after) => isSame(before, after))),
    is.filter((after) => !was.some((before) => isSame(before, after))),
  ] as const;
}

/** What is negated, as far as it concerns the values of the branch. */
function negationsIn(source: Source, branch: TypedBranch): Located[] {
  return writtenFor(branch.parts, "not").flatMap(({ value, at }) => {
    // A negated type is reported with the types
    if (isOnlyAType(value)) return [];
    const negated = { value, path: at };
    const refused = readTypes(source, [negated]).get(branch.type) ?? [];
    // Whether objects overlap is only estimated
    const isMatched = refused.some(
      (other) => branch.type === "object" || mayOverlap({ source, branch }, { source, branch: other }),
    );
    return isMatched ? [negated] : [];
  });
}

/** What is not compared otherwise: unchanged is unchanged, one more refuses more, and one that is another is a break. */
function compareTexts(view: View, base: TypedBranch, revision: TypedBranch): Difference[] {
  return comparedAsText(base.type).flatMap((group): Difference[] => {
    const [keyword] = group;
    const holdersIn = ({ parts }: TypedBranch) => parts.filter(({ value: schema }) => says(schema, keyword));
    // These look at all that stands around them
    const isOfAll = keyword.startsWith("unevaluated") || keyword === "$dynamicRef";
    const isSame = ({ value: before }: Part, { value: after }: Part) =>
      isOfAll
        ? view.isUnchanged(before, after)
        : group.every(
            (key) => own(before, key) === own(after, key) || view.isUnchanged(own(before, key), own(after, key)),
          );
    const [removed, added] = listUnmatched(holdersIn(base), holdersIn(revision), isSame);
    if (removed.length === 0 && added.length === 0) return [];
    // With `prefixItems`, `items` speaks of others
    const isOther = keyword === "prefixItems" || (removed.length > 0 && added.length > 0);
    const at = {
      base: findPlace({ parts: removed, at: base.at }, keyword),
      revision: findPlace({ parts: added, at: revision.at }, keyword),
    };
    if (isOther) return [{ rule: "schema/not-compared", effect: "different", said: { keyword }, ...at }];
    return added.length > 0
      ? [{ rule: "schema/keyword-added", effect: "narrower", said: { keyword }, ...at }]
      : [{ rule: "schema/keyword-removed", effect: "wider", said: { keyword }, ...at }];
  });
}

/** Whether a schema says something by a keyword; a condition alone says nothing. */
function says(schema: object, keyword: string): boolean {
  return (
    Object.hasOwn(schema, keyword) &&
    (keyword !== "if" || Object.hasOwn(schema, "then") || Object.hasOwn(schema, "else"))
  );
}
