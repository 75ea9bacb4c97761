// Compares pairs of schemas, each once: a finding may stand for all that is found in another pair.

import { own, type Path, type Source } from "../../contract/index.ts";
import { type Direction, type Effect, levelOf } from "../direction.ts";
import { isUnstable } from "../marks.ts";
import { type Finding, type Mode, type Nested, type Pair, settled, unproven } from "./model.ts";

/**
 * The limits: schemas that contain themselves can be combined in as many ways as there are sets of them.
 * The effort is that of a single body or parameter, in schemas and pairs of alternatives; the depth is that of decisions that wait for others.
 */
const most = { effort: 100_000, depth: 150 };

/** How often the way to a pair was negated: not, an odd or an even number of times. */
type Turns = 0 | 1 | 2;

/** A pair on the way from where one began to look. */
interface Step {
  readonly turns: Turns;
  readonly nested?: Nested;
  readonly from?: Step;
}

/** A finding, and where it was reached first, on the shortest way. */
export interface Reached {
  /** Is one object for all ways to it, unless it was negated. */
  readonly finding: Finding;
  readonly effect: Effect;
  readonly path: (side: "base" | "revision") => Path;
}

/** A comparison that has not ended. */
interface UnderWay {
  readonly pair: Pair;
  restsOn: number;
  /** What ended inside it and rests on one that has not. */
  readonly provisional: Pair[];
}

/** All pairs of two documents. */
export class Pairs {
  readonly #compare: (pair: Pair) => readonly Finding[];
  readonly #base: Source;
  readonly #underWay: UnderWay[] = [];
  readonly #verdicts = new Map<string, Map<number, boolean>>();
  #effort = 0;
  /** How often something was concluded from a comparison that has not ended. */
  #assumptions = 0;

  /** @param compare Finds what is to be said of a pair. */
  constructor(base: Source, compare: (pair: Pair) => readonly Finding[]) {
    this.#base = base;
    this.#compare = compare;
  }

  /** Whether something in the findings, or in what they stand for, is a break in this direction. */
  breaks(findings: readonly Finding[], { direction }: Mode): boolean {
    const assumptions = this.#assumptions;
    const steps: Step[] = [{ turns: 0 }];
    const visited = new Visited();
    for (const step of steps) {
      const found = this.#at(step, findings);
      const isBreak = found.some(({ effect, nested }) =>
        nested
          ? (nested.pair.broken & viewOf(direction, turnsOf(step, nested))) !== 0
          : levelOf(turned(effect, step.turns), direction) === "breaking",
      );
      if (isBreak) {
        for (let at: Step | undefined = step; at !== undefined; at = at.from) {
          if (at.nested) at.nested.pair.broken |= viewOf(direction, at.turns);
        }
        return true;
      }
      for (const { nested } of found) {
        if (nested === undefined) continue;
        const turns = turnsOf(step, nested);
        if ((nested.pair.compatible & viewOf(direction, turns)) === 0 && visited.add(nested.pair, turns)) {
          steps.push({ turns, nested, from: step });
        }
      }
    }
    if (assumptions === this.#assumptions) {
      for (const { nested, turns } of steps) if (nested) nested.pair.compatible |= viewOf(direction, turns);
    }
    return false;
  }

