// Reads schemas into trees of fields, with every reference and `allOf` followed.
import {
  type Assumed,
  type Assumption,
  limits,
  listAssumptions,
  type OpenApiDocument,
  parseReference,
  resolve,
  type Schema,
  writeSentence,
} from "../shared/contract/index.ts";
import { code, type Inline, joinWords, link, toAnchor } from "./inline.ts";
import { schemaUrl } from "./urls.ts";

/** One thing that the service does not state, at one place. */
export interface Mark {
  readonly kind: "assumed" | "not-shown";
  readonly text: string;
  /** The assumption's name in the register. */
  readonly key?: string | undefined;
  /** The choice of an assumption, as a sentence. */
  readonly chose?: string | undefined;
  /** The choice, where it decides how one codes. */
  readonly decides?: string | undefined;
}

/** The values that a field is known to take. */
export interface KnownValues {
  readonly values: readonly (string | number)[];
  /** May a newer service send others? */
  readonly open: boolean;
}

/** The form of a value. */
export interface Shape {
  /** In words, such as `array of [Marker](…)` or `string or null`. */
  readonly type: Inline;
  /** Limits and formats, each a phrase: ``format `uuid` ``, `1 to 100`. */
  readonly limits: readonly Inline[];
  readonly default: unknown;
  readonly known: KnownValues | undefined;
  /** The type by which Try it asks for it. */
  readonly input: ShapeInput;
  readonly marks: readonly Mark[];
  readonly fields: readonly Field[];
  /** The component that the fields are of. */
  readonly of: string | undefined;
  /** Text of the schema itself, for where nothing nearer describes the value. */
  readonly description: string | undefined;
  readonly deprecated: boolean;
}

/** The type by which Try it asks for a value, or for those of a list. */
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

/** All schemas that apply to one value: its own, those that it refers to, and the parts of `allOf`. */
interface Pieces {
  /** The nearest first: a word beside a reference wins over the referenced one, a later `allOf` over an earlier. */
  readonly nearestFirst: Schema[];
  /** Names of the components that were followed. */
  readonly names: string[];
  /** The objects of which one applies. */
  readonly choices: Schema[];
  isNullable: boolean;
}

/** How deep trees go before a link to the schema's own page takes their place. */
const maxDepth = 8;

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
  const { key, chose, leaves_open, weight } = assumption;
  const text = `${writeSentence(assumption)} Leaves open: ${leaves_open.join(", ")}.`;
  return {
    kind: "assumed",
    text,
    key,
    chose: `${chose}.`,
    decides: weight === "decides" ? `${chose}.` : undefined,
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
  const known = findKnown(nearestFirst) ?? items?.known;
  const [name] = names;
  const kind = types.find((type) => type !== "null");
  const typeWords = () => {
    const named = name === undefined ? undefined : link(name, schemaUrl(name));
    if (itemSchema) return `array of ${items?.type ?? "the same"}`;
    if (valueSchema && fields.length === 1) return named ?? `map of ${fields[0]?.shape.type ?? "values"}`;
    if (kind !== undefined && kind !== "object") return named === undefined ? kind : `${kind}, ${named}`;
    return named ?? (known ? "string" : kind === "object" || fields.length > 0 ? "object" : "any value");
  };
  const isNullable = pieces.isNullable || types.includes("null");
  const description = pick("description");
  return {
    type: `${typeWords()}${isNullable ? " or null" : ""}`,
    limits: [
      ...formatLimits(pick),
      ...(choices.length > 0
        ? [`has ${choices.map(({ required = [] }) => joinWords(required.map(code))).join(", or ")}`]
        : []),
      ...(items?.limits ?? []).map((limit) => `each ${limit}`),
    ],
    default: pick("default"),
    known,
    input: items ? { ...items.input, isList: true } : { type: kind ?? "string", format: pick("format"), isList: false },
    marks: [...nearestFirst.flatMap(listMarks), ...choices.flatMap(listMarks), ...(items?.marks ?? [])],
    fields: items && items.fields.length > 0 ? items.fields : fields,
    of: items && items.fields.length > 0 ? items.of : name,
    // The known values are shown beside it
    description: known?.open ? description?.replace(/\s*\bKnown values?:(?:\s+`[^`]+`[,.])+/, "") : description,
    deprecated: pick("deprecated") === true,
  };
}

function collectPieces(document: OpenApiDocument, schemas: readonly Schema[]): Pieces {
  const pieces: Pieces = { nearestFirst: [], names: [], choices: [], isNullable: false };
  const seen = new Set<string>();
  const follow = (schema: Schema) => {
    pieces.nearestFirst.push(schema);
    const { $ref, allOf = [], anyOf = [] } = schema;
    if ($ref !== undefined && !seen.has($ref)) {
      seen.add($ref);
      const [, kind, name = ""] = parseReference($ref);
      if (kind === "schemas") pieces.names.push(name);
      follow(resolve<Schema>(document, { $ref }));
    }
    for (const part of allOf.toReversed()) follow(part);
    const others = anyOf.filter(({ type }) => type !== "null");
    if (others.length < anyOf.length) pieces.isNullable = true;
    const [only] = others;
    if (others.length === 1 && only) follow(only);
    else pieces.choices.push(...others);
  };
  for (const schema of schemas.toReversed()) follow(schema);
  return pieces;
}

/** The fields of an object. Those of its alternatives count, too: a sentence says which go together. What is said of one in general wins. */
function readFields(document: OpenApiDocument, pieces: Pieces, id: string, above: readonly string[]): Field[] {
  const { choices } = pieces;
  // The fields of what it builds on come first
  const asWritten = pieces.nearestFirst.toReversed();
  const required = new Set(asWritten.flatMap((schema) => schema.required ?? []));
  const properties = [...asWritten, ...choices].flatMap((schema) => Object.entries(schema.properties ?? {}));
  return Array.from(
    Map.groupBy(properties, ([name]) => name),
    ([name, same]) => {
      const own = joinId(id, name);
      const general = asWritten.flatMap((schema) => schema.properties?.[name] ?? []);
      const schemas = general.length > 0 ? general : same.map(([, schema]) => schema);
      return { ...toField(name, own, read(document, schemas, own, above)), required: required.has(name) };
    },
  );
}

function toField(name: string, id: string, shape: Shape): Field {
  const { deprecated, description } = shape;
  return { name, id, required: false, deprecated, description, shape };
}

/** The values that schemas list. */
export function findKnown(schemas: readonly Schema[]): KnownValues | undefined {
  for (const { "x-extensible-enum": open, enum: closed } of schemas) {
    if (open !== undefined) return { values: open, open: true };
    if (closed !== undefined) return { values: closed.map(String), open: false };
  }
  return undefined;
}

/** Limits of the vocabulary that have no words of their own. */
const otherLimits = Object.keys(limits).filter(
  (keyword) => !/^(?:(?:min|max)(?:imum|Length|Items)|pattern|format)$/.test(keyword),
) as (keyof Schema)[];

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
    ...otherLimits.map((keyword) => {
      const limit = pick(keyword);
      return limit === undefined ? undefined : `${code(keyword)} ${code(JSON.stringify(limit))}`;
    }),
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
