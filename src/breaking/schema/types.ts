// Splits the alternatives of a schema by JSON type, so that spellings of the same thing look the same.
import { canonical, isObject, type Located, listStrings, own, type Source } from "../../shared/contract/index.ts";

import { type Branch, listBranches, type Part } from "./branch.ts";
import { type JsonType, jsonTypes, keywordsOf, keywordsOfAll, readType } from "./json-type.ts";
import { compilePattern } from "./pattern.ts";

/** An alternative as far as it concerns values of one type. */
export interface TypedBranch extends Branch {
  readonly type: JsonType;
  /** Only whole numbers are allowed. */
  readonly integer: boolean;
  /** The only values that are allowed; undefined when they are not listed. */
  readonly values: readonly unknown[] | undefined;
  /** The listed values are allowed by all other keywords too, so that these need not be looked at. */
  readonly isExact: boolean;
}

export type Types = ReadonlyMap<JsonType, readonly TypedBranch[]>;

/**
 * The alternatives by the types of the values that they allow; a type that is not allowed is not among them.
 *
 * @throws {TooManyBranches}
 */
export function readTypes(source: Source, located: readonly Located[]): Types {
  return byType(listBranches(source, located));
}

function byType(branches: readonly Branch[]): Types {
  const found = branches.flatMap((branch) => {
    const names = allowedTypeNames(branch);
    const listed = listedValues(branch);
    return jsonTypes.flatMap((type): TypedBranch[] => {
      const integer = type === "number" && !names.has("number") && names.has("integer");
      if (!names.has(type) && !integer) return [];
      const isAllowed = (value: unknown) =>
        readType(value) === type && (!integer || Number.isInteger(value)) && allows(branch.parts, value) !== false;
      const values = listed?.filter(isAllowed);
      if (values?.length === 0 || (values === undefined && isEmpty(type, branch))) return [];
      const isExact = values?.every((value) => allows(branch.parts, value) === true) ?? false;
      return [{ ...branch, type, integer, values: isAll(type, values) ? undefined : values, isExact }];
    });
  });
  return Map.groupBy(found, ({ type }) => type);
}

/** Keywords that say the least and the most of something. */
const ranges: readonly (readonly [type: JsonType, least: string, most: string])[] = [
  ["number", "minimum", "maximum"],
  ["number", "exclusiveMinimum", "maximum"],
  ["number", "minimum", "exclusiveMaximum"],
  ["number", "exclusiveMinimum", "exclusiveMaximum"],
  ["string", "minLength", "maxLength"],
  ["array", "minItems", "maxItems"],
  ["object", "minProperties", "maxProperties"],
];

/** Whether what is the least is more than what is the most, so that no value of all these parts is left. */
export function isEmpty(type: JsonType, { parts }: Pick<Branch, "parts">): boolean {
  const limits = (keyword: string) =>
    parts.map(({ value: schema }) => own(schema, keyword)).filter((limit) => typeof limit === "number");
  return ranges.some(([of, least, most]) => {
    if (of !== type) return false;
    const [from, to] = [Math.max(...limits(least)), Math.min(...limits(most))];
    return from > to || (from === to && [least, most].some((keyword) => keyword.startsWith("exclusive")));
  });
}

/** A boolean is either of two, a null is one: listing them changes nothing. */
function isAll(type: JsonType, values: readonly unknown[] | undefined): boolean {
  return (type === "null" && values?.length === 1) || (type === "boolean" && values?.length === 2);
}

/** Whether the branch allows this value of its type; undefined where a single value does not decide. */
export function accepts({ integer, parts }: TypedBranch, value: unknown): boolean | undefined {
  return integer && !Number.isInteger(value) ? false : allows(parts, value);
}

/** Whether all parts allow the value; types and lists of values are looked at elsewhere. */
function allows(parts: readonly Part[], value: unknown): boolean | undefined {
  const verdicts = parts.map(({ value: schema }) => schemaAllows(schema, value));
  if (verdicts.includes(false)) return false;
  return verdicts.includes(undefined) ? undefined : true;
}

