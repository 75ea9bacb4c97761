// Reads schemas into trees of fields: what a reader needs of each, with every reference and `allOf` followed.
import {
  type Assumed,
  type Assumption,
  listAssumptions,
  parseReference,
  resolve,
  type Schema,
  sentenceOf,
} from "../../tools/contract/index.ts";
import type { Source } from "./source.ts";
import { anchorOf, type BundlePath, code, type Inline, link, listed, plain, type Text } from "./text.ts";

/** A mark of the contract at one place. */
export interface Mark {
  readonly kind: "assumed" | "not-shown";
  /** What it is called for readers. */
  readonly label: "Assumed" | "Not shown";
  readonly texts: readonly string[];
  /** The node that carries it. */
  readonly path: BundlePath;
}

/** The values that a field is known to take. */
export interface KnownValues {
  readonly values: readonly (string | number)[];
  /** May a newer service send others? */
  readonly open: boolean;
  /** The node that lists them. */
  readonly path: BundlePath;
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
  /** Text of the schema itself, for where nothing nearer describes the value. */
  readonly description: Text | undefined;
  readonly deprecated: boolean;
}

/** What a form needs to ask for a value, or for those of a list. */
export interface ShapeInput {
  readonly type: string;
  readonly format: string | undefined;
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  readonly isList: boolean;
}

/** A named part of a body, or a parameter. */
export interface Field {
  readonly name: string;
  /** Part of the anchor: the names on the way here, such as `providers.status`. */
  readonly id: string;
  /** The node nearest to it. */
  readonly path: BundlePath;
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly description: Text | undefined;
  readonly shape: Shape;
}

/** A schema and its place in the bundle. */
export interface SchemaNode {
  readonly schema: Schema;
  readonly path: BundlePath;
}

/** What applies to one value at the same time: the schema, what it refers to and what `allOf` adds. */
interface Pieces {
  /** The nearest first: a word beside a reference wins over the referenced one, a later `allOf` over an earlier. */
  readonly nearestFirst: readonly SchemaNode[];
  /** As they are written, for the order of fields. */
  readonly asWritten: readonly SchemaNode[];
  /** Names of the components that were followed. */
  readonly names: readonly string[];
  readonly nullable: boolean;
  /** More than one schema of which one applies. */
  readonly choices: readonly SchemaNode[];
}

/** How deep trees go before a link to the schema's own page stands in. */
const deepest = 8;

/** How many types of JSON there are beside null: a value of all of them may be anything. */
const allKinds = ["object", "array", "string", "number", "boolean"].length;

/** The name under which a map's values stand, since its keys are free. */
export const anyKey = "{key}";

/** Reads one schema into its shape. */
export function shapeOf(source: Source, node: SchemaNode): Shape {
  return read(source, [node], "", []);
}

/** The marks of a node of the bundle: of an operation, a parameter, a response or a schema. */
export function marksOf(
  node: { readonly "x-assumption"?: Assumed; readonly "x-not-shown"?: readonly string[] },
  path: BundlePath,
): Mark[] {
  const gaps = node["x-not-shown"];
  return [
    ...listAssumptions(node["x-assumption"]).map(
      (one) => ({ kind: "assumed", label: "Assumed", texts: [assumptionText(one)], path }) as const,
    ),
    ...(gaps === undefined ? [] : [{ kind: "not-shown", label: "Not shown", texts: gaps, path } as const]),
  ];
}

/** An assumption as readers see it. */
export function assumptionText(assumption: Assumption): string {
  return `${sentenceOf(assumption)} Leaves open: ${assumption.leaves_open.join(", ")}.`;
}

