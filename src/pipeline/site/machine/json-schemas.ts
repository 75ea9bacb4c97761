// Writes one JSON Schema per component, whole in itself: in the place of each reference stands what it refers to.
import type { OpenApiDocument } from "../../../tools/contract/index.ts";

const dialect = "https://json-schema.org/draft/2020-12/schema";
const components = "#/components/schemas/";

/** Words beside a reference that demand nothing of a value, and may stand for those of what it refers to. */
const annotations = new Set(["title", "description", "default", "deprecated", "examples"]);

type Schemas = OpenApiDocument["components"]["schemas"];
type Node = Readonly<Record<string, unknown>>;

/**
 * Writes the JSON Schema of a component. Only a schema that holds itself cannot be written out: it stands under `$defs`,
 * and is referred to.
 */
export function jsonSchemaOf(document: OpenApiDocument, name: string): object {
  const { schemas } = document.components;
  const definitions = new Map<string, unknown>();
  const inlined = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(inlined);
    if (typeof node !== "object" || node === null) return node;
    const { $ref, ...beside } = node as Node;
    const rest = Object.fromEntries(Object.entries(beside).map(([key, value]) => [key, inlined(value)]));
    // A property may be called so
    if (typeof $ref !== "string") return $ref === undefined ? rest : { $ref: inlined($ref), ...rest };
    const target = $ref.slice(components.length);
    if (target === name) return { $ref: "#", ...rest };
    if (!holdsItself(schemas, target)) {
      return merged({ title: target, ...(inlined(schemas[target] ?? {}) as Node) }, rest);
    }
    if (!definitions.has(target)) {
      // Noted before it is looked into, since it holds itself
      definitions.set(target, {});
      definitions.set(target, inlined(schemas[target]));
    }
    return { $ref: `#/$defs/${target}`, ...rest };
  };
  const own = inlined(schemas[name] ?? {}) as Node;
  return {
    $schema: document.jsonSchemaDialect ?? dialect,
    title: name,
    ...own,
    ...(definitions.size === 0 ? {} : { $defs: Object.fromEntries(definitions) }),
  };
}

/** What a reference and the words beside it say together. */
function merged(target: Node, beside: Node): Node {
  const isOnlySaid = (key: string) => annotations.has(key) || (key.startsWith("x-") && !(key in target));
  if (Object.keys(beside).every(isOnlySaid)) return { ...target, ...beside };
  const { allOf = [], ...rest } = beside;
  return { ...rest, allOf: [target, ...(allOf as readonly unknown[])] };
}

/** Does a schema hold itself, however deep inside? */
function holdsItself(schemas: Schemas, name: string): boolean {
  const seen = new Set<string>();
  const reach = (node: unknown): boolean => {
    if (typeof node !== "object" || node === null) return false;
    return Object.entries(node).some(([key, value]) => {
      if (key !== "$ref" || typeof value !== "string") return reach(value);
      const target = value.slice(components.length);
      if (target === name) return true;
      if (seen.has(target)) return false;
      seen.add(target);
      return reach(schemas[target]);
    });
  };
  return reach(schemas[name]);
}
