// One way to look at two documents: compares pairs of schemas, each once, and decides whether what is found is a break.
import type { Located, Source } from "../../shared/contract/index.ts";
import type { Difference } from "../model.ts";
import { chooseLevel, type Direction } from "../rules.ts";
import type { Unchanged } from "../unchanged.ts";
import { dereference, withoutRepetition } from "./branch.ts";
import type { TypedBranch } from "./types.ts";

/** Two lists of schemas that are compared once in a view. The paths in its findings begin with an index of these lists. */
export interface Pair {
  readonly base: readonly Located[];
  readonly revision: readonly Located[];
  /** Finds what is to be said of it. */
  readonly find: () => readonly Found[];
  findings?: readonly Found[];
  isUnderWay?: boolean;
  /** Nothing was found in it, nor in any pair that it leads to; undefined until that was looked up. */
  isSilent?: boolean;
  /** It is known to break something; or it breaks nothing as long as those under way break nothing. */
  verdict?: "breaks" | "fits" | undefined;
  /** The break that decided. */
  reason?: Difference;
}

/** Stands for all that is found in another pair. */
export interface Nested {
  readonly pair: Pair;
  /** The schemas of the pair where they are used. */
  readonly base: readonly Located[];
  readonly revision: readonly Located[];
  /** Whether the way to the pair leads through something beta in the base, once that was looked up. */
  isBeta?: boolean;
}

export type Found = Difference | Nested;

export function isNested(found: Found): found is Nested {
  return "pair" in found;
}

/** What all views of two documents share. */
export interface Shared {
  readonly base: Source;
  readonly revision: Source;
  readonly unchanged: Unchanged;
  readonly view: (direction: Direction, strict: boolean) => View;
  readonly compareSchemas: (view: View, base: readonly Located[], revision: readonly Located[]) => Found[];
  readonly compareTyped: (view: View, base: TypedBranch, revision: TypedBranch) => Found[];
  readonly ids: Map<unknown, number>;
  /** What fits as long as the decisions under way turn out so. */
  readonly assumed: Pair[];
  /** How many decisions wait for others. */
  deciding: number;
  /** How many counts of findings are part of another count. */
  counting: number;
  /** How much was compared for a single body or parameter, in schemas and alternatives. */
  effort: number;
}

/** Schemas that contain themselves can be combined in as many ways as there are sets of them. */
const most = { effort: 100_000, deciding: 100 };

/** A pair on the way from where one began to look. */
export interface Step {
  readonly nested?: Nested;
  readonly from?: Step;
}

export class View {
  readonly base: Source;
  readonly revision: Source;
  readonly direction: Direction;
  /**
   * Counts values only. Otherwise a property that a schema names is more than a constraint:
   * taking its name away is a removal, even where other fields are tolerated.
   */
  readonly strict: boolean;
  readonly #shared: Shared;
  readonly #pairs = new Map<string, Pair>();

  constructor(shared: Shared, direction: Direction, strict: boolean) {
    this.#shared = shared;
    this.base = shared.base;
    this.revision = shared.revision;
    this.direction = direction;
    this.strict = strict;
  }

  /** The view of the other direction. */
  get reversed(): View {
    return this.#shared.view(this.direction === "request" ? "response" : "request", this.strict);
  }

  /** Whether only a verdict is asked for, and not what there is to say. */
  get isDeciding(): boolean {
    return this.#shared.deciding > 0;
  }

  /** Whether the effort for what is compared now is spent. */
  get isExhausted(): boolean {
    return this.#shared.effort > most.effort;
  }

  /** Whether both say the same, also where one of them became a reference or is one no longer. */
  isUnchanged(before: unknown, after: unknown): boolean {
    return this.#shared.unchanged.has(dereference(this.base, before), dereference(this.revision, after));
  }

  /** Compares lists of schemas that all have to hold: what was found shows only when somebody asks. */
  compare(before: readonly Located[], after: readonly Located[]): Nested[] {
    const [base, revision] = [withoutRepetition(this.base, before), withoutRepetition(this.revision, after)];
    const isSame = ({ value: schema }: Located, index: number) => this.isUnchanged(schema, revision[index]?.value);
    if (base.length === revision.length && base.every(isSame)) return [];
    const listIds = (source: Source, located: readonly Located[]) =>
      located.map(({ value: schema }) => this.#assignId(dereference(source, schema))).join("&");
    const key = `${listIds(this.base, base)}:${listIds(this.revision, revision)}`;
    // By a place that does not depend on where they are used, so that the answer can be remembered
    const [was, is] = [base, revision].map((list) =>
      list.map(({ value: schema }, index) => ({ value: schema, path: [`${index}`] })),
    );
    const pair = this.#pair(key, was ?? [], is ?? [], () => this.#shared.compareSchemas(this, was ?? [], is ?? []));
    return pair.isSilent ? [] : [{ pair, base, revision }];
  }

  #pair(key: string, base: readonly Located[], revision: readonly Located[], find: Pair["find"]): Pair {
    const known = this.#pairs.get(key);
    if (known !== undefined) return known;
    const pair: Pair = { base, revision, find };
    this.#pairs.set(key, pair);
    return pair;
  }

