// The normal form of a schema: for each JSON type its alternatives, with references, `allOf`, `anyOf` and `oneOf` folded in.
import { findRow, isObject, type Limit, limits, own, type Schema } from "../shared/contract/index.ts";
import { child, follow, listWritten, type Part, resolve, writePlace } from "./bundle.ts";

/** The types of JSON; a number is whole, or has a fraction. */
export const jsonTypes = ["null", "boolean", "integer", "fraction", "string", "array", "object"] as const;
export type JsonType = (typeof jsonTypes)[number];

/** A value that a list of values may have. */
export type Scalar = string | number | bigint | boolean | null;

/** A part that is a schema. */
export interface SchemaPart extends Part {
  readonly node: Schema;
}

/** One alternative of a schema, for the values of one JSON type. */
export interface Alternative {
  readonly type: JsonType;
  /** The schema that it is an alternative of. */
  readonly of: Part;
  /** All that holds at once: the schema, what it refers to, the members of its `allOf`, and one of each `anyOf` and `oneOf`. */
  readonly parts: readonly SchemaPart[];
  /** The limits by keyword, those of all parts joined. */
  readonly limits: Readonly<Record<string, unknown>>;
  /** The only values; undefined where they are not listed. */
  readonly values: readonly Scalar[] | undefined;
  /** The known values of an open enum. */
  readonly known: readonly Scalar[] | undefined;
  readonly required: readonly string[];
  /** The fields that have a name. */
  readonly names: readonly string[];
}

/** How many alternatives a schema may have. A product of several `anyOf` is one alternative for each way through them. */
const mostAlternatives = 80;

/** A schema outside of the vocabulary: nothing is known of it. */
const unknown = { "": "unknown" } as Schema;
/** `false` as an object: no value is allowed. */
export const nothing: Schema = { enum: [] };

/**
 * Brings schemas that hold together to their normal form.
 *
 * @returns Each alternative of each type; undefined where something is not in the vocabulary, or there are too many alternatives.
 */
export function normalize(parts: readonly Part[]): Alternative[] | undefined {
  const [of] = parts;
  const ways = listWays([], gather(parts), []);
  if (of === undefined || ways === undefined) return undefined;
  return joinLists(ways.flatMap((way) => makeAlternatives(resolve(of), way)));
}

/** The parts that hold together: the schemas, what they refer to, and the members of their `allOf`, each once. */
export function gather(parts: readonly Part[]): SchemaPart[] {
  const gathered = new Map<string, SchemaPart>();
  const collect = (part: Part, around: readonly string[]): void => {
    const { node } = part;
    const place = writePlace(part);
    if (node === true || (node === undefined && !part.isReferred)) return;
    // A reference that leads nowhere, or back to itself, says nothing that can be compared
    if (around.includes(place)) gathered.set(place, { ...part, node: unknown });
    if (gathered.has(place)) return;
    gathered.set(place, { ...part, node: node === false ? nothing : isObject(node) ? (node as Schema) : unknown });
    if (!isObject(node)) return;
    const { $ref, allOf } = node as Schema;
    const inside = [...around, place];
    if (typeof $ref === "string") collect(follow(part, $ref), inside);
    if (Array.isArray(allOf)) for (const index of allOf.keys()) collect(child(part, "allOf", `${index}`), inside);
  };
  for (const part of parts) collect(part, []);
  return [...gathered.values()];
}

/** The first keyword of some schemas that is not in the vocabulary, or has a value that is not. */
export function findOutside(parts: readonly SchemaPart[]): string | undefined {
  const entries = parts.flatMap(({ node }) => Object.entries(node));
  return entries.find(([keyword, value]) => findRow("Schema", keyword, value) === undefined)?.[0];
}

/**
 * The ways through the lists of alternatives: of each list one member holds, beside all that holds anyway.
 *
 * @param around The parts that hold already, without the members of the `lists`.
 * @param added The parts that hold now, too.
 */
