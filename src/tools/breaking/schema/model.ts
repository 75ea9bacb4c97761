// The words of the comparison of schemas: what is compared with what, how, and what is found.

import type { Path, Source } from "../../contract/index.ts";
import type { Direction, Effect, Level } from "../direction.ts";
import type { Located } from "./branch.ts";
import type { TypedBranch } from "./types.ts";

/** One difference between two schemas. Paths lead from the compared schema, through references, to the node. */
export interface Finding {
  readonly effect: Effect;
  /** Says the level where it does not follow from the effect. */
  readonly level?: Level;
  /** Name of the rule, such as `schema/max-length`. */
  readonly rule: string;
  /** The changed node in the base; the nearest one when it is new. */
  readonly base: Path;
  /** The changed node in the revision; the nearest one when it is gone. */
  readonly revision: Path;
  /** What happened, as the part of a sentence behind the name of the field: "`maxLength` went from 10 to 5". */
  readonly text: string;
  /** What was removed had been marked as deprecated. */
  readonly announced?: boolean;
  /** The finding says nothing itself: it stands for all that is found in another pair of schemas. */
  readonly nested?: Nested;
}

/** A finding that says that compatibility could not be proven, and why. */
export function unproven(base: Path, revision: Path, why: string): Finding {
  const text = `changed, and could not be proven compatible: ${why}`;
  return { effect: "different", rule: "schema/not-proven", base, revision, text };
}

/** How to look at two schemas. */
export interface Mode {
  readonly direction: Direction;
  /**
   * Count values only. Otherwise a property that a schema names is more than a constraint:
   * taking its name away is a removal, even where other fields are tolerated.
   */
  readonly strict: boolean;
}

/** Compares in one respect what two branches of one type allow. */
export type CompareBranches = (
  comparison: SchemaComparison,
  base: TypedBranch,
  revision: TypedBranch,
  mode: Mode,
) => Finding[];

/** What the comparisons of single keywords may ask: they compare what is inside, in both documents. */
export interface SchemaComparison {
  readonly base: Source;
  readonly revision: Source;
  /** Knows what is written alike on both sides. */
  readonly unchanged: { has(base: unknown, revision: unknown): boolean };
  compare(base: readonly Located[], revision: readonly Located[], mode: Mode): Finding[];
  compareNegated(base: readonly Located[], revision: readonly Located[], mode: Mode): Finding[];
  compareTyped(base: TypedBranch, revision: TypedBranch, mode: Mode): Finding[];
  breaksTyped(base: TypedBranch, revision: TypedBranch, mode: Mode, but?: string): boolean;
  isCompatible(base: readonly Located[], revision: readonly Located[], mode: Mode): boolean;
  isSame(base: readonly Located[], revision: readonly Located[]): boolean;
  some(findings: readonly Finding[], test: (effect: Effect) => boolean): boolean;
  count(findings: readonly Finding[], most: number): number;
}

/** The depth of what rests on no comparison under way. */
export const settled = Number.POSITIVE_INFINITY;

/** Two lists of schemas that are compared once in one mode. The paths in its findings begin with an index of these lists. */
export class Pair {
  readonly base: readonly Located[];
  readonly revision: readonly Located[];
  readonly mode: Mode;
  /** Undefined until it was compared. */
  findings: readonly Finding[] | undefined;
  /** How many comparisons were under way when this one began, while it is. */
  depth: number | undefined;
  /** The depth of the outermost comparison under way that was assumed compatible for it. */
  restsOn = settled;
  /** It was taken for compatible while it was under way, and not known to be a break. */
  isAssumed = false;
  /** The breaks that were found in it before it had to be compared again. */
  breaks: readonly Finding[] = [];
  /** Nothing was found in it, nor in any pair that it leads to. */
  isEmpty = false;
  /** Whether that was looked up. */
  isMarked = false;
  /** The views, as bits, in which it is known to break nothing, or something. */
  compatible = 0;
  broken = 0;

  constructor(base: readonly Located[], revision: readonly Located[], mode: Mode) {
    this.base = base;
    this.revision = revision;
    this.mode = mode;
  }
}

/** Leads from a finding to the pair that it stands for. */
export interface Nested {
  readonly pair: Pair;
  /** The schemas of the pair where they are used. */
  readonly base: readonly Located[];
  readonly revision: readonly Located[];
  /** There, fewer is more. */
  readonly isNegated: boolean;
  /** Whether the way to the pair leads through something beta in the base, once that was looked up. */
  isBeta?: boolean;
}
