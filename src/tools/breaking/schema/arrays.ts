// Compares what two schemas allow of arrays.
import { own } from "../../contract/index.ts";
import { compareBound, ruleOf } from "./bounds.ts";
import { anything, type Located, type Part, schemaUnder } from "./branch.ts";
import { compareEvaluation, isEvaluated } from "./evaluation.ts";
import { writtenFor } from "./keywords.ts";
import { type CompareBranches, type Finding, type Mode, type SchemaComparison, unproven } from "./model.ts";
import type { TypedBranch } from "./types.ts";

export const compareArrays: CompareBranches = (comparison, base, revision, mode) => {
  return [
    ...compareEvaluation(base, revision, "unevaluatedItems", ["if", "contains"]),
    ...compareBound(base, revision, { keyword: "minItems", side: "least", otherwise: 0 }),
    ...compareBound(base, revision, { keyword: "maxItems", side: "most", otherwise: Number.POSITIVE_INFINITY }),
    ...compareUniqueness(base, revision),
    ...compareItems(comparison, base, revision, mode),
    ...compareContains(comparison, base, revision),
  ];
};

function compareUniqueness(base: TypedBranch, revision: TypedBranch): Finding[] {
  const written = (branch: TypedBranch) => writtenFor(branch.parts, "uniqueItems").find(({ value }) => value === true);
  const [was, is] = [written(base), written(revision)];
  if ((was === undefined) === (is === undefined)) return [];
  return [
    {
      effect: is ? "narrower" : "wider",
      rule: "schema/unique-items",
      base: was?.at ?? base.at,
      revision: is?.at ?? revision.at,
      text: is ? "the items must now be unique" : "the items need no longer be unique",
    },
  ];
}

/** Compares position by position as far as either schema distinguishes positions, then all further items. */
function compareItems(comparison: SchemaComparison, base: TypedBranch, revision: TypedBranch, mode: Mode): Finding[] {
  const positions = Math.max(prefixLength(base.parts), prefixLength(revision.parts));
  // A list that cannot be that long in the one that has to fit into the other has nothing at that place
  const [inner] = mode.direction === "request" ? [base] : [revision];
  const longest = Math.min(...writtenFor(inner.parts, "maxItems").map(({ value }) => Number(value)));
  const findings: Finding[] = [];
  for (let position = 0; position <= positions; position++) {
    if (position >= longest) break;
    const was = itemSchemas(base, position, positions);
    const is = itemSchemas(revision, position, positions);
    findings.push(...comparison.compare(was, is, mode));
  }
  return findings;
}

function prefixLength(parts: readonly Part[]): number {
  return Math.max(0, ...parts.map(({ schema }) => listUnder(schema, "prefixItems").length));
}

/** The schemas for the item at a position; at the position behind all prefixes, for all items from there on. */
function itemSchemas(branch: TypedBranch, position: number, positions: number): Located[] {
  const found: Located[] = [];
  for (const part of branch.parts) {
    const own = ownItem(part, position);
    if (own) found.push(own);
    const evaluates = (other: Part) => ownItem(other, position) !== undefined;
    if (Object.hasOwn(part.schema, "unevaluatedItems") && !isEvaluated(branch, part, "unevaluatedItems", evaluates)) {
      found.push(schemaUnder(part, "unevaluatedItems"));
    }
  }
  const at = [...branch.at, ...(position < positions ? ["prefixItems", String(position)] : ["items"])];
  return found.length > 0 ? found : [anything(at)];
}

function ownItem({ schema, at }: Part, position: number): Located | undefined {
  const prefix = listUnder(schema, "prefixItems");
  if (position < prefix.length) {
    return { schema: prefix[position], at: [...at, "prefixItems", String(position)] };
  }
  return Object.hasOwn(schema, "items") ? { schema: own(schema, "items"), at: [...at, "items"] } : undefined;
}

function listUnder(schema: object, keyword: string): readonly unknown[] {
  const list = own(schema, keyword);
  return Array.isArray(list) ? list : [];
}

interface Contained {
  readonly located: Located;
  readonly least: number;
  readonly most: number;
}

function compareContains(comparison: SchemaComparison, base: TypedBranch, revision: TypedBranch): Finding[] {
  const [was, is] = [containedIn(base), containedIn(revision)];
  const found = (effect: Finding["effect"], keyword: string, text: string, b?: Contained, r?: Contained): Finding => ({
    effect,
    rule: ruleOf(keyword),
    base: b?.located.at ?? base.at,
    revision: r?.located.at ?? revision.at,
    text,
  });
  const findings: Finding[] = [];
  const left = [...is];
  for (const before of was) {
    const same = left.findIndex(({ located }) => comparison.isSame([before.located], [located]));
    const [after] = left.splice(same === -1 ? 0 : same, 1);
    if (after === undefined) {
      findings.push(found("wider", "contains", "`contains` was removed", before));
      continue;
    }
    if (same === -1) findings.push(...compareContained(comparison, before, after));
    if (before.least !== after.least) {
      const effect = after.least > before.least ? "narrower" : "wider";
      const text = `the least number of such items went from ${before.least} to ${after.least}`;
      findings.push(found(effect, "minContains", text, before, after));
    }
    if (before.most !== after.most) {
      const effect = after.most < before.most ? "narrower" : "wider";
      const text = `the highest number of such items went from ${shown(before.most)} to ${shown(after.most)}`;
      findings.push(found(effect, "maxContains", text, before, after));
    }
  }
  return [...findings, ...left.map((after) => found("narrower", "contains", "`contains` was added", undefined, after))];
}

/** What must be there at least may become looser; what must be there at most may not. */
function compareContained(comparison: SchemaComparison, before: Contained, after: Contained): Finding[] {
  if (Number.isFinite(before.most) || Number.isFinite(after.most)) {
    const why = "what `maxContains` counts is not the same";
    return [unproven(before.located.at, after.located.at, why)];
  }
  return (["request", "response"] as const).flatMap((direction) =>
    comparison.compare([before.located], [after.located], { direction, strict: true }),
  );
}

function containedIn({ parts }: TypedBranch): Contained[] {
  return parts.flatMap((part) => {
    if (!Object.hasOwn(part.schema, "contains")) return [];
    const least = numberUnder(part, "minContains", 1);
    const most = numberUnder(part, "maxContains", Number.POSITIVE_INFINITY);
    return least === 0 && !Number.isFinite(most) ? [] : [{ located: schemaUnder(part, "contains"), least, most }];
  });
}

function numberUnder({ schema }: Part, keyword: string, otherwise: number): number {
  const value = own(schema, keyword);
  return typeof value === "number" ? value : otherwise;
}

function shown(count: number): string {
  return Number.isFinite(count) ? String(count) : "any";
}
