// Reads schemas into trees of fields: what a reader needs of each, with every reference and `allOf` followed.
import {
  type Assumed,
  type Assumption,
  listAssumptions,
  type OpenApiDocument,
  parseReference,
  resolve,
  type Schema,
  writeSentence,
} from "../shared/contract/index.ts";
import { code, type Inline, joinWords, link, toAnchor } from "./text.ts";
import { schemaUrl } from "./urls.ts";

/** One thing that the service does not state, at one place. */
export interface Mark {
  readonly kind: "assumed" | "not-shown";
  readonly text: string;
  /** The assumption's name in the register. */
  readonly key?: string | undefined;
  /** The assumption in short, where it decides how one codes. */
  readonly decides?: string | undefined;
}

/** The values that a field is known to take. */
export interface KnownValues {
  readonly values: readonly (string | number)[];
  /** May a newer service send others? */
  readonly open: boolean;
}

/** What a value looks like. */
export interface Shape {
  /** In words, such as `array of [Marker](…)` or `string or null`. */
  readonly type: Inline;
  /** Limits and formats, each a phrase: ``format `uuid` ``, `1 to 100`. */
  readonly limits: readonly Inline[];
  readonly default: unknown;
  readonly known: KnownValues | undefined;
  /** What a form needs to ask for it. */
  readonly input: ShapeInput;
  readonly marks: readonly Mark[];
  readonly fields: readonly Field[];
  /** The component that the fields are of. */
  readonly of: string | undefined;
  /** Text of the schema itself, for where nothing nearer describes the value. */
  readonly description: string | undefined;
  readonly deprecated: boolean;
}

/** What a form needs to ask for a value, or for those of a list. */
export interface ShapeInput {
  readonly type: string;
  readonly format: string | undefined;
  readonly isList: boolean;
}

/** A named part of a body, or a parameter. */
export interface Field {
  readonly name: string;
  /** Part of the anchor: the names on the way here, such as `providers.status`. */
  readonly id: string;
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly description: string | undefined;
  readonly shape: Shape;
}

/** What applies to one value at the same time: the schema, what it refers to and what `allOf` adds. */
interface Pieces {
  /** The nearest first: a word beside a reference wins over the referenced one, a later `allOf` over an earlier. */
  readonly nearestFirst: Schema[];
  /** As they are written, for the order of fields. */
  readonly asWritten: Schema[];
  /** Names of the components that were followed. */
  readonly names: string[];
  /** More than one schema of which one applies. */
  readonly choices: Schema[];
  nullable: boolean;
}

/** How deep trees go before a link to the schema's own page takes their place. */
const maxDepth = 8;

/** How many types of JSON there are beside null: a value of all of them may be anything. */
const allKinds = ["object", "array", "string", "number", "boolean"].length;

/** The name under which a map's values are shown, since its keys are free. */
export const anyKey = "{key}";

/** Reads one schema into its shape. */
export function readShape(document: OpenApiDocument, schema: Schema): Shape {
  return read(document, [schema], "", []);
}

/** The marks of a node of the contract: of an operation, a parameter, a response or a schema. */
export function listMarks(node: {
  readonly "x-assumption"?: Assumed;
  readonly "x-not-shown"?: readonly string[];
}): readonly Mark[] {
  return [
    ...listAssumptions(node["x-assumption"]).map(readAssumption),
    ...(node["x-not-shown"] ?? []).map((text) => ({ kind: "not-shown", text }) as const),
  ];
}

/** An assumption as readers see it. */
function readAssumption(assumption: Assumption): Mark {
  const { key, chose, could_be, leaves_open, weight } = assumption;
  const text = `${writeSentence(assumption)} Leaves open: ${leaves_open.join(", ")}.`;
  return {
    kind: "assumed",
    text,
    key,
    decides: weight === "decides" ? `${chose}. It could be ${could_be}.` : undefined,
  };
}

