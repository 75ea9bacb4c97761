// Compares keywords whose values are either the same or not, such as patterns, and those that bound a number from one side.
import { canonical, own, type Path } from "../../shared/contract/index.ts";
import type { Difference } from "../model.ts";
import { type Effect, ruleFor } from "../rules.ts";
import { describeChange } from "../sentences.ts";
import { type Placed, writtenFor } from "./branch.ts";

/** What was written for a keyword before and after, each with its place; undefined where nothing was. */
type Change = readonly [before: Written | undefined, after: Written | undefined];
type Written = { readonly value: unknown; readonly at: Path };

/** The finding that a keyword changed. */
export function makeDifference(
  keyword: string,
  effect: Effect,
  base: Placed,
  revision: Placed,
  [was, is]: Change,
): Difference {
  const said = { change: describeChange(keyword, was?.value, is?.value), keyword };
  return { rule: ruleFor(keyword), effect, said, base: was?.at ?? base.at, revision: is?.at ?? revision.at };
}

/**
 * Compares a keyword that bounds something; the strictest of all parts counts.
 *
 * @param impliedIn The least that other keywords of a side imply.
 */
export function compareBound<P extends Placed>(
  base: P,
  revision: P,
  keyword: string,
  impliedIn: (side: P) => number = () => 0,
): Difference[] {
  const isLeast = keyword.startsWith("min");
  const strictest = ({ parts }: Placed) =>
    writtenFor(parts, keyword).reduce<Written | undefined>((best, next) => {
      const isStricter =
        best === undefined ||
        (isLeast ? Number(next.value) > Number(best.value) : Number(next.value) < Number(best.value));
      return isStricter ? next : best;
    }, undefined);
  const change = [strictest(base), strictest(revision)] as const;
  const [before, after] = change.map((written) =>
    Number(written?.value ?? (isLeast ? 0 : Number.POSITIVE_INFINITY)),
  ) as [number, number];
  const isNarrower = isLeast ? after > Math.max(before, impliedIn(base)) : after < before;
  const isWider = isLeast ? before > Math.max(after, impliedIn(revision)) : after > before;
  if (!isNarrower && !isWider) return [];
  return [makeDifference(keyword, isNarrower ? "narrower" : "wider", base, revision, change)];
}

/**
 * Compares a keyword that allows fewer values wherever it is written.
 *
 * @param relation What two values mean for each other, where more is known than that they differ; one that is not written is undefined.
 */
export function compareKeyword(
  base: Placed,
  revision: Placed,
  keyword: string,
  relation: (before: unknown, after: unknown) => Effect | "same" | undefined = () => undefined,
): Difference[] {
  const [was, is] = [writtenFor(base.parts, keyword), writtenFor(revision.parts, keyword)];
  const isIn = (list: readonly Written[], { value }: Written) =>
    list.some((other) => canonical(other.value) === canonical(value));
  const removed = was.filter((written) => !isIn(is, written));
  const added = is.filter((written) => !isIn(was, written));
  const found = (effect: Effect, ...change: Change) => makeDifference(keyword, effect, base, revision, change);
  const [before, after] = [removed[0], added[0]];
  if (removed.length <= 1 && added.length <= 1 && (before ?? after)) {
    const otherwise = before && after ? "different" : after ? "narrower" : "wider";
    const effect = relation(before?.value, after?.value) ?? otherwise;
    return effect === "same" ? [] : [found(effect, before, after)];
  }
  return [
    ...removed.map((written) => found(added.length > 0 ? "different" : "wider", written, undefined)),
    ...added.map((written) => found(removed.length > 0 ? "different" : "narrower", undefined, written)),
  ];
}

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

/** @param isLimit Whether a format refuses any value that the rest of an alternative allows; else only generated code notices. */
export function compareFormat<B extends Placed>(
  base: B,
  revision: B,
  isLimit: (format: unknown, branch: B) => boolean = () => true,
): Difference[] {
  const found = compareKeyword(base, revision, "format", (before, after) => {
    if (!isLimit(before, base) && !isLimit(after, revision)) return "notable";
    if (specialCaseOf[String(before)]?.includes(String(after))) return "wider";
    return specialCaseOf[String(after)]?.includes(String(before)) ? "narrower" : undefined;
  });
  return found.map((one) => (one.effect === "notable" ? { ...one, rule: "code/type" } : one));
}

