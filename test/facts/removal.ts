// Takes the contract apart, one thing at a time, and finds what no fact would miss.
import { Contract, isList, isObject, type Json, type JsonObject } from "./contract.ts";
import type { Fact } from "./fact.ts";

/** One thing that can be taken out of the document. */
export interface Removal {
  /** JSON pointer to the thing. */
  readonly pointer: string;
  /** The keyword or map that it stands under, such as "properties" or "required". */
  readonly kind: string;
  /** The object that loses it, as it stands in the document. */
  readonly from: JsonObject;
  /** Takes it out and returns what puts it back. */
  readonly apply: () => () => void;
}

/** Maps from a free name to a node: each entry can go. */
const NAMED = new Set([
  "paths",
  "webhooks",
  "responses",
  "content",
  "headers",
  "links",
  "encoding",
  "examples",
  "properties",
  "patternProperties",
  "securitySchemes",
  "variables",
]);

/** Lists of which each entry can go. */
const LISTS = new Set([
  "required",
  "enum",
  "x-extensible-enum",
  "examples",
  "type",
  "anyOf",
  "oneOf",
  "allOf",
  "parameters",
  "security",
  "servers",
  "tags",
  "x-not-shown",
  "x-events",
  "x-preconditions",
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
export function removalsFrom(document: JsonObject): Removal[] {
  return [...insideNode(document, "#")];
}

function* insideNode(node: JsonObject, pointer: string): Generator<Removal> {
  for (const [key, value] of Object.entries(node)) {
    const here = `${pointer}/${escaped(key)}`;
    // A component goes with its uses: a dangling reference proves nothing.
    if (pointer === "#/components" && key !== "securitySchemes") {
      yield* insideComponents(value, here, key);
    } else if (NAMED.has(key) && isObject(value)) {
      yield* insideMap(value, here, key);
    } else if (LISTS.has(key) && isList(value)) {
      for (const index of value.keys()) yield dropEntry(node, key, value, index, here);
      if (value.length === 0) yield dropKey(node, key, here, key);
    } else if (KEYWORDS.has(key) && value !== false) {
      yield dropKey(node, key, here, key);
    }
    if (VALUES.has(key) || here === "#/info" || key.startsWith("x-") || NAMED.has(key)) continue;
    for (const [below, child] of isList(value) ? value.entries() : [["", value] as const]) {
      if (isObject(child) && pointer !== "#/components") {
        yield* insideNode(child, below === "" ? here : `${here}/${below}`);
      }
    }
  }
}

function* insideMap(map: JsonObject, pointer: string, kind: string): Generator<Removal> {
  for (const [name, child] of Object.entries(map)) {
    const here = `${pointer}/${escaped(name)}`;
    yield dropKey(map, name, here, kind);
    if (isObject(child) && kind !== "examples") yield* insideNode(child, here);
  }
}

function* insideComponents(map: Json, pointer: string, kind: string): Generator<Removal> {
  if (!isObject(map) || kind === "examples") return;
  for (const [name, child] of Object.entries(map)) {
    if (isObject(child)) yield* insideNode(child, `${pointer}/${escaped(name)}`);
  }
}

function dropKey(from: JsonObject, key: string, pointer: string, kind: string): Removal {
  return {
    pointer,
    kind,
    from,
    apply: () => change(from, (entries) => entries.filter(([name]) => name !== key)),
  };
}

function dropEntry(from: JsonObject, key: string, list: readonly Json[], index: number, pointer: string): Removal {
  const rest = list.filter((_, position) => position !== index);
  return {
    pointer: `${pointer}/${index}`,
    kind: key,
    from,
    apply: () => change(from, (entries) => entries.map(([name, value]) => [name, name === key ? rest : value])),
  };
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

function escaped(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}

/**
 * The removals that leave every fact standing.
 * A fact can only notice a change in an object that it reads, so each removal runs only the facts that read that object.
 */
export function survivorsOf(document: JsonObject, facts: readonly Fact[], removals: readonly Removal[]): Removal[] {
  const readers = readersOf(document, facts);
  const contract = new Contract(document);
  return removals.filter((removal) => {
    const restore = removal.apply();
    try {
      return (readers.get(removal.from) ?? []).every((fact) => holds(fact, contract));
    } finally {
      restore();
    }
  });
}

function holds(fact: Fact, contract: Contract): boolean {
  try {
    fact.holds(contract);
    return true;
  } catch {
    // A fact that throws has noticed the removal, which is all that is asked here.
    return false;
  }
}

/** For each object of the document, the facts that read it. Facts that read little come first: they are the likely ones. */
function readersOf(document: JsonObject, facts: readonly Fact[]): Map<JsonObject, Fact[]> {
  const readers = new Map<JsonObject, { fact: Fact; reads: number }[]>();
  for (const fact of facts) {
    const read = new Set<JsonObject>();
    // A fact that fails already would make every removal look noticed.
    if (!holds(fact, new Contract(watched(document, read)))) continue;
    for (const node of read) {
      const known = readers.get(node) ?? [];
      known.push({ fact, reads: read.size });
      readers.set(node, known);
    }
  }
  return new Map(
    [...readers].map(([node, list]) => [node, list.sort((a, b) => a.reads - b.reads).map(({ fact }) => fact)]),
  );
}

/** The document behind a proxy that notes every object read. A list counts as part of the object that holds it. */
function watched(document: JsonObject, read: Set<JsonObject>): JsonObject {
  const known = new WeakMap<JsonObject, JsonObject>();
  const watch = (node: JsonObject): JsonObject => {
    const seen = known.get(node);
    if (seen !== undefined) return seen;
    const note = (): void => {
      read.add(node);
    };
    const proxy = new Proxy(node, {
      get(target, key) {
        note();
        return typeof key === "string" && Object.hasOwn(target, key) ? wrap(target[key]) : Reflect.get(target, key);
      },
      has(target, key) {
        note();
        return Reflect.has(target, key);
      },
      ownKeys(target) {
        note();
        return Reflect.ownKeys(target);
      },
      getOwnPropertyDescriptor(target, key) {
        note();
        const descriptor = Reflect.getOwnPropertyDescriptor(target, key);
        return descriptor === undefined ? undefined : { ...descriptor, value: wrap(descriptor.value) };
      },
    });
    known.set(node, proxy);
    return proxy;
  };
  const wrap = (value: Json | undefined): Json | undefined => {
    if (isObject(value)) return watch(value);
    return isList(value) ? value.map((entry) => wrap(entry) ?? null) : value;
  };
  return watch(document);
}
