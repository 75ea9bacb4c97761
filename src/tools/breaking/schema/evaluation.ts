// What `unevaluated…` applies to, and where that depends on the value.
import { canonical, own } from "../../contract/index.ts";
import type { Part } from "./branch.ts";
import { type Finding, unproven } from "./model.ts";
import type { TypedBranch } from "./types.ts";

type Keyword = "unevaluatedProperties" | "unevaluatedItems";

/** Whether `unevaluated…` of a part leaves something alone: it, or what is inside it, evaluates that already. */
export function isEvaluated(
  { parts }: TypedBranch,
  { schema }: Part,
  keyword: Keyword,
  evaluates: (part: Part) => boolean,
): boolean {
  return parts.some((other) => {
    if (other.schema === schema) return evaluates(other);
    // One further inside comes first, and evaluates all that is left
    return other.within.includes(schema) && (evaluates(other) || Object.hasOwn(other.schema, keyword));
  });
}

/**
 * Says that nothing can be proven when a schema with `unevaluated…` changed in which it depends on the value
 * what was evaluated: by a condition, or by several alternatives of `anyOf` at once.
 */
export function compareEvaluation(
  base: TypedBranch,
  revision: TypedBranch,
  keyword: Keyword,
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