  /**
   * The same for findings that a key stands for in one respect: they are looked for until the verdict is certain.
   * A break stays a break; that there is none is certain where that was concluded from no comparison under way.
   */
  breaksOnce(respect: string, key: number, findings: () => readonly Finding[], mode: Mode): boolean {
    const verdicts = this.#verdicts.get(respect) ?? new Map<number, boolean>();
    this.#verdicts.set(respect, verdicts);
    const known = verdicts.get(key);
    if (known !== undefined) return known;
    const assumptions = this.#assumptions;
    const verdict = this.breaks(findings(), mode);
    const isCertain = verdict || assumptions === this.#assumptions;
    if (isCertain && this.#effort <= most.effort) verdicts.set(key, verdict);
    return verdict;
  }

  /** Whether the test holds for the effect of something in the findings, or in what they stand for. */
  some(findings: readonly Finding[], test: (effect: Effect) => boolean): boolean {
    const steps: Step[] = [{ turns: 0 }];
    const visited = new Visited();
    for (const step of steps) {
      for (const { effect, nested } of this.#at(step, findings)) {
        const turns = nested ? turnsOf(step, nested) : step.turns;
        if (nested === undefined) {
          if (test(turned(effect, turns))) return true;
        } else if (!nested.pair.isEmpty && visited.add(nested.pair, turns)) steps.push({ turns, nested, from: step });
      }
    }
    return false;
  }

  /** Everything in the findings and in what they stand for, each once, what is nearest first. */
  reach(findings: readonly Finding[]): Reached[] {
    this.#effort = 0;
    for (;;) {
      const steps = this.#walk(findings);
      const isTooMuch = this.#effort > most.effort;
      // A comparison may have shown that another has to be done again
      if (!isTooMuch && steps.some(({ nested }) => nested && nested.pair.findings === undefined)) continue;
      const [first] = findings;
      const rest = isTooMuch && first ? [tooManyWays(first.base, first.revision)] : [];
      if (!isTooMuch && steps.some(({ nested }) => nested?.pair.isMarked === false)) markEmpty(steps);
      const all: Reached[] = [];
      for (const step of steps) {
        const found = step.nested ? step.nested.pair.findings : [...findings, ...rest];
        for (const finding of found ?? []) if (finding.nested === undefined) all.push(reached(finding, step));
      }
      return all;
    }
  }

  /** The pairs in the order of their distance; those behind something beta after all others, since beta is no promise. */
  #walk(findings: readonly Finding[]): Step[] {
    const steps: Step[] = [{ turns: 0 }];
    const later: Step[] = [];
    const visited = new Visited();
    for (let index = 0; index < steps.length && this.#effort <= most.effort; index++) {
      const step = steps[index] as Step;
      for (const { nested } of this.#at(step, findings)) {
        if (nested === undefined || nested.pair.isEmpty) continue;
        const turns = turnsOf(step, nested);
        if (visited.has(nested.pair, turns)) continue;
        nested.isBeta ??= this.#isBeta(step, nested);
        if (nested.isBeta) later.push({ turns, nested, from: step });
        else if (visited.add(nested.pair, turns)) steps.push({ turns, nested, from: step });
      }
      while (index === steps.length - 1 && later.length > 0) {
        const next = later.shift() as Step & { nested: Nested };
        if (visited.add(next.nested.pair, next.turns)) steps.push(next);
      }
    }
    return steps;
  }

