// Decides whether a value can match two alternatives of one type at once.
import type { Source } from "../../shared/contract/index.ts";
import { requiredProperties, schemasOfProperty } from "./properties.ts";
import { accepts, isEmpty, readTypes, type TypedBranch, without } from "./types.ts";

/** An alternative, and the document that it is of. */
export interface Alternative {
  readonly source: Source;
  readonly branch: TypedBranch;
}

/** Whether a value of both may exist; false only when there is none for certain. */
export function mayOverlap(one: Alternative, other: Alternative, depth = 3): boolean {
  const [a, b] = [one.branch, other.branch];
  if (a.type !== b.type) return false;
  if (a.values && b.values) return without(a.values, b.values).length < a.values.length;
  const listed = a.values ?? b.values;
  if (listed) return listed.some((value) => accepts(a.values ? b : a, value) !== false);
  if (isEmpty(a.type, { parts: [...a.parts, ...b.parts] })) return false;
  if (a.type !== "object" || depth === 0) return true;
  // What one requires, a value of both has, and it matches what the other says of it
  return [...requiredProperties(a).union(requiredProperties(b))].every((name) => {
    const [left, right] = [one, other].map(({ source, branch }) =>
      [...readTypes(source, schemasOfProperty(branch, name)).values()]
        .flat()
        .map((inner) => ({ source, branch: inner })),
    );
    return left?.some((x) => right?.some((y) => mayOverlap(x, y, depth - 1)));
  });
}