function schemaAllows(schema: object, value: unknown): boolean | undefined {
  const limit = (keyword: string, otherwise: number) => Number(own(schema, keyword) ?? otherwise);
  const undecided = (...keywords: readonly string[]) =>
    ["not", "if", ...keywords].some((keyword) => Object.hasOwn(schema, keyword)) ? undefined : true;
  if (typeof value === "string") {
    const length = [...value].length;
    const pattern = own(schema, "pattern");
    const matches = typeof pattern === "string" ? compilePattern(pattern)?.test(value) : true;
    if (length < limit("minLength", 0) || length > limit("maxLength", Number.POSITIVE_INFINITY)) return false;
    return matches === true ? undecided("format") : matches;
  }
  if (typeof value === "number") {
    const multiple = limit("multipleOf", 0);
    const isInside =
      value >= limit("minimum", Number.NEGATIVE_INFINITY) &&
      value <= limit("maximum", Number.POSITIVE_INFINITY) &&
      value > limit("exclusiveMinimum", Number.NEGATIVE_INFINITY) &&
      value < limit("exclusiveMaximum", Number.POSITIVE_INFINITY) &&
      (multiple === 0 || Number.isInteger(Number((value / multiple).toPrecision(12))));
    return isInside ? undecided("format") : false;
  }
  // Lists and objects are decided only for keywords that do not apply to them
  return undecided(...keywordsOf[readType(value)]);
}

/** Keywords that constrain values of this type, beyond the type itself. */
export function listConstraints(branch: TypedBranch): string[] {
  const relevant = new Set([...keywordsOf[branch.type], ...keywordsOfAll]);
  return branch.parts.flatMap(({ value: schema }) => Object.keys(schema).filter((key) => relevant.has(key)));
}

function allowedTypeNames({ parts }: Branch): ReadonlySet<string> {
  let allowed = new Set<string>([...jsonTypes, "integer"]);
  for (const { value: schema } of parts) {
    const [type, not] = [own(schema, "type"), own(schema, "not")];
    if (type !== undefined) allowed = allowed.intersection(namesIn(type));
    if (isOnlyAType(not)) allowed = allowed.difference(namesIn(own(not, "type")));
  }
  return allowed;
}

/** What speaks of numbers speaks of whole ones, too. */
function namesIn(type: unknown): ReadonlySet<string> {
  const names = listStrings([type].flat());
  return new Set(names.includes("number") ? [...names, "integer"] : names);
}

/** Whether a negated schema has types only, which the comparison of types reports. */
export function isOnlyAType(schema: unknown): boolean {
  return isObject(schema) && Object.keys(schema).join() === "type" && ![schema["type"]].flat().includes("integer");
}

function listedValues({ parts }: Branch): unknown[] | undefined {
  let values: unknown[] | undefined;
  for (const { value: schema } of parts) {
    for (const keyword of ["enum", "const"]) {
      if (!Object.hasOwn(schema, keyword)) continue;
      const listed = keyword === "const" ? [schema[keyword]] : [schema[keyword]].flat();
      values = values === undefined ? listed : without(values, without(values, listed));
    }
  }
  return values && distinct(values);
}

/** The values that are not among others. */
export function without(values: readonly unknown[], others: readonly unknown[]): unknown[] {
  const texts = new Set(others.map(canonical));
  return values.filter((value) => !texts.has(canonical(value)));
}

/** The alternatives, with those that only list values as one: two constants are an enum of both; in `oneOf` as far as no value is listed twice. */
export function mergeLists(branches: readonly TypedBranch[]): readonly TypedBranch[] {
  const lists = branches.filter(isList);
  const [first] = lists;
  if (first === undefined || lists.length < 2) return branches;
  const all = lists.flatMap(({ values }) => values ?? []);
  const values = distinct(all);
  const exclusions = lists.flatMap(({ exclusions }) => exclusions);
  const [exclusion] = exclusions;
  const isPlainChoice =
    exclusions.length === lists.length &&
    exclusions.every(({ holder }) => holder === exclusion?.holder) &&
    values.length === all.length;
  if (exclusions.length > 0 && !isPlainChoice) return branches;
  const places = new Set(lists.map(({ at }) => at.join("/")));
  const isElsewhere = ({ path: at }: Located) => !places.has(at.join("/"));
  const merged: TypedBranch = {
    ...first,
    parts: isAll(first.type, values) ? [] : [{ value: { enum: values }, path: first.at, within: [] }],
    values: isAll(first.type, values) ? undefined : values,
    exclusions: exclusion ? [{ ...exclusion, siblings: exclusion.siblings.filter(isElsewhere) }] : [],
  };
  return branches.flatMap((branch) => (branch === first ? [merged] : lists.includes(branch) ? [] : [branch]));
}

function isList({ values, isExact, parts, exclusions }: TypedBranch): boolean {
  const isOpen = parts.some(({ value: schema }) => Object.hasOwn(schema, "x-extensible-enum"));
  return values !== undefined && isExact && !isOpen && exclusions.length <= 1;
}

/** The values without duplicates. */
function distinct(values: readonly unknown[]): unknown[] {
  return [...new Map(values.map((value) => [canonical(value), value])).values()];
}
