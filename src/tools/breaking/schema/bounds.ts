// Compares keywords that bound a number from one side, such as `maxLength`.
import { own, type Path } from "../../contract/index.ts";
import type { Part } from "./branch.ts";
import type { Finding } from "./model.ts";
import type { TypedBranch } from "./types.ts";

/** A keyword that bounds something. */
export interface Bound {
  readonly keyword: string;
  readonly side: "least" | "most";
  /** What holds when the keyword is not written. */
  readonly otherwise: number;
}

/** What is written for a keyword, and where. */
interface WrittenBound {
  readonly value: number;
  readonly at: Path;
}

/** Compares one bound; the strictest of all parts counts. */
export function compareBound(base: TypedBranch, revision: TypedBranch, bound: Bound): Finding[] {
  const was = strictest(base.parts, bound);
  const is = strictest(revision.parts, bound);
  const before = was?.value ?? bound.otherwise;
  const after = is?.value ?? bound.otherwise;
  if (before === after) return [];
  const narrower = bound.side === "least" ? after > before : after < before;
  return [
    {
      effect: narrower ? "narrower" : "wider",
      rule: ruleOf(bound.keyword),
      base: was?.at ?? base.at,
      revision: is?.at ?? revision.at,
      text: wentFrom(bound.keyword, was?.value, is?.value),
    },
  ];
}

/** The rule of a keyword: `maxLength` is `schema/max-length`. */
export function ruleOf(keyword: string): string {
  return `schema/${keyword.replace(/^\$/, "").replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** Says how a keyword changed. */
export function wentFrom(keyword: string, before: unknown, after: unknown): string {
  const shown = (value: unknown) => JSON.stringify(value);
  if (before === undefined) return `\`${keyword}: ${shown(after)}\` was added`;
  if (after === undefined) return `\`${keyword}: ${shown(before)}\` was removed`;
  return `\`${keyword}\` went from ${shown(before)} to ${shown(after)}`;
}

function strictest(parts: readonly Part[], { keyword, side }: Bound): WrittenBound | undefined {
  const written = parts.flatMap(({ schema, at }) => {
    const value = own(schema, keyword);
    return typeof value === "number" ? [{ value, at: [...at, keyword] }] : [];
  });
  return written.reduce<WrittenBound | undefined>((best, next) => {
    if (best === undefined) return next;
    return (side === "least" ? next.value > best.value : next.value < best.value) ? next : best;
  }, undefined);
}
