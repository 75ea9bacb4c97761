// Values on both sides of what each keyword allows, and the smallest value that a schema allows.
import { createRequire } from "node:module";
import {
  escapeToken,
  isObject,
  type JsonObject,
  listStrings,
  own,
  type Path,
  type Source,
} from "../shared/contract/index.ts";
import { type JsonType, jsonTypes, keywordsOf } from "./schema/json-type.ts";

/** A name that no schema has. */
const another = "another_field";

const ofType: Readonly<Record<string, readonly unknown[]>> = {
  string: ["x", "", "1", "text", "0123456789abcdef"],
  integer: [1, 0, -1, 1_000_000],
  number: [1.5, 1, 0, -1],
  boolean: [true, false],
  null: [null],
  array: [[], [1], ["x"], ["x", "x"], [1, 2]],
  object: [{}, { [another]: "x" }],
};

const ofFormat: Readonly<Record<string, readonly unknown[]>> = {
  date: ["2026-03-02"],
  "date-time": ["2026-03-02T09:00:00Z"],
  time: ["09:00:00Z"],
  duration: ["P1D"],
  email: ["a@example.com"],
  hostname: ["example.com", "a_b"],
  ipv4: ["192.0.2.1"],
  ipv6: ["2001:db8::1"],
  uri: ["https://example.com/a", "urn:a:b"],
  "uri-reference": ["/a", "a b"],
  uuid: ["9d1b6f0e-4c3a-4f27-8b1e-2f6a7c5d3e10"],
  int32: [2 ** 31, 2 ** 63],
};

type Candidates = (limit: unknown, source: Source, schema: JsonObject) => readonly unknown[];

const near = (limit: unknown) => [0, 1, -1, 0.5, -0.5].map((step) => Number(limit) + step);
const counts = (limit: unknown) => [0, 1, -1].map((step) => Math.max(0, Math.min(Number(limit) + step, 10_000)));
const texts: Candidates = (limit) => counts(limit).map((length) => "x".repeat(length));
const maps: Candidates = (limit) =>
  counts(limit).map((length) => Object.fromEntries(Array.from({ length }, (_, at) => [`field_${at}`, "x"])));
const lists: Candidates = (limit, source, schema) => {
  const items = [...candidatesFor(source, own(schema, "items"), "", true).take(9)];
  return [items.slice(0, 1), items.slice(1), [1, 2, 3]].flatMap((sort) =>
    counts(limit).map((length) => Array.from({ length }, (_, at) => sort[at % sort.length])),
  );
};
const values: Candidates = (listed) => {
  const [first, ...others] = [listed].flat();
  return [first, ...others, ...(typeof first === "string" ? [`${first}x`] : near(first))];
};

/** The one table: for each keyword, values that it allows and values that it refuses. */
const table: Readonly<Record<string, Candidates>> = {
  ...{ maxLength: texts, minLength: texts, maxProperties: maps, minProperties: maps, enum: values, const: values },
  ...{ maximum: near, minimum: near, exclusiveMaximum: near, exclusiveMinimum: near },
  ...{ maxItems: lists, minItems: lists },
  multipleOf: (step) => [1, 2, 3, 0.5, 1.5].map((factor) => Number(step) * factor),
  pattern: (pattern) => ["x", "", "1", " ", "a\nb", ...matching(String(pattern))],
  format: (format) => ["x", ...(ofFormat[String(format)] ?? []), ...Object.values(ofFormat).flat()],
  type: (types) => [types].flat().flatMap((type) => ofType[String(type)] ?? []),
  uniqueItems: (_, source, schema) => lists(2, source, schema),
};

/** Keywords that hold several schemas, each under a name or a number, and those that hold one. */
const several = ["properties", "patternProperties", "allOf", "anyOf", "oneOf"];
const single = ["items", "additionalProperties", "not"];

/** The steps from schema to schema that a path begins with: a keyword each, with the name or number under it. */
export function listSteps([keyword = "", name, ...rest]: Path): Path[] {
  if (name === undefined) return [];
  if (several.includes(keyword)) return [[keyword, name], ...listSteps(rest)];
  return single.includes(keyword) ? [[keyword], ...listSteps([name, ...rest])] : [];
}

/** What is behind a step: the schema, and the field or item that it speaks of; no token where that is the value itself. */
function behind(source: Source, schema: unknown, [keyword = "", ...names]: Path): { inner: unknown; token?: string } {
  const holder = own(schema, keyword) === undefined ? source.resolve(schema) : schema;
  const inner = names.reduce<unknown>(own, own(holder, keyword));
  const [name = another] = names;
  if (keyword === "items") return { inner, token: "0" };
  if (keyword === "patternProperties") return { inner, token: matching(name)[0] ?? name };
  return keyword.endsWith("roperties") ? { inner, token: name } : { inner };
}

/** The pointer in a value of what steps lead to. */
export function pointerAlong(source: Source, schema: unknown, [step, ...rest]: readonly Path[]): string {
  if (step === undefined) return "";
  const { inner, token } = behind(source, schema, step);
  return `${token === undefined ? "" : `/${escapeToken(token)}`}${pointerAlong(source, inner, rest)}`;
}