/** Compares the defaults of something optional: what leaving it out means. */
export function compareDefaults(base: Placed, revision: Placed): Difference[] {
  const [was, is] = [base, revision].map(({ parts }) => writtenFor(parts, "default")[0]);
  if (canonical(was?.value) === canonical(is?.value) && (was === undefined) === (is === undefined)) return [];
  return [makeDifference("default", "meaning", base, revision, [was, is])];
}

/** What concerns numbers. */
type Numbers = Placed & { readonly integer: boolean };

/** A limit of numbers. */
interface Limit {
  readonly value: number;
  readonly exclusive: boolean;
  readonly at: Path;
}

const limits = {
  minimum: { exclusive: "exclusiveMinimum", sign: 1, round: Math.ceil, words: "more" },
  maximum: { exclusive: "exclusiveMaximum", sign: -1, round: Math.floor, words: "less" },
} as const;
type Side = keyof typeof limits;

/** Compares what two branches allow of numbers. */
export function compareNumbers(base: Numbers, revision: Numbers): Difference[] {
  const [was, is] = [isWhole(base), isWhole(revision)];
  const change = was
    ? ({ effect: "wider", says: "fraction" } as const)
    : ({ effect: "narrower", says: "whole" } as const);
  return [
    ...(was === is ? [] : [{ rule: "schema/type", ...change, base: base.at, revision: revision.at } as const]),
    ...compareLimit(base, revision, "minimum"),
    ...compareLimit(base, revision, "maximum"),
    ...compareKeyword(base, revision, "multipleOf", compareSteps),
    ...compareFormat(base, revision, isNumberLimit),
  ];
}

/** `int64` and `double` are as much as readers of JSON take for a number anyway; `int32` refuses nothing where the limits are lower. */
function isNumberLimit(format: unknown, branch: Numbers): boolean {
  if (format !== "int32") return format !== undefined && format !== "int64" && format !== "double";
  const [least, most] = [findLimit(branch, "minimum")?.value, findLimit(branch, "maximum")?.value];
  return least === undefined || most === undefined || least < -(2 ** 31) || most >= 2 ** 31;
}

function isWhole(branch: Numbers): boolean {
  return branch.integer || branch.parts.some(({ value: schema }) => Number.isInteger(own(schema, "multipleOf")));
}

function compareLimit(base: Numbers, revision: Numbers, side: Side): Difference[] {
  const [was, is] = [findLimit(base, side), findLimit(revision, side)];
  const order = compareLimits(was, is, side);
  if (order === 0) return [];
  const shown = (limit: Limit | undefined) =>
    limit === undefined ? "none" : `${limit.exclusive ? `${limits[side].words} than ` : ""}${limit.value}`;
  return [
    {
      rule: ruleFor(side),
      effect: order < 0 ? "narrower" : "wider",
      said: { from: shown(was), to: shown(is) },
      base: was?.at ?? base.at,
      revision: is?.at ?? revision.at,
    },
  ];
}

function findLimit(branch: Numbers, side: Side): Limit | undefined {
  const { exclusive, sign, round } = limits[side];
  const written = [side, exclusive].flatMap((keyword) =>
    writtenFor(branch.parts, keyword).map(({ value, at }): Limit => {
      const [limit, isExclusive] = [Number(value), keyword === exclusive];
      if (!isWhole(branch)) return { value: limit, exclusive: isExclusive, at };
      // Among whole numbers, more than 0 is the same as at least 1
      const whole = round(limit);
      return { value: isExclusive && whole === limit ? whole + sign : whole, exclusive: false, at };
    }),
  );
  return written.reduce<Limit | undefined>(
    (strictest, next) => (strictest === undefined || compareLimits(strictest, next, side) < 0 ? next : strictest),
    undefined,
  );
}

/** Below 0 when the second is stricter, above 0 when it is looser. */
function compareLimits(was: Limit | undefined, is: Limit | undefined, side: Side): number {
  if (was === undefined || is === undefined) return Number(is === undefined) - Number(was === undefined);
  return (was.value - is.value) * limits[side].sign || Number(was.exclusive) - Number(is.exclusive);
}

/** Multiples of 4 are multiples of 2. */
function compareSteps(before: unknown, after: unknown): Effect | undefined {
  if (typeof before !== "number" || typeof after !== "number") return undefined;
  const isMultiple = (value: number, of: number) => Math.abs(value / of - Math.round(value / of)) < 1e-9;
  if (isMultiple(before, after)) return "wider";
  return isMultiple(after, before) ? "narrower" : "different";
}
