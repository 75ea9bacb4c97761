// Compares what two schemas allow of numbers.

import { own, type Path } from "../../contract/index.ts";
import type { Effect } from "../direction.ts";
import { compareFormat } from "./format.ts";
import { compareKeyword } from "./keywords.ts";
import type { Finding } from "./model.ts";
import type { TypedBranch } from "./types.ts";

interface Limit {
  readonly value: number;
  readonly exclusive: boolean;
  readonly at: Path;
}

type Side = "least" | "most";

const keywords = {
  least: ["minimum", "exclusiveMinimum"],
  most: ["maximum", "exclusiveMaximum"],
} as const;

export function compareNumbers(base: TypedBranch, revision: TypedBranch): Finding[] {
  return [
    ...compareWholeness(base, revision),
    ...compareLimit(base, revision, "least"),
    ...compareLimit(base, revision, "most"),
    ...compareKeyword(base, revision, "multipleOf", multiples),
    ...compareFormat(base, revision, isLimit),
  ];
}

/** `int64` and `double` are as much as readers of JSON take for a number anyway; `int32` refuses nothing where the limits are lower. */
function isLimit(format: unknown, branch: TypedBranch): boolean {
  if (format !== "int32") return format !== undefined && format !== "int64" && format !== "double";
  const [least, most] = [limitOf(branch, "least")?.value, limitOf(branch, "most")?.value];
  return least === undefined || most === undefined || least < -(2 ** 31) || most >= 2 ** 31;
}

function compareWholeness(base: TypedBranch, revision: TypedBranch): Finding[] {
  const [was, is] = [isWhole(base), isWhole(revision)];
  if (was === is) return [];
  return [
    {
      effect: was ? "wider" : "narrower",
      rule: "schema/type",
      base: base.at,
      revision: revision.at,
      text: was ? "may now have a fraction: it was an integer" : "must now be an integer: it may have had a fraction",
    },
  ];
}

function isWhole(branch: TypedBranch): boolean {
  return branch.integer || branch.parts.some(({ schema }) => Number.isInteger(own(schema, "multipleOf")));
}

function compareLimit(base: TypedBranch, revision: TypedBranch, side: Side): Finding[] {
  const [was, is] = [limitOf(base, side), limitOf(revision, side)];
  const order = compareLimits(was, is, side);
  if (order === 0) return [];
  const name = side === "least" ? "lowest" : "highest";
  return [
    {
      effect: order < 0 ? "narrower" : "wider",
      rule: side === "least" ? "schema/minimum" : "schema/maximum",
      base: was?.at ?? base.at,
      revision: is?.at ?? revision.at,
      text: `the ${name} value went from ${shown(was, side)} to ${shown(is, side)}`,
    },
  ];
}

function limitOf(branch: TypedBranch, side: Side): Limit | undefined {
  const limits = branch.parts.flatMap(({ schema, at }) =>
    keywords[side].flatMap((keyword): Limit[] => {
      const value = own(schema, keyword);
      if (typeof value !== "number") return [];
      return [normalized({ value, exclusive: keyword.startsWith("exclusive"), at: [...at, keyword] }, branch, side)];
    }),
  );
  return limits.reduce<Limit | undefined>(
    (strictest, next) => (strictest === undefined || compareLimits(strictest, next, side) < 0 ? next : strictest),
    undefined,
  );
}

/** Among whole numbers, more than 0 is the same as at least 1. */
function normalized(limit: Limit, branch: TypedBranch, side: Side): Limit {
  if (!isWhole(branch)) return limit;
  const { value, exclusive, at } = limit;
  const whole = side === "least" ? Math.ceil(value) : Math.floor(value);
  const step = exclusive && whole === value ? 1 : 0;
  return { value: side === "least" ? whole + step : whole - step, exclusive: false, at };
}

/** Below 0 when the second is stricter, above 0 when it is looser. */
function compareLimits(was: Limit | undefined, is: Limit | undefined, side: Side): number {
  if (was === undefined || is === undefined) return Number(is === undefined) - Number(was === undefined);
  const difference = side === "least" ? was.value - is.value : is.value - was.value;
  return difference === 0 ? Number(was.exclusive) - Number(is.exclusive) : difference;
}

function shown(limit: Limit | undefined, side: Side): string {
  if (limit === undefined) return "none";
  if (!limit.exclusive) return String(limit.value);
  return `${side === "least" ? "more" : "less"} than ${limit.value}`;
}

/** Multiples of 4 are multiples of 2. */
function multiples(before: unknown, after: unknown): Effect | undefined {
  if (typeof before !== "number" || typeof after !== "number") return undefined;
  if (isMultiple(before, after)) return "wider";
  return isMultiple(after, before) ? "narrower" : "different";
}

function isMultiple(value: number, of: number): boolean {
  const ratio = value / of;
  return Math.abs(ratio - Math.round(ratio)) < 1e-9;
}