function read(source: Source, nodes: readonly SchemaNode[], id: string, above: readonly string[]): Shape {
  const pieces = piecesOf(source, nodes);
  const pick = <K extends keyof Schema>(key: K): Schema[K] | undefined =>
    pieces.nearestFirst.find(({ schema }) => schema[key] !== undefined)?.schema[key];
  const types = [pick("type") ?? []].flat();
  const nullable = pieces.nullable || types.includes("null");
  // A schema inside itself is not unfolded again: its page shows it
  const repeats = pieces.names.some((name) => above.includes(name)) || above.length >= deepest;
  const inside = [...above, ...(pieces.names.length > 0 ? pieces.names : [""])];
  const itemNode = nodeUnder(pieces, "items");
  const items = itemNode && !repeats ? read(source, [itemNode], id, inside) : undefined;
  const valueNode = nodeUnder(pieces, "additionalProperties");
  const fields = repeats ? [] : [...fieldsOf(source, pieces, id, inside), ...choicesOf(source, pieces, id, inside)];
  const key = joined(id, anyKey);
  if (valueNode && !repeats) {
    const shape = read(source, [valueNode], key, inside);
    fields.push({ ...fieldFrom(shape), name: anyKey, id: key, path: valueNode.path });
  }
  const known = knownOf(pieces.nearestFirst);
  const name = pieces.names[0];
  const kinds = types.filter((type) => type !== "null");
  const scalar = kinds.filter((type) => type !== "array" && type !== "object");
  const words = () => {
    const url = name === undefined ? undefined : source.schemaUrl?.(name);
    const named = name === undefined || url === undefined ? undefined : link(plain(name), url);
    if (kinds.length === allKinds) return "any value";
    // An object or a list of them, as one field may be
    if (kinds.length > 1 && kinds.length > scalar.length) return listed(kinds, "or");
    if (itemNode) return `array of ${items?.type ?? "the same"}`;
    if (valueNode && fields.length === 1) return named ?? `map of ${fields[0]?.shape.type ?? "values"}`;
    if (scalar.length > 0) return named === undefined ? listed(scalar, "or") : `${listed(scalar, "or")}, ${named}`;
    if (pieces.choices.length > 0) return named ?? "one of several";
    return named ?? (types.includes("object") || fields.length > 0 ? "object" : "any value");
  };
  const described = pieces.nearestFirst.find(({ schema }) => schema.description !== undefined);
  return {
    type: `${words()}${nullable && kinds.length < allKinds ? " or null" : ""}`,
    limits: [
      ...limitsOf(pick),
      ...othersOf(pieces.nearestFirst, known),
      ...(items?.limits ?? []).map((limit) => `each ${limit}`),
    ],
    default: pick("default"),
    known: known ?? items?.known,
    input: items
      ? { ...items.input, isList: true }
      : {
          type: kinds[0] ?? "string",
          format: pick("format"),
          minimum: pick("minimum"),
          maximum: pick("maximum"),
          isList: false,
        },
    marks: [...pieces.nearestFirst.flatMap(({ schema, path }) => marksOf(schema, path)), ...(items?.marks ?? [])],
    fields: items && items.fields.length > 0 ? items.fields : fields,
    description: described && {
      markdown: known?.open ? withoutKnown(described.schema.description ?? "") : (described.schema.description ?? ""),
      origin: { in: source.name, path: [...described.path, "description"] },
    },
    deprecated: pick("deprecated") === true,
  };
}

function piecesOf(source: Source, nodes: readonly SchemaNode[]): Pieces {
  const nearestFirst: SchemaNode[] = [];
  const asWritten: SchemaNode[] = [];
  const names: string[] = [];
  const choices: SchemaNode[] = [];
  const seen = new Set<string>();
  let nullable = false;
  const follow = (node: SchemaNode, into: SchemaNode[], first: boolean) => {
    const { schema, path } = node;
    into.push(node);
    const visit = (next: SchemaNode) => follow(next, into, first);
    if (schema.$ref !== undefined && !seen.has(`${first}${schema.$ref}`)) {
      seen.add(`${first}${schema.$ref}`);
      const target = parseReference(schema.$ref);
      if (first && target[1] === "schemas") names.push(String(target[2]));
      visit({ schema: resolve<Schema>(source.document, { $ref: schema.$ref }), path: target });
    }
    const parts = (schema.allOf ?? []).map((part, index) => ({ schema: part, path: [...path, "allOf", index] }));
    for (const part of first ? parts.toReversed() : parts) visit(part);
    for (const word of ["anyOf", "oneOf"] as const) {
      const all = schema[word];
      if (all === undefined) continue;
      const others = all
        .map((choice, index) => ({ schema: choice, path: [...path, word, index] }))
        .filter(({ schema: choice }) => choice.type !== "null");
      if (others.length < all.length) nullable = true;
      const [only] = others;
      if (others.length === 1 && only) visit(only);
      else if (first) choices.push(...others);
    }
  };
  for (const node of nodes.toReversed()) follow(node, nearestFirst, true);
  for (const node of nodes) follow(node, asWritten, false);
  return { nearestFirst, asWritten, names, nullable, choices };
}