function listWays(
  around: readonly SchemaPart[],
  added: readonly SchemaPart[],
  lists: readonly Part[],
): SchemaPart[][] | undefined {
  if (findOutside(added) !== undefined) return undefined;
  const parts = [...around, ...added];
  const [list, ...others] = [...lists, ...listWritten(added, "anyOf"), ...listWritten(added, "oneOf")];
  if (list === undefined) return [parts];
  const members = Object.keys(list.node as object).map((index) => gather([child(list, index)]));
  if (list.at.at(-1) === "oneOf" && !areApart(members)) return undefined;
  const ways: SchemaPart[][] = [];
  for (const member of members) {
    // Recursion would add a part again
    const held = new Set(parts.map(writePlace));
    const more = member.filter((part) => !held.has(writePlace(part)));
    const inside = listWays(parts, more, others);
    if (inside === undefined || ways.push(...inside) > mostAlternatives) return undefined;
  }
  return ways;
}

/**
 * True when no value matches two members, as far as types, listed values, limits and required fields tell:
 * only then is `oneOf` an `anyOf`.
 */
function areApart(members: readonly (readonly SchemaPart[])[]): boolean {
  return members.every((one, index) =>
    members.slice(index + 1).every((other) => {
      const common = makePlain([...one, ...other]);
      return common?.every((both) => both.required.some((name) => makePlain(listField(both, name))?.length === 0));
    }),
  );
}

/** The alternatives of schemas without a list of alternatives in them; undefined for others. */
function makePlain(parts: readonly Part[]): Alternative[] | undefined {
  const [of] = parts;
  const all = gather(parts);
  const isPlain = all.every(({ node }) => node.anyOf === undefined && node.oneOf === undefined);
  return of && isPlain ? makeAlternatives(of, all) : undefined;
}

function makeAlternatives(of: Part, parts: readonly SchemaPart[]): Alternative[] {
  return jsonTypes.flatMap((type) => makeAlternative(type, of, parts) ?? []);
}

/** The ways to split an alternative: by the values that one of its fields lists, each a piece of its own, and the field left out. */
export function* listSplits({ type, of, parts, ...one }: Alternative): Generator<Alternative[]> {
  for (const name of one.names) {
    const listed = normalize(listField({ parts }, name)) ?? [];
    const values = listed.flatMap((field) => field.values ?? []);
    if (values.length < 2 || listed.some((field) => field.values === undefined)) continue;
    const split: Schema[] = values.map((value) => ({ required: [name], properties: { [name]: { const: value } } }));
    if (!one.required.includes(name)) split.push({ properties: { [name]: nothing } });
    yield split.flatMap((node, index) => {
      const piece: SchemaPart = { node, at: [...of.at, `${name} ${index}`], bundle: of.bundle, up: of };
      return makeAlternative(type, of, [...parts, piece]) ?? [];
    });
  }
}

/** Joins the parts for one type; undefined where they allow no value of it. */
function makeAlternative(type: JsonType, of: Part, parts: readonly SchemaPart[]): Alternative | undefined {
  const nodes = parts.map(({ node }) => node);
  if (!nodes.every((node) => node.type === undefined || [node.type].flat().some((name) => isOf(type, name))))
    return undefined;
  const joined = joinLimits(type, nodes);
  const values = joinValues(nodes)?.filter((value) => readType(value) === type && allows(joined, value));
  if (values?.length === 0 || isEmpty(joined)) return undefined;
  // All values of the type, listed, are as good as no list
  const isAll = type === "null" || (type === "boolean" && values?.length === 2);
  return {
    ...{ type, of, parts, limits: joined, values: isAll ? undefined : values },
    known: joinKnown(nodes),
    required: [...new Set(nodes.flatMap(({ required }) => required ?? []))],
    names: [...new Set(nodes.flatMap(({ properties }) => Object.keys(properties ?? {})))],
  };
}

/** The limits of a type: where several parts have one, what they come to. */
function joinLimits(type: JsonType, nodes: readonly Schema[]): Readonly<Record<string, unknown>> {
  const joined: Record<string, unknown> = {};
  for (const node of nodes) {
    for (const [keyword, value] of Object.entries(node)) {
      const row = findLimit(keyword);
      if (row === undefined || !isOf(type, row.of)) continue;
      joined[keyword] = keyword in joined ? row.join(joined[keyword], value) : value;
    }
  }
  // Each required field is one
  const required = new Set(nodes.flatMap((node) => node.required ?? []));
  if (Number(joined["minProperties"]) <= required.size) delete joined["minProperties"];
  return joined;
}

