// Lists everything that was found, each difference once, where it is reached first.
import { own, type Path, type Source } from "../../shared/contract/index.ts";
import { isUnstable } from "../marks.ts";
import type { Difference } from "../model.ts";
import { chooseLevel } from "../rules.ts";
import { type Found, isNested, type Nested, type Pair, type Step, tooManyWays, type View } from "./view.ts";

/** A difference, and where it was reached, on the shortest way. */
export interface Reached {
  /** Is one object for all ways to it. */
  readonly difference: Difference;
  readonly path: (side: "base" | "revision") => Path;
}

/** Everything in the findings and in what they stand for, each once, what is nearest first. */
export function reach(view: View, findings: readonly Found[]): Reached[] {
  view.begin();
  const steps = listSteps(view, findings);
  const [first] = findings;
  const atRoot = (side: "base" | "revision") =>
    first && isNested(first) ? (first[side][0]?.path ?? []) : (first?.[side] ?? []);
  const rest = view.isExhausted && first ? [tooManyWays(atRoot("base"), atRoot("revision"))] : [];
  if (!view.isExhausted) markSilent(steps);
  const reached = steps.flatMap((step) => {
    const found = step.nested ? (step.nested.pair.findings ?? []) : [...findings, ...rest];
    return found.flatMap((difference) =>
      isNested(difference) ? [] : { difference, path: pathAlong(difference, step) },
    );
  });
  if (reached.some(({ difference }) => chooseLevel(difference, view.direction) === "breaking")) return reached;
  // What breaks while it was assumed to fit in itself is not found again once that is known to break
  const decided = steps.find(({ nested }) => nested?.pair.reason !== undefined);
  const reason = decided?.nested?.pair.reason;
  return decided && reason ? [...reached, { difference: reason, path: pathAlong(reason, decided) }] : reached;
}

/** The pairs in the order of their distance; those behind something beta after all others, since beta is no promise. */
function listSteps(view: View, findings: readonly Found[]): Step[] {
  const steps: Step[] = [{}];
  const later: (Step & { readonly nested: Nested })[] = [];
  const visited = new Set<Pair>();
  for (let index = 0; index < steps.length && !view.isExhausted; index++) {
    const step = steps[index] as Step;
    for (const nested of step.nested ? view.listFound(step.nested.pair) : findings) {
      if (!isNested(nested) || nested.pair.isSilent || visited.has(nested.pair)) continue;
      nested.isBeta ??= isBeta(view.base, step, nested);
      if (nested.isBeta) later.push({ nested, from: step });
      else {
        visited.add(nested.pair);
        steps.push({ nested, from: step });
      }
    }
    while (index === steps.length - 1 && later.length > 0) {
      const next = later.shift();
      if (next === undefined || visited.has(next.nested.pair)) continue;
      visited.add(next.nested.pair);
      steps.push(next);
    }
  }
  return steps;
}

/** Whether the way from one pair to the next leads through something beta in the base. */
function isBeta(source: Source, { nested: holder }: Step, { base }: Nested): boolean {
  const [index, ...rest] = base[0]?.path ?? [];
  let at: unknown = holder?.pair.base[Number(index)]?.value;
  return rest.some((key) => {
    at = own(at, key) ?? own(source.resolve(at), key);
    return [at, source.resolve(at)].some((value) => isUnstable(own(value, "x-stability-level")));
  });
}

function pathAlong(difference: Difference, last: Step): Reached["path"] {
  return (side) => {
    let path = difference[side];
    for (let step: Step | undefined = last; step?.nested !== undefined; step = step.from) {
      const [index, ...rest] = path;
      path = [...(step.nested[side][Number(index)]?.path ?? []), ...rest];
    }
    return path;
  };
}

/**
 * Marks the pairs that nothing was found in, nor in any that they lead to, and leaves them out of the findings of the
 * others: they need not be visited again.
 */
function markSilent(steps: readonly Step[]): void {
  const pairs = steps.flatMap(({ nested }) => (nested?.pair.isSilent === undefined ? (nested?.pair ?? []) : []));
  const leadingTo = new Map<Pair, Pair[]>();
  const telling = new Set<Pair>();
  for (const pair of pairs) {
    if (pair.verdict === "breaks") telling.add(pair);
    for (const found of pair.findings ?? []) {
      if (!isNested(found) || found.pair.isSilent === false) telling.add(pair);
      else leadingTo.set(found.pair, [...(leadingTo.get(found.pair) ?? []), pair]);
    }
  }
  for (const pair of telling) for (const before of leadingTo.get(pair) ?? []) telling.add(before);
  for (const pair of pairs) pair.isSilent = !telling.has(pair);
  for (const pair of pairs)
    pair.findings = pair.findings?.filter((found) => !isNested(found) || !found.pair.isSilent) ?? [];
}
