// Writes one JSON Schema per component, whole in itself: what it refers to stands under `$defs`.
import type { OpenApiDocument, Schema } from "../../contract/index.ts";

const dialect = "https://json-schema.org/draft/2020-12/schema";
const components = "#/components/schemas/";

/** Writes the JSON Schema of a component. */
export function jsonSchemaOf(document: OpenApiDocument, name: string): Schema & { readonly $defs?: object } {
  const { schemas } = document.components;
  const needed = new Set<string>();
  const collect = (node: unknown) => {
    for (const next of referencesIn(node)) {
      if (needed.has(next)) continue;
      needed.add(next);
      collect(schemas[next]);
    }
  };
  collect(schemas[name]);
  const definitions = [...needed].sort().map((one) => [one, rebased(schemas[one])] as const);
  return {
    $schema: document.jsonSchemaDialect ?? dialect,
    title: name,
    ...rebased(schemas[name] ?? {}),
    ...(definitions.length === 0 ? {} : { $defs: Object.fromEntries(definitions) }),
  } as Schema;
}

function referencesIn(node: unknown): string[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === "$ref" && typeof value === "string" && value.startsWith(components)
      ? [value.slice(components.length)]
      : referencesIn(value),
  );
}

/** The same schema with its references leading into `$defs`. */
function rebased<T>(node: T): T {
  if (Array.isArray(node)) return node.map(rebased) as T;
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) =>
      key === "$ref" && typeof value === "string" && value.startsWith(components)
        ? [key, `#/$defs/${value.slice(components.length)}`]
        : [key, rebased(value)],
    ),
  ) as T;
}
