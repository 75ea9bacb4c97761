// Takes the contract apart, one thing at a time, to find what no row would miss.
import { escapeKey, isObject, type Json, type JsonObject, listed } from "./places.ts";

/** One thing that can be taken out of the document. */
interface Removal {
  /** JSON pointer to the thing. */
  readonly pointer: string;
  /** The keyword or map that it stands under, such as "properties" or "required". */
  readonly kind: string;
  /** Takes it out and returns what puts it back. */
  readonly apply: () => () => void;
}

/** Maps from a free name to a node: each entry can go. */
const NAMED = new Set([
  ...["paths", "webhooks", "responses", "content", "headers", "links", "encoding", "examples", "properties"],
  ...["patternProperties", "securitySchemes", "variables"],
]);

/** Lists of which each entry can go. */
const LISTS = new Set([
  ...["required", "enum", "x-extensible-enum", "examples", "type", "anyOf", "oneOf", "allOf", "parameters"],
  ...["security", "servers", "tags", "x-not-shown", "x-events", "x-preconditions"],
]);

/** Keywords that can go as a whole. One that is false says what its absence says. */
const KEYWORDS = new Set([
  ...["get", "put", "post", "patch", "delete", "requestBody", "security", "schema", "required"],
  ...["type", "items", "additionalProperties", "not", "format", "pattern", "default", "const"],
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minLength", "maxLength", "minItems", "maxItems"],
  ...["minProperties", "maxProperties", "uniqueItems", "contentMediaType", "contentType", "deprecated"],
  ...["x-assumption", "x-stability-level", "name", "in", "operationId"],
]);

/** Values, not parts of the contract's structure. */
const VALUES = new Set(["example", "value", "default", "const", "enum", "required"]);

/** Everything that can be removed, in document order. */
export function listRemovals(document: JsonObject): Removal[] {
  return [...insideNode(document, "#")];
}

function* insideNode(node: JsonObject, pointer: string): Generator<Removal> {
  for (const [key, value] of Object.entries(node)) {
    const here = `${pointer}/${escapeKey(key)}`;
    // A component goes with its uses: a dangling reference proves nothing.
    if (pointer === "#/components" && key !== "securitySchemes") {
      if (key !== "examples") {
        for (const [name, child] of Object.entries(value as JsonObject))
          yield* insideNode(child as JsonObject, `${here}/${escapeKey(name)}`);
      }
    } else if (NAMED.has(key) && isObject(value)) {
      for (const [name, child] of Object.entries(value)) {
        yield dropKey(value, name, `${here}/${escapeKey(name)}`, key);
        if (isObject(child) && key !== "examples") yield* insideNode(child, `${here}/${escapeKey(name)}`);
      }
    } else if (LISTS.has(key) && Array.isArray(value)) {
      for (const index of value.keys()) yield dropEntry(node, key, value, index, here);
      if (value.length === 0) yield dropKey(node, key, here, key);
    } else if (KEYWORDS.has(key) && value !== false) {
      yield dropKey(node, key, here, key);
    }
    if (VALUES.has(key) || here === "#/info" || key.startsWith("x-") || NAMED.has(key) || pointer === "#/components")
      continue;
    if (isObject(value)) yield* insideNode(value, here);
    for (const [below, child] of listed(value).entries())
      if (isObject(child)) yield* insideNode(child, `${here}/${below}`);
  }
}

function dropKey(from: JsonObject, key: string, pointer: string, kind: string): Removal {
  return { pointer, kind, apply: () => change(from, (entries) => entries.filter(([name]) => name !== key)) };
}

function dropEntry(from: JsonObject, key: string, list: readonly Json[], index: number, pointer: string): Removal {
  const rest = list.filter((_, position) => position !== index);
  const without = ([name, value]: [string, Json]): [string, Json] => [name, name === key ? rest : value];
  return { pointer: `${pointer}/${index}`, kind: key, apply: () => change(from, (entries) => entries.map(without)) };
}

/** Rewrites an object in place, and restores it with its keys in their old order. */
function change(node: JsonObject, rewrite: (entries: [string, Json][]) => [string, Json][]): () => void {
  const before = Object.entries(node);
  const set = (entries: [string, Json][]): void => {
    for (const key of Object.keys(node)) Reflect.deleteProperty(node, key);
    Object.assign(node, Object.fromEntries(entries));
  };
  set(rewrite(before));
  return () => set(before);
}
