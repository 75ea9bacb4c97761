// Decides whether a value can match two alternatives of one type at once.
import { canonical, own, type Source } from "../../contract/index.ts";
import { allows } from "./accepts.ts";
import { branchesOf, type Located } from "./branch.ts";
import { requiredProperties, schemasOfProperty } from "./properties.ts";
import { byType, type TypedBranch } from "./types.ts";

/** Whether a value of both may exist; false only when there is none for certain. */
export function mayOverlap(aSource: Source, a: TypedBranch, bSource: Source, b: TypedBranch, depth = 3): boolean {
  if (a.type !== b.type) return false;
  if (a.values && b.values) {
    const texts = new Set(b.values.map(canonical));
    return a.values.some((value) => texts.has(canonical(value)));
  }
  if (a.values) return a.values.some((value) => couldAccept(b, value));
  if (b.values) return b.values.some((value) => couldAccept(a, value));
  const pairs = {
    number: [["minimum", "maximum"]],
    string: [["minLength", "maxLength"]],
    array: [["minItems", "maxItems"]],
  };
  for (const [least = "", most = ""] of pairs[a.type as keyof typeof pairs] ?? []) {
    if (bound(a, least, Math.max) > bound(b, most, Math.min) || bound(b, least, Math.max) > bound(a, most, Math.min)) {
      return false;
    }
  }
  return a.type !== "object" || objectsMayOverlap(aSource, a, bSource, b, depth);
}

function objectsMayOverlap(aSource: Source, a: TypedBranch, bSource: Source, b: TypedBranch, depth: number): boolean {
  if (depth === 0) return true;
  // What one requires, a value of both has, and it matches what the other says of it
  for (const name of new Set([...requiredProperties(a), ...requiredProperties(b)])) {
    const values = (source: Source, schemas: readonly Located[]) =>
      [...byType(branchesOf(source, schemas)).values()].flat();
    const [left, right] = [values(aSource, schemasOfProperty(a, name)), values(bSource, schemasOfProperty(b, name))];
    if (!left.some((x) => right.some((y) => mayOverlap(aSource, x, bSource, y, depth - 1)))) return false;
  }
  return true;
}

/** Whether the value may be allowed, as far as a single value decides. */
function couldAccept(branch: TypedBranch, value: unknown): boolean {
  return (!branch.integer || Number.isInteger(value)) && allows(branch.parts, value) !== false;
}

function bound(branch: TypedBranch, keyword: string, pick: (...values: number[]) => number): number {
  const values = branch.parts.flatMap(({ schema }) => {
    const value = own(schema, keyword);
    return typeof value === "number" ? [value] : [];
  });
  return pick(...values);
}