function read(document: OpenApiDocument, schemas: readonly Schema[], id: string, above: readonly string[]): Shape {
  const pieces = collectPieces(document, schemas);
  const { nearestFirst, names, choices } = pieces;
  const pick = <K extends keyof Schema>(key: K): Schema[K] | undefined =>
    nearestFirst.find((schema) => schema[key] !== undefined)?.[key];
  const pickSchema = (key: "items" | "additionalProperties") =>
    nearestFirst.map((schema) => schema[key]).find((value) => typeof value === "object");
  const types = [pick("type") ?? []].flat();
  const nullable = pieces.nullable || types.includes("null");
  // A schema inside itself is not unfolded again: its page shows it
  const repeats = names.some((name) => above.includes(name)) || above.length >= maxDepth;
  const inside = [...above, ...(names.length > 0 ? names : [""])];
  const itemSchema = pickSchema("items");
  const items = itemSchema && !repeats ? read(document, [itemSchema], id, inside) : undefined;
  const valueSchema = pickSchema("additionalProperties");
  const fields = repeats ? [] : readFields(document, pieces, id, inside);
  if (valueSchema && !repeats) {
    fields.push(toField(anyKey, joinId(id, anyKey), read(document, [valueSchema], joinId(id, anyKey), inside)));
  }
  const branches = choices.map((choice) => ({ pieces: collectPieces(document, [choice]), choice }));
  const known =
    findKnown(nearestFirst) ?? joinKnown(branches.map(({ pieces }) => findKnown(pieces.nearestFirst, true)));
  const [name] = names;
  const kinds = types.filter((type) => type !== "null");
  const scalar = kinds.filter((type) => type !== "array" && type !== "object");
  const alternatives =
    known === undefined && branches.length > 1
      ? branches.map(({ pieces, choice }) => {
          const has = pieces.nearestFirst.flatMap(({ required = [] }) => required);
          return has.length > 0 ? `has ${joinWords(has.map(code))}` : read(document, [choice], id, inside).type;
        })
      : [];
  const typeWords = () => {
    const named = name === undefined ? undefined : link(name, schemaUrl(name));
    if (kinds.length === allKinds) return "any value";
    // An object or a list of them, as one field may be
    if (kinds.length > 1 && kinds.length > scalar.length) return joinWords(kinds, "or");
    if (itemSchema) return `array of ${items?.type ?? "the same"}`;
    if (valueSchema && fields.length === 1) return named ?? `map of ${fields[0]?.shape.type ?? "values"}`;
    if (scalar.length > 0)
      return named === undefined ? joinWords(scalar, "or") : `${joinWords(scalar, "or")}, ${named}`;
    const isObject = types.includes("object") || fields.length > 0;
    return named ?? (known ? "string" : isObject ? "object" : alternatives.length > 0 ? "one of several" : "any value");
  };
  const description = pick("description");
  return {
    type: `${typeWords()}${nullable && kinds.length < allKinds ? " or null" : ""}`,
    limits: [
      ...formatLimits(pick),
      ...(alternatives.length > 0 ? [joinAlternatives(alternatives)] : []),
      ...(items?.limits ?? []).map((limit) => `each ${limit}`),
    ],
    default: pick("default"),
    known: known ?? items?.known,
    input: items
      ? { ...items.input, isList: true }
      : {
          type: kinds[0] ?? "string",
          format: pick("format"),
          isList: false,
        },
    marks: [...nearestFirst.flatMap(listMarks), ...choices.flatMap(listMarks), ...(items?.marks ?? [])],
    fields: items && items.fields.length > 0 ? items.fields : fields,
    of: items && items.fields.length > 0 ? items.of : name,
    // The known values are shown beside it
    description: known?.open ? description?.replace(/\s*\bKnown values?:(?:\s+`[^`]+`[,.])+/, "") : description,
    deprecated: pick("deprecated") === true,
  };
}

function collectPieces(document: OpenApiDocument, schemas: readonly Schema[]): Pieces {
  const pieces: Pieces = { nearestFirst: [], asWritten: [], names: [], choices: [], nullable: false };
  const seen = new Set<string>();
  const follow = (schema: Schema, into: Schema[]) => {
    const isFirst = into === pieces.nearestFirst;
    const visit = (next: Schema) => follow(next, into);
    into.push(schema);
    const { $ref, allOf = [] } = schema;
    if ($ref !== undefined && !seen.has(`${isFirst}${$ref}`)) {
      seen.add(`${isFirst}${$ref}`);
      const [, kind, name = ""] = parseReference($ref);
      if (isFirst && kind === "schemas") pieces.names.push(name);
      visit(resolve<Schema>(document, { $ref }));
    }
    for (const part of isFirst ? allOf.toReversed() : allOf) visit(part);
    for (const all of [schema.anyOf ?? [], schema.oneOf ?? []]) {
      const others = all.filter(({ type }) => type !== "null");
      if (others.length < all.length) pieces.nullable = true;
      const [only] = others;
      if (others.length === 1 && only) visit(only);
      else if (isFirst) pieces.choices.push(...others);
    }
  };
  for (const schema of schemas.toReversed()) follow(schema, pieces.nearestFirst);
  for (const schema of schemas) follow(schema, pieces.asWritten);
  return pieces;
}

/** The fields of an object. Those of its alternatives count, too: a sentence says which go together. */
function readFields(document: OpenApiDocument, pieces: Pieces, id: string, above: readonly string[]): Field[] {
  const byName = new Map<string, Schema[]>();
  const required = new Set(pieces.asWritten.flatMap((schema) => schema.required ?? []));
  for (const { properties = {} } of pieces.asWritten) {
    for (const [name, property] of Object.entries(properties))
      byName.set(name, [...(byName.get(name) ?? []), property]);
  }
  const alternatives = new Map<string, Schema[]>();
  for (const choice of pieces.choices) {
    for (const { properties = {} } of collectPieces(document, [choice]).asWritten) {
      for (const [name, property] of Object.entries(properties)) {
        alternatives.set(name, [...(alternatives.get(name) ?? []), property]);
      }
    }
  }
  for (const [name, anyOf] of alternatives) {
    const known = byName.get(name);
    // What is said of it in general wins
    byName.set(name, known === undefined ? (anyOf.length > 1 ? [{ anyOf }] : anyOf) : [...anyOf, ...known]);
  }
  return Array.from(byName, ([name, schemas]) => {
    const own = joinId(id, name);
    return { ...toField(name, own, read(document, schemas, own, above)), required: required.has(name) };
  });
}

function toField(name: string, id: string, shape: Shape): Field {
  const { deprecated, description } = shape;
  return { name, id, required: false, deprecated, description, shape };
}

/** The values that schemas list; that of a constant is one only among alternatives. */
export function findKnown(schemas: readonly Schema[], withConstants = false): KnownValues | undefined {
  for (const node of schemas) {
    const open = node["x-extensible-enum"];
    if (open !== undefined) return { values: open, open: true };
    const listed = node.enum ?? (withConstants && node.const !== undefined ? [node.const] : undefined);
    const values = listed?.map((value) => (typeof value === "number" ? value : String(value)));
    if (values !== undefined) return { values, open: false };
  }
  return undefined;
}

/** Has `a` and `b`, or `c`. */
function joinAlternatives(alternatives: readonly Inline[]): Inline {
  const [first, ...others] = alternatives;
  const allHave = alternatives.every((one) => one.startsWith("has "));
  return [first, ...others.map((one) => (allHave ? one.replace("has ", "") : one))].join(", or ");
}

/** The values of alternatives that are nothing but lists of them. */
function joinKnown(all: readonly (KnownValues | undefined)[]): KnownValues | undefined {
  const known = all.filter((one) => one !== undefined);
  if (known.length < 2 || known.length < all.length) return undefined;
  return { values: known.flatMap(({ values }) => values), open: known.some(({ open }) => open) };
}

function formatLimits(pick: <K extends keyof Schema>(key: K) => Schema[K] | undefined): Inline[] {
  const [constant, pattern, format] = [pick("const"), pick("pattern"), pick("format")];
  const together = pick("not")?.required ?? [];
  return [
    format === undefined ? undefined : `format ${code(format)}`,
    constant === undefined ? undefined : `always ${code(String(constant))}`,
    formatRange(pick("minimum"), pick("maximum"), ""),
    formatRange(pick("minLength"), pick("maxLength"), " characters"),
    formatRange(pick("minItems"), pick("maxItems"), " items"),
    pattern === undefined ? undefined : `matches ${code(pattern)}`,
    together.length > 1 ? `not ${joinWords(together.map(code))} together` : undefined,
  ].filter((limit) => limit !== undefined);
}

/** The bounds of a number or a length, in words. */
function formatRange(least: number | undefined, most: number | undefined, unit: string): Inline | undefined {
  if (least !== undefined && most !== undefined) return `${least} to ${most}${unit}`;
  if (least !== undefined) return `at least ${least}${unit}`;
  if (most !== undefined) return `at most ${most}${unit}`;
  return undefined;
}

export function joinId(id: string, name: string): string {
  return id === "" ? toAnchor(name) : `${id}.${toAnchor(name)}`;
}
