// Makes values of schemas, as small as they may be, from their normal form.
import { createRequire } from "node:module";
import { formats } from "../shared/contract/index.ts";
import { listWritten, type Part } from "./bundle.ts";
import { type Alternative, listField, normalize } from "./normal-form.ts";
import { anItem, anyField } from "./part-name.ts";

/** How deep values are made: schemas may hold themselves. */
const deepest = 12;

/** In place of a value: the field is left out. */
export const leftOut = Symbol("left out");

/** Values that the schemas allow together; one that is not allowed may be among them. */
export function* makeValues(parts: readonly Part[], depth = 0): Generator<unknown> {
  if (depth > deepest) return;
  const alternatives = normalize(parts) ?? [];
  for (const alternative of alternatives) yield* makeOf(alternative, depth);
  if (alternatives.length === 0) yield "x";
}

/**
 * Whole values in which some values stand at the end of a way.
 *
 * @param way The names of fields, `anItem` and `anyField` that lead there.
 */
export function* makeAround(
  parts: readonly Part[],
  way: readonly string[],
  values: Iterable<unknown>,
  depth = 0,
): Generator<unknown> {
  const [step, ...rest] = way;
  if (step === undefined) yield* values;
  if (step === undefined || depth > deepest) return;
  for (const alternative of normalize(parts) ?? []) {
    if (alternative.type === "array" && step === anItem) {
      const length = Math.max(1, Number(alternative.limits["minItems"] ?? 1));
      for (const item of makeAround(listWritten(alternative.parts, "items"), rest, values, depth + 1))
        yield Array(length).fill(item);
    }
    if (alternative.type !== "object" || step === anItem) continue;
    const name = step === anyField ? "another_field" : step;
    const { [name]: _, ...others } = makeFields(alternative, alternative.required, depth);
    const inside = listField(alternative, step === anyField ? undefined : name);
    for (const value of makeAround(inside, rest, values, depth + 1))
      yield value === leftOut ? others : { ...others, [name]: value };
  }
}

function* makeOf(alternative: Alternative, depth: number): Generator<unknown> {
  const { type, values, limits } = alternative;
  if (values !== undefined) yield* values;
  else if (type === "null") yield null;
  else if (type === "boolean") yield* [true, false];
  else if (type === "integer") yield* [limits["minimum"] ?? Math.min(1, Number(limits["maximum"] ?? 1)), 0, 2];
  else if (type === "fraction") yield Number(limits["minimum"] ?? 0) + 0.5;
  else if (type === "string") yield* makeTexts(alternative);
  else if (type === "array") {
    const length = Number(limits["minItems"] ?? 0);
    const [item] = [...makeValues(listWritten(alternative.parts, "items"), depth + 1).take(1)];
    if (length === 0) yield [];
    if (item !== undefined) yield Array(Math.max(1, length)).fill(item);
  } else {
    const required = makeFields(alternative, alternative.required, depth);
    yield required;
    if (depth < 2) yield { ...makeFields(alternative, alternative.names, depth), ...required };
  }
}

function* makeTexts({ parts, known = [], limits }: Alternative): Generator<unknown> {
  yield* known;
  yield* parts.flatMap(({ node }) => [(node as { readonly examples?: unknown }).examples ?? []].flat());
  const format = [limits["format"] ?? []].flat().map(String);
  yield* format.map((name) => formats[name]);
  for (const pattern of [limits["pattern"] ?? []].flat()) yield* sampleTexts(String(pattern));
  const longest = Number(limits["maxLength"] ?? 1);
  yield "x".repeat(Math.min(Number(limits["minLength"] ?? Math.min(1, longest)), 10_000));
}

function makeFields(alternative: Alternative, names: readonly string[], depth: number): Record<string, unknown> {
  const fields = names.map((name) => [name, [...makeValues(listField(alternative, name), depth + 1).take(1)][0]]);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined)) as Record<string, unknown>;
}

/** Sampling is slow, and the same pattern stands in many places; so is loading the sampler, which few comparisons need. */
const sampled = new Map<string, readonly string[]>();
const require = createRequire(import.meta.url);

/** Some texts that match a pattern, the same each time; none for one that cannot be sampled. */
function sampleTexts(pattern: string): readonly string[] {
  const known = sampled.get(pattern);
  if (known !== undefined) return known;
  sampled.set(pattern, []);
  try {
    const { sample, stringMatching } = require("fast-check") as typeof import("fast-check");
    const texts = sample(stringMatching(new RegExp(pattern, "u")), { seed: 1, numRuns: 6 });
    sampled.set(
      pattern,
      texts.sort((a, b) => a.length - b.length).filter(({ length }) => length < 200),
    );
  } catch {
    // The sampler does not know every expression
  }
  return sampleTexts(pattern);
}