  /** Whether the way from one pair to the next leads through something beta in the base. */
  #isBeta({ nested: holder }: Step, { base }: Nested): boolean {
    const [index, ...rest] = base[0]?.at ?? [];
    let at: unknown = holder?.pair.base[Number(index)]?.schema;
    for (const key of rest) {
      at = own(at, key) ?? own(this.#base.resolve(at), key);
      const isMarked = (value: unknown) => isUnstable(own(value, "x-stability-level"));
      if (isMarked(at) || isMarked(this.#base.resolve(at))) return true;
    }
    return false;
  }

  #at({ nested }: Step, findings: readonly Finding[]): readonly Finding[] {
    if (nested === undefined) return findings;
    const { isMarked, findings: known } = nested.pair;
    return isMarked && known !== undefined ? known : this.#findingsOf(nested.pair);
  }

  /**
   * A schema that contains itself is compared while it is being compared: it is assumed compatible there.
   * What was concluded from that is provisional until the outermost of the comparisons that it rests on has ended.
   */
  #findingsOf(pair: Pair): readonly Finding[] {
    const rests = pair.depth ?? pair.restsOn;
    if (rests !== settled) this.#restOn(rests);
    if (pair.findings !== undefined) return pair.findings;
    if (pair.depth !== undefined) {
      pair.isAssumed ||= !isBroken(pair);
      return [];
    }
    if (this.#effort > most.effort) return [tooManyWays(["0"], ["0"])];
    if (this.#underWay.length > most.depth) return [unproven(["0"], ["0"], "it is nested too deep")];
    // Each round but the last finds another break
    for (;;) {
      this.#effort += pair.base.length + pair.revision.length;
      const entry: UnderWay = { pair, restsOn: settled, provisional: [] };
      pair.depth = this.#underWay.length;
      this.#underWay.push(entry);
      const findings = distinct([...this.#compare(pair), ...pair.breaks]);
      this.#underWay.pop();
      pair.findings = findings;
      if (this.#conclude(entry, this.#underWay.length)) return findings;
    }
  }

  /** Counts the comparison of two alternatives; false when there is no effort left for it. */
  spend(): boolean {
    return ++this.#effort <= most.effort;
  }

  #restOn(depth: number): void {
    this.#assumptions++;
    const innermost = this.#underWay.at(-1);
    if (innermost) innermost.restsOn = Math.min(innermost.restsOn, depth);
  }

  /**
   * A break stays a break, so that this ends soon. Where something was not compatible after all, all that was concluded
   * from its being so is forgotten: at the end, since before it may be needed for what else is a break.
   *
   * @returns Whether the comparison has ended; otherwise it has to be done again.
   */
  #conclude({ pair, restsOn, provisional }: UnderWay, depth: number): boolean {
    pair.depth = undefined;
    if (restsOn === settled) return true;
    const outer = this.#underWay.at(-1);
    if (pair.isAssumed && !isBroken(pair)) {
      const outerRest = outer?.restsOn ?? settled;
      if (outer) outer.restsOn = settled;
      if (this.breaks(pair.findings ?? [], pair.mode)) pair.broken |= viewOf(pair.mode.direction, 0);
      restsOn = Math.min(restsOn, outer?.restsOn ?? settled);
      if (outer) outer.restsOn = outerRest;
    }
    if (outer !== undefined && restsOn < depth) {
      outer.restsOn = Math.min(outer.restsOn, restsOn);
      pair.restsOn = restsOn;
      outer.provisional.push(...provisional, pair);
      return true;
    }
    const all = [...provisional, pair];
    const isWrong = all.some((one) => one.isAssumed && isBroken(one));
    for (const one of all) {
      one.restsOn = settled;
      one.isAssumed = false;
      if (!isWrong || this.#effort > most.effort) continue;
      const { direction } = one.mode;
      one.breaks = (one.findings ?? []).filter(
        (found) => !found.nested && levelOf(found.effect, direction) === "breaking",
      );
      one.findings = undefined;
    }
    return pair.findings !== undefined;
  }
}

/** Whether it is known to be a break. */
function isBroken({ broken, mode }: Pair): boolean {
  return (broken & viewOf(mode.direction, 0)) !== 0;
}

/** What is said where the effort was not enough. */
export function tooManyWays(base: Path, revision: Path): Finding {
  return unproven(base, revision, "it contains itself in too many ways");
}

/** Which pairs were visited, each by the turns of the way to it. */
class Visited {
  readonly #pairs = [new Set<Pair>(), new Set<Pair>(), new Set<Pair>()] as const;

  has(pair: Pair, turns: Turns): boolean {
    return this.#pairs[turns].has(pair);
  }

  /** Whether it was not visited before. */
  add(pair: Pair, turns: Turns): boolean {
    if (this.has(pair, turns)) return false;
    this.#pairs[turns].add(pair);
    return true;
  }
}

/**
 * Marks the pairs that nothing was found in, nor in any that they lead to, and leaves them out of the findings of the
 * others: they need not be visited again. What was marked before stays as it is.
 */
function markEmpty(steps: readonly Step[]): void {
  const pairs = steps.flatMap(({ nested }) => (nested && !nested.pair.isMarked ? [nested.pair] : []));
  const leadingTo = new Map<Pair, Pair[]>();
  const nonEmpty = new Set<Pair>();
  for (const pair of pairs) {
    for (const { nested } of pair.findings ?? []) {
      if (nested === undefined || (nested.pair.isMarked && !nested.pair.isEmpty)) nonEmpty.add(pair);
      else {
        const known = leadingTo.get(nested.pair);
        if (known) known.push(pair);
        else leadingTo.set(nested.pair, [pair]);
      }
    }
  }
  for (const pair of nonEmpty) for (const before of leadingTo.get(pair) ?? []) nonEmpty.add(before);
  for (const pair of pairs) {
    pair.isMarked = true;
    pair.isEmpty = !nonEmpty.has(pair);
  }
  for (const pair of pairs) pair.findings = pair.findings?.filter(({ nested }) => !nested?.pair.isEmpty);
}

function reached(finding: Finding, last: Step): Reached {
  return {
    finding,
    effect: turned(finding.effect, last.turns),
    path: (side) => {
      let path = finding[side];
      for (let step: Step | undefined = last; step?.nested !== undefined; step = step.from) {
        const [index, ...rest] = path;
        path = [...(step.nested[side][Number(index)]?.at ?? []), ...rest];
      }
      return path;
    },
  };
}

function turnsOf({ turns }: Step, { isNegated }: Nested): Turns {
  if (!isNegated) return turns;
  return turns === 1 ? 2 : 1;
}

function turned(effect: Effect, turns: Turns): Effect {
  if (turns === 0) return effect;
  if (effect !== "narrower" && effect !== "wider") return "different";
  if (turns === 2) return effect;
  return effect === "narrower" ? "wider" : "narrower";
}

function viewOf(direction: Direction, turns: Turns): number {
  return 1 << (turns * 2 + (direction === "request" ? 0 : 1));
}

function distinct(findings: readonly Finding[]): readonly Finding[] {
  if (findings.length < 2) return findings;
  const ids = new Map<Pair, number>();
  const byIdentity = findings.map((finding) => {
    const { effect, rule, base, revision, text, nested } = finding;
    if (nested && !ids.has(nested.pair)) ids.set(nested.pair, ids.size);
    const id = nested && [ids.get(nested.pair), nested.isNegated];
    return [JSON.stringify([effect, rule, base, revision, text, id]), finding] as const;
  });
  return [...new Map(byIdentity).values()];
}