/** A value with this part where steps lead; the rest stays, or is as small as it may be. */
export function placed(
  source: Source,
  schema: unknown,
  steps: readonly Path[],
  value: unknown,
  whole: unknown,
): unknown {
  const [step, ...rest] = steps;
  const [keyword = ""] = step ?? [];
  // Another alternative is not mixed in
  const others = /^(any|one)Of$/.test(keyword)
    ? { ...(source.resolve(schema) as object), anyOf: [], oneOf: [] }
    : schema;
  const around = whole ?? smallest(source, others);
  const fields = isObject(around) ? around : {};
  const { inner, token } = step === undefined ? { inner: undefined } : behind(source, schema, step);
  const within = token === undefined ? whole : own(around, token);
  const part = step === undefined ? value : placed(source, inner, rest, value, within);
  if (token === undefined) return isObject(part) ? { ...fields, ...part } : part;
  if (keyword !== "items") return { ...fields, [token]: part };
  return Object.assign(Array.isArray(around) ? [...around] : [], { [token]: part });
}

/** Values on which schemas often differ: those of the keyword first, where one is named; fewer of what is inside. */
export function* candidatesFor(source: Source, schema: unknown, keyword = "", isInside = false): Generator<unknown> {
  const parts = listParts(source, schema);
  for (const key of new Set([keyword, "", ...parts.flatMap((part) => Object.keys(part))])) {
    if (key === "") yield smallest(source, schema);
    for (const part of parts) {
      const held = own(part, key);
      if (held === undefined) continue;
      yield* table[key]?.(held, source, part) ?? [];
      const names = several.includes(key) ? Object.keys(Object(held) as object).map((name) => [name]) : [];
      for (const step of isInside ? [] : (single.includes(key) ? [[]] : names).map((name) => [key, ...name])) {
        const { inner } = behind(source, part, step);
        for (const value of [smallest(source, inner), ...candidatesFor(source, inner, "", true).take(12)]) {
          yield placed(source, part, [step], value, undefined);
          if (key === "items") yield [value, value];
        }
      }
    }
  }
  yield* Object.values(ofType).flat();
}

/** What was made of each schema, and what is being made: schemas may hold themselves. */
const made = new WeakMap<Source, Map<unknown, unknown>>();

/** The smallest value that a schema allows, its examples first; a validator has to confirm it. */
function smallest(source: Source, schema: unknown): unknown {
  const known = made.get(source) ?? new Map<unknown, unknown>();
  made.set(source, known);
  if (!known.has(schema)) known.set(schema, {}).set(schema, make(source, listParts(source, schema)));
  return known.get(schema);
}

function make(source: Source, parts: readonly JsonObject[]): unknown {
  const all = (keyword: string) => parts.map((part) => own(part, keyword)).filter((value) => value !== undefined);
  const first = (keyword: string) => all(keyword)[0];
  const limit = (keyword: string) => Number(first(keyword) ?? Number.NaN);
  for (const value of [first("const"), own(first("examples"), "0"), first("example"), own(first("enum"), "0")]) {
    if (value !== undefined) return value;
  }
  const has = (type: JsonType) => keywordsOf[type].some((keyword) => first(keyword) !== undefined);
  const type = [first("type")].flat()[0] ?? jsonTypes.find(has) ?? "string";
  if (type === "integer" || type === "number") {
    const bounds = [limit("minimum"), limit("exclusiveMinimum") + 1, limit("maximum"), limit("exclusiveMaximum") - 1];
    const step = limit("multipleOf") || 1;
    return Math.ceil((bounds.find((value) => !Number.isNaN(value)) ?? step) / step) * step;
  }
  if (type === "array") {
    const length = Math.min(limit("minItems") || 0, 100);
    const items = length < 2 ? [] : [...candidatesFor(source, first("items"), "", true).take(length)];
    return Array.from({ length }, (_, at) => items[at] ?? smallest(source, first("items")));
  }
  if (type === "object") {
    const findField = (name: string) => {
      const schemas = all("properties").flatMap((properties) => own(properties, name) ?? []);
      return smallest(source, schemas.length === 1 ? schemas[0] : { allOf: schemas });
    };
    return Object.fromEntries(
      all("required")
        .flatMap(listStrings)
        .map((name) => [name, findField(name)]),
    );
  }
  if (type !== "string") return ofType[String(type)]?.[0];
  const long = "x".repeat(Math.min(limit("minLength") || Math.min(limit("maxLength") || 1, 1), 10_000));
  return ofFormat[String(first("format"))]?.[0] ?? matching(String(first("pattern") ?? ""))[0] ?? long;
}

/** The schemas that speak of one value together: what is referred to, all of `allOf`, the first of other alternatives. */
function listParts(source: Source, schema: unknown): JsonObject[] {
  const parts = new Set([schema]);
  for (const part of parts) {
    if (own(part, "$ref") !== undefined) parts.add(source.target(part as JsonObject));
    for (const member of [own(part, "allOf") ?? []].flat()) parts.add(member);
    for (const keyword of ["anyOf", "oneOf"]) parts.add(own(own(part, keyword), "0"));
  }
  return [...parts].filter(isObject);
}

/** Sampling is slow, and the same pattern stands in many places; so is loading the sampler, which few comparisons need. */
const sampled = new Map<string, readonly string[]>([["", []]]);
const require = createRequire(import.meta.url);

/** Some texts that match a pattern, the same each time; none for one that cannot be read. */
function matching(pattern: string): readonly string[] {
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
    // Another dialect of regular expressions
  }
  return matching(pattern);
}
