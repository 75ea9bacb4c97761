// Compares schemas with too many alternatives, part by part.
import { isObject, type JsonObject, own, type Source } from "../../contract/index.ts";
import { baseName } from "../reference.ts";
import { type Located, meantBy, membersOf } from "./branch.ts";
import { type Finding, type Mode, type SchemaComparison, unproven } from "./model.ts";

const combiners = ["allOf", "anyOf", "oneOf"] as const;

/** When each part fits into its counterpart, the whole fits into the whole; what cannot be paired is not proven. */
export function compareCounterparts(
  comparison: SchemaComparison,
  base: readonly Located[],
  revision: readonly Located[],
  mode: Mode,
): Finding[] {
  const why = "it has too many alternatives";
  const notProven = unproven(base[0]?.at ?? [], revision[0]?.at ?? [], why);
  if (base.length !== revision.length) return [notProven];
  // A reference and its target are one pair: it would be waited for in itself
  const meant = (source: Source, { schema, at }: Located): Located => ({ schema: meantBy(source, schema), at });
  return base.flatMap((written, index) => {
    const before = meant(comparison.base, written);
    const after = revision[index] && meant(comparison.revision, revision[index]);
    const pairs = after && pairsOf(comparison, before, after);
    if (pairs === undefined) return [notProven];
    const findings = pairs.flatMap(([was, is]) => comparison.compare([was], [is], mode));
    return isTold(comparison, before.schema, after?.schema, findings) ? findings : [...findings, notProven];
  });
}

type Counterparts = readonly [before: Located, after: Located];

/** What a schema says itself, what it refers to, and its members, each with its counterpart. */
function pairsOf(
  { base, revision, unchanged }: SchemaComparison,
  before: Located,
  after: Located,
): Counterparts[] | undefined {
  const [was, is] = [before.schema, after.schema];
  if (!isObject(was) || !isObject(is)) return undefined;
  const pairs: Counterparts[] = [[withoutParts(before, was), withoutParts(after, is)]];
  if (isReference(was) !== isReference(is)) return undefined;
  if (isReference(was))
    pairs.push([
      { schema: base.target(was), at: before.at },
      { schema: revision.target(is), at: after.at },
    ]);
  for (const keyword of combiners) {
    const [members, others] = [membersOf(was, keyword, before.at), membersOf(is, keyword, after.at)];
    if (members.length !== others.length) return undefined;
    const free = new Set(others);
    const left = members.filter((member) => {
      const other = [...free].find((candidate) =>
        nameOf(member) === undefined
          ? unchanged.has(member.schema, candidate.schema)
          : nameOf(candidate) === nameOf(member),
      );
      if (other) pairs.push([member, other]);
      return other === undefined || !free.delete(other);
    });
    // Schemas that all hold may be compared in any order; of alternatives only a single one is certain to be the same
    if (left.length > 1 && keyword !== "allOf") return undefined;
    const rest = [...free];
    for (const [index, member] of left.entries()) {
      const other = rest[index];
      if (other === undefined || nameOf(member) !== nameOf(other)) return undefined;
      pairs.push([member, other]);
    }
  }
  return pairs;
}

function withoutParts({ at }: Located, schema: JsonObject): Located {
  const parts: readonly string[] = [...combiners, "$ref", "$dynamicRef", "discriminator"];
  return { schema: Object.fromEntries(Object.entries(schema).filter(([key]) => !parts.includes(key))), at };
}

function isReference(schema: JsonObject): boolean {
  return typeof own(schema, "$ref") === "string" || typeof own(schema, "$dynamicRef") === "string";
}

function nameOf({ schema }: Located): string | undefined {
  const reference = own(schema, "$ref");
  const title = own(schema, "title");
  return typeof reference === "string" ? baseName(reference) : typeof title === "string" ? title : undefined;
}

/** Whether the parts say all: not where they look at each other, as in `oneOf` without a discriminator. */
function isTold(comparison: SchemaComparison, before: unknown, after: unknown, findings: readonly Finding[]): boolean {
  const schemas = [before, after];
  const has = (...keywords: string[]) =>
    schemas.some((schema) => keywords.some((key) => own(schema, key) !== undefined));
  if (has("unevaluatedProperties", "unevaluatedItems")) return comparison.count(findings, 1) === 0;
  if (!has("oneOf") || schemas.every((schema) => own(schema, "discriminator") !== undefined)) return true;
  return !comparison.some(findings, (effect) => !["added", "harmless", "removed"].includes(effect));
}
