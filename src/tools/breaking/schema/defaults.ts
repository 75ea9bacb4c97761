// Compares defaults: what leaving a value out means.
import { canonical, own } from "../../contract/index.ts";
import { wentFrom } from "./bounds.ts";
import { commonParts, type Located } from "./branch.ts";
import type { Finding, SchemaComparison } from "./model.ts";

/** Compares the defaults of something optional. */
export function compareDefaults(
  { base, revision }: SchemaComparison,
  before: readonly Located[],
  after: readonly Located[],
): Finding[] {
  const was = commonParts(base, before).find(({ schema }) => Object.hasOwn(schema, "default"));
  const is = commonParts(revision, after).find(({ schema }) => Object.hasOwn(schema, "default"));
  const [from, to] = [was && own(was.schema, "default"), is && own(is.schema, "default")];
  if (canonical(from) === canonical(to) && (was === undefined) === (is === undefined)) return [];
  return [
    {
      effect: "meaning",
      rule: "schema/default",
      base: was ? [...was.at, "default"] : (before[0]?.at ?? []),
      revision: is ? [...is.at, "default"] : (after[0]?.at ?? []),
      text: wentFrom("default", from, to),
    },
  ];
}
