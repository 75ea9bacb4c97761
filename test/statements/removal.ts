// Takes one thing at a time out of the contract, to find what no row would miss.
import { escapeKey, isObject, type Json, type JsonObject } from "./places.ts";

/** One thing that can be taken out of the document. */
interface Removal {
  /** JSON pointer to it. */
  readonly pointer: string;
  /** The document without it. */
  readonly apply: () => Json;
}

/** Everything that can be taken out, in document order. */
export function listRemovals(document: JsonObject): Removal[] {
  return [...listInside(document, "#", (changed) => changed)];
}

/** `put` makes a document from a changed node. */
function* listInside(node: Json, pointer: string, put: (changed: Json) => Json): Generator<Removal> {
  if (typeof node !== "object" || node === null) return;
  for (const [key, value] of Object.entries(node as JsonObject)) {
    const here = `${pointer}/${escapeKey(key)}`;
    if (isIgnored(here, value)) continue;
    // A component goes with its uses: a dangling reference proves nothing
    if (!/^#\/components(\/[^/]+|\/(?!securitySchemes)[^/]+\/[^/]+)?$/.test(here)) {
      yield { pointer: here, apply: () => put(replaceEntry(node, key)) };
    }
    // What an example or an assumption says is not a part of the contract
    if (!/\/(examples|x-assumption)(\/|$)/.test(here) || /\/examples$/.test(here)) {
      yield* listInside(value, here, (changed) => put(replaceEntry(node, key, changed)));
    }
  }
}

/** Words, examples of a schema, which lint holds, and what says the same as its absence. */
function isIgnored(pointer: string, value: Json): boolean {
  if (/^#\/(openapi|jsonSchemaDialect|info|components\/examples)$/.test(pointer)) return true;
  if (/\/(description|summary)$/.test(pointer) && typeof value === "string") return true;
  if (/\/examples?$/.test(pointer) && !isObject(value)) return true;
  return value === false && !pointer.endsWith("/default");
}

/** A copy of an object or a list with another value at a key, or without the key. */
function replaceEntry(node: Json, key: string, ...values: readonly Json[]): Json {
  if (Array.isArray(node)) return node.toSpliced(Number(key), 1, ...values);
  const entries = Object.entries(Object(node) as JsonObject);
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (name === key ? values.map((one) => [name, one]) : [[name, value]])),
  );
}
