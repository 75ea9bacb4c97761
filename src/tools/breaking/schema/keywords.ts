// Compares keywords whose values are either the same or not: patterns, formats and the like.

import { canonical, own, type Path } from "../../contract/index.ts";
import type { Effect } from "../direction.ts";
import { ruleOf, wentFrom } from "./bounds.ts";
import type { Part } from "./branch.ts";
import type { Finding } from "./model.ts";
import type { TypedBranch } from "./types.ts";

/** A value that is written for a keyword. */
export interface Written {
  readonly value: unknown;
  readonly at: Path;
}

/** Every value that the parts write for a keyword. */
export function writtenFor(parts: readonly Part[], keyword: string): Written[] {
  return parts.flatMap(({ schema, at }) =>
    Object.hasOwn(schema, keyword) ? [{ value: own(schema, keyword), at: [...at, keyword] }] : [],
  );
}

/**
 * Compares a keyword that allows fewer values wherever it is written.
 *
 * @param relation What two values mean for each other, where more is known than that they differ; one that is not written is undefined.
 */
export function compareKeyword(
  base: TypedBranch,
  revision: TypedBranch,
  keyword: string,
  relation: (before: unknown, after: unknown) => Effect | "same" | undefined = () => undefined,
): Finding[] {
  const was = writtenFor(base.parts, keyword);
  const is = writtenFor(revision.parts, keyword);
  const gone = was.filter(({ value }) => !is.some((other) => canonical(other.value) === canonical(value)));
  const come = is.filter(({ value }) => !was.some((other) => canonical(other.value) === canonical(value)));
  const found = (effect: Effect, before: Written | undefined, after: Written | undefined): Finding => ({
    effect,
    rule: ruleOf(keyword),
    base: before?.at ?? base.at,
    revision: after?.at ?? revision.at,
    text: wentFrom(keyword, before?.value, after?.value),
  });
  const [before, after] = [gone[0], come[0]];
  if (gone.length <= 1 && come.length <= 1 && (before ?? after)) {
    const otherwise = before && after ? "different" : after ? "narrower" : "wider";
    const effect = relation(before?.value, after?.value) ?? otherwise;
    return effect === "same" ? [] : [found(effect, before, after)];
  }
  return [
    ...gone.map((written) => found(come.length > 0 ? "different" : "wider", written, undefined)),
    ...come.map((written) => found(gone.length > 0 ? "different" : "narrower", undefined, written)),
  ];
}