/** Tells a type by its name in a schema. */
function isOf(type: JsonType, name: string): boolean {
  return name === type || (name === "number" && (type === "integer" || type === "fraction"));
}

/** The row of a keyword that limits values. */
export function findLimit(keyword: string): Limit | undefined {
  return own(limits, keyword) as Limit | undefined;
}

/** True when the least is more than the most. */
function isEmpty(joined: Readonly<Record<string, unknown>>): boolean {
  const pairs = [
    ["minimum", "maximum"],
    ["minLength", "maxLength"],
    ["minItems", "maxItems"],
  ] as const;
  return pairs.some(([least, most]) => (joined[least] as number) > (joined[most] as number));
}

function joinValues(nodes: readonly Schema[]): Scalar[] | undefined {
  const lists = nodes.flatMap((node) => [
    ...("const" in node ? [[node.const]] : []),
    ...(node.enum ? [node.enum] : []),
  ]);
  const [first, ...others] = lists as Scalar[][];
  return first?.filter((value) => others.every((list) => list.includes(value)));
}

function joinKnown(nodes: readonly Schema[]): Scalar[] | undefined {
  const lists = nodes.flatMap((node) => (node["x-extensible-enum"] ? [node["x-extensible-enum"]] : []));
  return lists.length === 0 ? undefined : [...new Set(lists.flat())];
}

/** Lists of values beside each other are one list. */
function joinLists(alternatives: readonly Alternative[]): Alternative[] {
  const isListed = ({ values, parts }: Alternative) => values !== undefined && listWritten(parts, "not").length === 0;
  const listed = Map.groupBy(alternatives.filter(isListed), ({ type }) => type);
  return alternatives.flatMap((one) => {
    const all = isListed(one) ? (listed.get(one.type) ?? []) : [one];
    const values = [...new Set(all.flatMap(({ values = [] }) => values))];
    return all[0] !== one ? [] : [all.length === 1 ? one : { ...one, values }];
  });
}

/** Checks a value of the type that some limits are for. */
export function allows(joined: Alternative["limits"], value: Scalar): boolean {
  return Object.entries(joined).every(([keyword, limit]) => findLimit(keyword)?.accepts(limit, value));
}

/** The whole numbers of a range that is about as short as the list of the other alternative; undefined for any other. */
export function listWholeNumbers({ type, limits, values }: Alternative, other: Alternative): Scalar[] | undefined {
  const [minimum, maximum] = [limits["minimum"], limits["maximum"]] as (number | bigint | undefined)[];
  if (values || !other.values || type !== "integer" || minimum === undefined || maximum === undefined) return undefined;
  if (Number(maximum) - Number(minimum) > other.values.length + 100) return undefined;
  const listed: Scalar[] = [];
  const least = typeof minimum === "bigint" ? minimum : BigInt(Math.ceil(minimum));
  for (let value = least; value <= maximum; value++)
    listed.push(Number.isSafeInteger(Number(value)) ? Number(value) : value);
  return listed;
}

function readType(value: Scalar): JsonType {
  if (value === null) return "null";
  if (typeof value === "number" || typeof value === "bigint")
    return Number.isInteger(Number(value)) ? "integer" : "fraction";
  return typeof value as JsonType;
}

/** The schemas of a field, of one without a name by default: each part has one by its name, or for all fields that it does not name. */
export function listField({ parts }: Pick<Alternative, "parts">, name?: string): Part[] {
  const isNamed = ({ node: { properties = {} } }: SchemaPart) => name !== undefined && Object.hasOwn(properties, name);
  const named = parts.filter(isNamed).map((part) => child(part, "properties", name ?? ""));
  return [
    ...named,
    ...listWritten(
      parts.filter((part) => !isNamed(part)),
      "additionalProperties",
    ),
  ];
}
