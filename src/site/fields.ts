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
  /** The type by which Try it asks for it, or for those of a list. */
  readonly input: { readonly type: string; readonly format: string | undefined; readonly isList: boolean };
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

/** A named part of a body, or a parameter. */
export interface Field extends Shape {
  readonly name: string;
  /** Its anchor: the part of the page, and the names on the way here, such as `body.providers.status`. */
  readonly id: string;
  readonly required: boolean;
}

/** A node of the contract, as far as it is listed where it is shown. */
export type OwnNode = Pick<Schema, "x-assumption" | "x-not-shown" | "x-extensible-enum" | "enum" | "deprecated">;

/** How deep trees go before a link to the schema's own page takes their place: a reference may lead into a schema, too. */
const maxDepth = 8;

/** The name under which a map's values are shown, since its keys are free. */
export const anyKey = "{key}";

/** Reads one schema into its shape. @param part The part of a page that lists its fields. */
export function readShape(document: OpenApiDocument, schema: Schema, part: string): Shape {
  return read(new ApplicableSchemas(document, { value: schema, path: [] }), part, []);
}

/** The marks of a node of the contract: of an operation, a parameter, a response or a schema. */
export function listMarks(node: OwnNode): readonly Mark[] {
  return [
    ...listAssumptions(node["x-assumption"]).map(readAssumption),
    ...(node["x-not-shown"] ?? []).map((text) => ({ kind: "not-shown", text }) as const),
  ];
}

function readAssumption(assumption: Assumption): Mark {
  const { key, chose, leaves_open, weight } = assumption;
  const text = `${writeSentence(assumption)} Leaves open: ${leaves_open.join(", ")}.`;
  return { kind: "assumed", text, key, chose: `${chose}.`, decides: weight === "decides" };
}

function read(schemas: ApplicableSchemas, id: string, above: readonly string[]): Shape {
  const { nodes, types } = schemas;
  const all = nodes.map(({ value }) => value);
  const pick: Picker = (key) => schemas.find(key)?.value;
  const names = nodes.flatMap(({ path }) => (path.length === 3 && path[1] === "schemas" ? path.slice(2) : []));
  const [name] = names;
  // The objects of which one applies
  const choices = all
    .map(({ anyOf = [] }) => anyOf.filter(({ type }) => type !== "null"))
    .filter(({ length }) => length > 1);
  // A schema inside itself is not unfolded again: its page shows it
  const repeats = names.some((one) => above.includes(one)) || above.length >= maxDepth;
  const inside = [...above, ...(names.length > 0 ? names : [""])];
  const isList = pick("items") !== undefined;
  const items = isList && !repeats ? read(schemas.below("0"), id, inside) : undefined;
  const fields = repeats ? [] : readFields(schemas, choices.flat(), id, inside);
  const [first] = fields;
  const known = findKnown(all) ?? items?.known;
  const kind = types.find((type) => type !== "null");
  const typeWords = () => {
    const named = name && link(name, schemaUrl(name));
    if (isList) return `array of ${items?.type ?? "the same"}`;
    if (first?.name === anyKey) return named ?? `map of ${first.type}`;
    if (kind !== undefined && kind !== "object") return named === undefined ? kind : `${kind}, ${named}`;
    return named ?? (known ? "string" : kind === "object" || first ? "object" : "any value");
  };
  const description = pick("description");
  return {
    type: `${typeWords()}${types.includes("null") ? " or null" : ""}`,
    limits: [
      ...formatLimits(pick),
      ...choices.map((some) => `has ${some.map(({ required = [] }) => joinWords(required.map(code))).join(", or ")}`),
      ...(items?.limits ?? []).map((limit) => `each ${limit}`),
    ],
    default: pick("default"),
    known,
    input: items ? { ...items.input, isList } : { type: kind ?? "string", format: pick("format"), isList },
    marks: [...all.flatMap(listMarks), ...(items?.marks ?? [])],
    own: [...nodes.filter(({ path }) => path[0] !== "components").map(({ value }) => value), ...(items?.own ?? [])],
    ...(items && items.fields.length > 0 ? { fields: items.fields, of: items.of } : { fields, of: name }),
    // The known values are shown beside it
    description: known?.open ? description?.replace(/\s*\bKnown values?:(?:\s+`[^`]+`[,.])+/, "") : description,
    deprecated: pick("deprecated") === true,
  };
}

/** The fields of an object, those of what it builds on first, and of its alternatives last: a sentence says which go together. */
function readFields(
  schemas: ApplicableSchemas,
  alternatives: readonly Schema[],
  above: string,
  inside: readonly string[],
): Field[] {
  const general = schemas.nodes.map(({ value }) => value).filter((value) => !alternatives.includes(value));
  const required = general.flatMap((schema) => schema.required ?? []);
  const names = [...general.toReversed(), ...alternatives].flatMap(({ properties = {} }) => Object.keys(properties));
  const keys = schemas.below(anyKey).nodes.length > 0 ? [anyKey] : [];
  return Array.from(new Set([...names, ...keys]), (name) => {
    const id = `${above}.${toAnchor(name)}`;
    return { ...read(schemas.below(name), id, inside), name, id, required: required.includes(name) };
  });
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
  const write = (keyword: keyof Schema, words: string) => {
    const limit = pick(keyword);
    return limit === undefined
      ? undefined
      : `${words} ${code(typeof limit === "string" ? limit : JSON.stringify(limit))}`;
  };
  const together = pick("not")?.required ?? [];
  return [
    write("format", "format"),
    write("const", "always"),
    formatRange(pick("minimum"), pick("maximum"), ""),
    formatRange(pick("minLength"), pick("maxLength"), " characters"),
    formatRange(pick("minItems"), pick("maxItems"), " items"),
    write("pattern", "matches"),
    ...otherLimits.map((keyword) => write(keyword, code(keyword))),
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