  /** What there is to say of two alternatives for values of one type. */
  compareTyped(base: TypedBranch, revision: TypedBranch): Found[] {
    return this.#shared.compareTyped(this, base, revision);
  }

  /** Whether something in that is a break. The verdict is remembered for the two, whatever schemas they were reached through. */
  breaksTyped(base: TypedBranch, revision: TypedBranch): boolean {
    const key = `${this.#alternative(base)}:${this.#alternative(revision)}`;
    const pair = this.#pair(key, [], [], () => this.compareTyped(base, revision));
    return this.breaks([{ pair, base: [], revision: [] }]);
  }

  /** Whether each value of the one side is one of the other: of the base for a request, of the revision for a response. */
  fits(direction: Direction, base: readonly Located[], revision: readonly Located[]): boolean {
    const values = this.#shared.view(direction, true);
    return !values.breaks(values.compare(base, revision));
  }

  /**
   * Whether something in the findings, or in what they stand for, is a break. A pair that is reached again while it is
   * looked into is assumed to fit; where it does not, all that was concluded meanwhile is forgotten. That a pair breaks
   * stays true: it was found although others were assumed to fit.
   */
  breaks(findings: readonly Found[]): boolean {
    const shared = this.#shared;
    if (shared.deciding >= most.deciding) return true;
    const start = shared.assumed.length;
    let isBreak = true;
    shared.deciding++;
    try {
      let step = this.#findBreak(findings);
      isBreak = step !== undefined;
      // Where the effort was not enough, it may be another time
      if (this.isExhausted) step = undefined;
      for (; step?.nested !== undefined; step = step.from) step.nested.pair.verdict = "breaks";
    } finally {
      shared.deciding--;
      if (isBreak) {
        for (const pair of shared.assumed.splice(start)) if (pair.verdict === "fits") pair.verdict = undefined;
      } else if (shared.deciding === 0) shared.assumed.length = 0;
    }
    return isBreak;
  }

  #findBreak(findings: readonly Found[]): Step | undefined {
    const steps: Step[] = [{}];
    for (const step of steps) {
      for (const found of step.nested ? this.listFound(step.nested.pair) : findings) {
        if (!isNested(found)) {
          if (chooseLevel(found, this.direction) !== "breaking") continue;
          if (step.nested && !this.isExhausted) step.nested.pair.reason ??= found;
          return step;
        }
        const { pair } = found;
        if (pair.verdict === "breaks") return step;
        if (pair.verdict === "fits") continue;
        pair.verdict = "fits";
        this.#shared.assumed.push(pair);
        steps.push({ nested: found, from: step });
      }
    }
    return undefined;
  }

  /** What is to be said of a pair. While a decision is under way it may rest on assumptions, and is not kept. */
  listFound(pair: Pair): readonly Found[] {
    if (pair.findings !== undefined) return pair.findings;
    const at = pair.base[0]?.path ?? [];
    if (this.isExhausted) return [tooManyWays(at, at)];
    this.#shared.effort += pair.base.length + pair.revision.length + 1;
    if (this.isDeciding) return pair.find();
    if (pair.isUnderWay) return [];
    pair.isUnderWay = true;
    pair.findings = pair.find();
    return pair.findings;
  }

  /** How much is found, also in what it stands for; more than a hundred is not counted, nor what only a count asks for. */
  count(findings: readonly Found[]): number {
    if (this.#shared.counting > 2) return findings.length;
    this.#shared.counting++;
    const seen = new Set<Pair>();
    const open = [...findings];
    let count = 0;
    for (const found of open) {
      if (!isNested(found)) count++;
      else if (!seen.has(found.pair)) for (const inner of this.listFound(found.pair)) open.push(inner);
      if (isNested(found)) seen.add(found.pair);
      if (count >= 100) break;
    }
    this.#shared.counting--;
    return count;
  }

  /** Begins the comparison of another body or parameter. */
  begin(): void {
    this.#shared.effort = 0;
  }

  /** Counts the comparison of two alternatives; false when there is no effort left for it. */
  spend(): boolean {
    this.#shared.effort++;
    return !this.isExhausted;
  }

  /** The same for an alternative that is reached on another way: what only leads there is left out, unless its parts look at it. */
  #alternative({ type, parts }: TypedBranch): number {
    const looks = parts.some(({ value: schema }) => Object.hasOwn(schema, "discriminator"));
    const ids = parts.flatMap(({ value: schema, within }) => {
      if (looks) return [schema, ...within].map((one) => this.#assignId(one)).join("<");
      return Object.keys(schema).every((key) => leading.has(key)) ? [] : `${this.#assignId(schema)}`;
    });
    return this.#assignId(`${type} ${ids.join("&")}`);
  }

  #assignId(value: unknown): number {
    const { ids } = this.#shared;
    const known = ids.get(value) ?? ids.size;
    ids.set(value, known);
    return known;
  }
}

/** What is said where the effort was not enough. */
export function tooManyWays(base: Difference["base"], revision: Difference["revision"]): Difference {
  return { rule: "schema/not-compared", effect: "different", says: "ways", base, revision };
}

/** Keywords that lead to other schemas and say nothing of their own. */
const leading: ReadonlySet<string> = new Set(["$ref", "allOf", "anyOf", "oneOf", "title", "description"]);
