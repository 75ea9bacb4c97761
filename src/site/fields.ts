// Reads schemas into trees of fields, with every reference and `allOf` followed.
import {
  ApplicableSchemas,
  type Assumption,
  limits,
  listAssumptions,
  type OpenApiDocument,
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
  /** Does it decide how one codes? */
  readonly decides?: boolean;
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
  /** The nodes that are written here, and not behind a reference. */
  readonly own: readonly OwnNode[];
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

/** A node of the contract, as far as it is listed where it is shown. */
export type OwnNode = Pick<Schema, "x-assumption" | "x-not-shown" | "x-extensible-enum" | "enum" | "deprecated">;

/** How deep trees go before a link to the schema's own page takes their place. */
const maxDepth = 8;

/** The name under which a map's values are shown, since its keys are free. */
export const anyKey = "{key}";

/** Reads one schema into its shape. */
export function readShape(document: OpenApiDocument, schema: Schema): Shape {
  return read(new ApplicableSchemas(document, { value: schema, path: [] }), "", []);
}

/** The marks of a node of the contract: of an operation, a parameter, a response or a schema. */
export function listMarks(node: OwnNode): readonly Mark[] {
  return [
    ...listAssumptions(node["x-assumption"]).map(readAssumption),
    ...(node["x-not-shown"] ?? []).map((text) => ({ kind: "not-shown", text }) as const),
  ];
}

/** An assumption as readers see it. */
function readAssumption(assumption: Assumption): Mark {
  const { key, chose, leaves_open, weight } = assumption;
  const text = `${writeSentence(assumption)} Leaves open: ${leaves_open.join(", ")}.`;
  return { kind: "assumed", text, key, chose: `${chose}.`, decides: weight === "decides" };
}

function read(schemas: ApplicableSchemas, id: string, above: readonly string[]): Shape {
  const { nodes, types } = schemas;
  const pick: Picker = (key) => schemas.find(key)?.value;
  const names = nodes.flatMap(({ path: [, kind, name, ...inside] }) =>
    kind === "schemas" && name !== undefined && inside.length === 0 ? [name] : [],
  );
  // The objects of which one applies
  const choices = nodes.flatMap(({ value: { anyOf = [] } }) => {
    const others = anyOf.filter(({ type }) => type !== "null");
    return others.length > 1 ? others : [];
  });
  // A schema inside itself is not unfolded again: its page shows it
  const repeats = names.some((name) => above.includes(name)) || above.length >= maxDepth;
  const inside = [...above, ...(names.length > 0 ? names : [""])];
  const isList = pick("items") !== undefined;
  const items = isList && !repeats ? read(schemas.below("0"), id, inside) : undefined;
  const values = schemas.below(anyKey);
  const isMap = values.nodes.length > 0;
  const fields = repeats ? [] : readFields(schemas, choices, id, inside);
  if (isMap && !repeats) fields.push(toField(anyKey, joinId(id, anyKey), read(values, joinId(id, anyKey), inside)));
  const all = nodes.map(({ value }) => value);
  const known = findKnown(all) ?? items?.known;
  const [name] = names;
  const kind = types.find((type) => type !== "null");
  const typeWords = () => {
    const named = name === undefined ? undefined : link(name, schemaUrl(name));
    if (isList) return `array of ${items?.type ?? "the same"}`;
    if (isMap && fields.length === 1) return named ?? `map of ${fields[0]?.shape.type ?? "values"}`;
    if (kind !== undefined && kind !== "object") return named === undefined ? kind : `${kind}, ${named}`;
    return named ?? (known ? "string" : kind === "object" || fields.length > 0 ? "object" : "any value");
  };
  const description = pick("description");
  return {
    type: `${typeWords()}${types.includes("null") ? " or null" : ""}`,
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
    marks: [...all.flatMap(listMarks), ...(items?.marks ?? [])],
    own: [...nodes.filter(({ path }) => path[0] !== "components").map(({ value }) => value), ...(items?.own ?? [])],
    fields: items && items.fields.length > 0 ? items.fields : fields,
    of: items && items.fields.length > 0 ? items.of : name,
    // The known values are shown beside it
    description: known?.open ? description?.replace(/\s*\bKnown values?:(?:\s+`[^`]+`[,.])+/, "") : description,
    deprecated: pick("deprecated") === true,
  };
}

/** The fields of an object, those of what it builds on first. Those of its alternatives count, too: a sentence says which go together. */
function readFields(
  schemas: ApplicableSchemas,
  choices: readonly Schema[],
  id: string,
  above: readonly string[],
): Field[] {
  const general = schemas.nodes.map(({ value }) => value).filter((value) => !choices.includes(value));
  const required = new Set(general.flatMap((schema) => schema.required ?? []));
  const names = [...general.toReversed(), ...choices].flatMap(({ properties = {} }) => Object.keys(properties));
  return Array.from(new Set(names), (name) => {
    const own = joinId(id, name);
    return { ...toField(name, own, read(schemas.below(name), own, above)), required: required.has(name) };
  });
}

function toField(name: string, id: string, shape: Shape): Field {
  const { deprecated, description } = shape;
  return { name, id, required: false, deprecated, description, shape };
}

/** The values that schemas list. */
export function findKnown(schemas: readonly OwnNode[]): KnownValues | undefined {
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

/** Picks the nearest value of a keyword. */
type Picker = <K extends keyof Schema>(key: K) => Schema[K] | undefined;

function formatLimits(pick: Picker): Inline[] {
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