function fieldsOf(source: Source, pieces: Pieces, id: string, above: readonly string[]): Field[] {
  const byName = new Map<string, SchemaNode[]>();
  const required = new Set<string>();
  for (const { schema, path } of pieces.asWritten) {
    for (const name of schema.required ?? []) required.add(name);
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      byName.set(name, [...(byName.get(name) ?? []), { schema: property, path: [...path, "properties", name] }]);
    }
  }
  return Array.from(byName, ([name, nodes]) => {
    const own = joined(id, name);
    const shape = read(source, nodes, own, above);
    return { ...fieldFrom(shape), name, id: own, path: nodes.at(-1)?.path ?? [], required: required.has(name) };
  });
}

/** Where one of several schemas applies, each is shown as a field of its own. */
function choicesOf(source: Source, { choices }: Pieces, id: string, above: readonly string[]): Field[] {
  return choices.map((node, index) => {
    const name = `either ${index + 1}`;
    const own = joined(id, name);
    const shape = read(source, [node], own, above);
    return { ...fieldFrom(shape), name, id: own, path: node.path };
  });
}

function fieldFrom(shape: Shape): Omit<Field, "name" | "id" | "path"> {
  return { required: false, deprecated: shape.deprecated, description: shape.description, shape };
}

function nodeUnder(pieces: Pieces, key: "items" | "additionalProperties"): SchemaNode | undefined {
  for (const { schema, path } of pieces.nearestFirst) {
    const under = schema[key];
    if (typeof under === "object") return { schema: under, path: [...path, key] };
  }
  return undefined;
}

function knownOf(nodes: readonly SchemaNode[]): KnownValues | undefined {
  for (const { schema, path } of nodes) {
    const open = schema["x-extensible-enum"];
    if (open !== undefined) return { values: open, open: true, path };
    if (schema.enum !== undefined) {
      return {
        values: schema.enum.map((value) => (typeof value === "number" ? value : String(value))),
        open: false,
        path,
      };
    }
  }
  return undefined;
}

/** A description without its list of known values, which is shown beside it. */
function withoutKnown(markdown: string): string {
  return markdown.replace(/\s*\bKnown values?:(?:\s+`[^`]+`[,.])+/, "");
}

function limitsOf(pick: <K extends keyof Schema>(key: K) => Schema[K] | undefined): Inline[] {
  const constant = pick("const");
  const pattern = pick("pattern");
  const format = pick("format");
  const not = pick("not");
  return [
    format === undefined ? undefined : `format ${code(format)}`,
    constant === undefined ? undefined : `always ${code(String(constant))}`,
    range(pick("minimum"), pick("maximum"), ""),
    range(pick("minLength"), pick("maxLength"), " characters"),
    range(pick("minItems"), pick("maxItems"), " items"),
    pick("uniqueItems") === true ? "unique items" : undefined,
    pattern === undefined ? undefined : `matches ${code(pattern)}`,
    not?.required !== undefined && not.required.length > 1
      ? `not ${listed(not.required.map(code))} together`
      : undefined,
  ].filter((limit) => limit !== undefined);
}

/** Keywords that are shown in words, or make up the tree of fields. */
const shownKeywords = new Set(
  [
    "$ref type format title description deprecated default const enum pattern minimum maximum minLength maxLength",
    "minItems maxItems uniqueItems items properties required additionalProperties allOf anyOf oneOf not",
  ]
    .join(" ")
    .split(" "),
);

/** Keywords that no page has words for are shown as they are written, rather than passed over. */
function othersOf(nodes: readonly SchemaNode[], known: KnownValues | undefined): Inline[] {
  const others = new Map(nodes.toReversed().flatMap(({ schema }) => Object.entries(schema)));
  return (
    [...others]
      .filter(([keyword]) => !shownKeywords.has(keyword) && !keyword.startsWith("x-"))
      // The examples of an open enum are its known values, which are listed
      .filter(([keyword]) => keyword !== "examples" || !known?.open)
      .map(([keyword, value]) => code(`${keyword}: ${JSON.stringify(value)}`))
  );
}

/** The bounds of a number or a length, in words. */
export function range(least: number | undefined, most: number | undefined, unit: string): Inline | undefined {
  if (least !== undefined && most !== undefined) return `${least} to ${most}${unit}`;
  if (least !== undefined) return `at least ${least}${unit}`;
  if (most !== undefined) return `at most ${most}${unit}`;
  return undefined;
}

function joined(id: string, name: string): string {
  return id === "" ? anchorOf(name) : `${id}.${anchorOf(name)}`;
}
