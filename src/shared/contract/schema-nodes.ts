// Walks a schema along a value: which schemas of the contract speak of a place in it, and where each is written.
import { type Assumption, listAssumptions } from "./assumption.ts";
import { type OpenApiDocument, resolve, type Schema } from "./document.ts";
import { type Path, parseReference } from "./json.ts";

/** A node of a document, such as a schema, and the path to it from the root. */
export interface Located<Value = unknown> {
  readonly value: Value;
  readonly path: Path;
}

/** Every schema of the same value as this one: through references, and the branches of its compositions. */
export function nodesAt(document: OpenApiDocument, node: Located<Schema>): Located<Schema>[] {
  const found: Located<Schema>[] = [node];
  const { value: schema, path } = node;
  if (schema.$ref !== undefined) {
    const target = resolve<Schema>(document, { $ref: schema.$ref });
    found.push(...nodesAt(document, { value: target, path: parseReference(schema.$ref) }));
  }
  for (const keyword of ["allOf", "anyOf", "oneOf"] as const) {
    schema[keyword]?.forEach((branch, index) => {
      found.push(...nodesAt(document, { value: branch, path: [...path, keyword, `${index}`] }));
    });
  }
  return found;
}

/** The schemas that speak of one property or item of a value. */
export function nodesBelow(
  document: OpenApiDocument,
  nodes: readonly Located<Schema>[],
  token: string,
): Located<Schema>[] {
  return nodes.flatMap(({ value: { properties, items, additionalProperties }, path }) => {
    const below = (value: Schema, ...steps: readonly string[]) =>
      nodesAt(document, { value, path: [...path, ...steps] });
    const property = properties?.[token];
    if (property !== undefined) return below(property, "properties", token);
    if (items !== undefined && /^\d+$/.test(token)) return below(items, "items");
    return typeof additionalProperties === "object" ? below(additionalProperties, "additionalProperties") : [];
  });
}

/** The assumptions on some schemas. */
export function marksOn(nodes: readonly Located<Schema>[]): Assumption[] {
  return nodes.flatMap(({ value }) => listAssumptions(value["x-assumption"]));
}
