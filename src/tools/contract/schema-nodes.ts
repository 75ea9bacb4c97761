// Walks a schema along a value: which schemas of the contract speak of a place in it, and where each is written.
import { type OpenApiDocument, resolve, type Schema } from "./document.ts";
import { escapeToken } from "./json.ts";

/** A schema of the contract and its JSON pointer in the bundle. */
export interface SchemaNode {
  readonly schema: Schema;
  readonly pointer: string;
}

/** Every schema of the same value as this one: through references, and the branches of its compositions. */
export function nodesAt(document: OpenApiDocument, node: SchemaNode): SchemaNode[] {
  const found: SchemaNode[] = [node];
  const { schema, pointer } = node;
  if (schema.$ref !== undefined) {
    const target = resolve<Schema>(document, { $ref: schema.$ref });
    found.push(...nodesAt(document, { schema: target, pointer: schema.$ref }));
  }
  for (const keyword of ["allOf", "anyOf", "oneOf"] as const) {
    schema[keyword]?.forEach((branch, index) => {
      found.push(...nodesAt(document, { schema: branch, pointer: `${pointer}/${keyword}/${index}` }));
    });
  }
  return found;
}

/** The schemas that speak of one property or item of a value. */
export function nodesBelow(document: OpenApiDocument, nodes: readonly SchemaNode[], token: string): SchemaNode[] {
  return nodes.flatMap(({ schema, pointer }) => {
    const property = schema.properties?.[token];
    if (property !== undefined)
      return nodesAt(document, { schema: property, pointer: `${pointer}/properties/${escapeToken(token)}` });
    if (schema.items !== undefined && /^\d+$/.test(token)) {
      return nodesAt(document, { schema: schema.items, pointer: `${pointer}/items` });
    }
    const { additionalProperties } = schema;
    return typeof additionalProperties === "object"
      ? nodesAt(document, { schema: additionalProperties, pointer: `${pointer}/additionalProperties` })
      : [];
  });
}
