// Watches over `unevaluated…` where what it applies to depends on the value.
import { canonical, own } from "../../contract/index.ts";
import { type Finding, unproven } from "./finding.ts";
import type { TypedBranch } from "./types.ts";

/**
 * Says that nothing can be proven when a schema with `unevaluated…` changed in which it depends on the value
 * what was evaluated: by a condition, or by several alternatives of `anyOf` at once.
 */
export function compareEvaluation(
  base: TypedBranch,
  revision: TypedBranch,
  keyword: "unevaluatedProperties" | "unevaluatedItems",
  conditions: readonly string[],
): Finding[] {
  const sides = [base, revision];
  const isWritten = sides.some(({ parts }) => parts.some(({ schema }) => Object.hasOwn(schema, keyword)));
  const depends = ({ parts }: TypedBranch) =>
    parts.some(
      ({ schema }) =>
        conditions.some((condition) => Object.hasOwn(schema, condition)) || listLength(own(schema, "anyOf")) > 1,
    );
  if (!isWritten || !sides.some(depends)) return [];
  const [was, is] = sides.map(({ parts }) => canonical(parts.map(({ schema }) => schema)));
  if (was === is) return [];
  return [unproven(base.at, revision.at, `what \`${keyword}\` applies to depends on the value`)];
}

function listLength(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}
