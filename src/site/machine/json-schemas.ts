// Writes one JSON Schema per component, complete in itself: what it refers to is under its `$defs`.
import { type OpenApiDocument, parseReference } from "../../shared/contract/index.ts";

const dialect = "https://json-schema.org/draft/2020-12/schema";

/** Writes the JSON Schema of a component. */
export function writeJsonSchema(document: OpenApiDocument, name: string): object {
  const definitions = new Map<string, unknown>();
  const rewrite = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(rewrite);
    if (typeof node !== "object" || node === null) return node;
    return Object.fromEntries(
      Object.entries(node).map(([key, value]) => {
        // A property may be called so
        if (key !== "$ref" || typeof value !== "string") return [key, rewrite(value)];
        const target = String(parseReference(value)[2]);
        if (target === name) return [key, "#"];
        if (!definitions.has(target)) {
          // Noted before it is looked into, since it may contain itself
          definitions.set(target, {});
          definitions.set(target, rewrite(document.components.schemas[target]));
        }
        return [key, `#/$defs/${target}`];
      }),
    );
  };
  const own = rewrite(document.components.schemas[name]) as object;
  const $defs = definitions.size === 0 ? {} : { $defs: Object.fromEntries(definitions) };
  return { $schema: document.jsonSchemaDialect ?? dialect, title: name, ...own, ...$defs };
}
