// The walk of a schema along a value: which schemas of the contract apply to a place in it, and where each is written.
import { type Assumption, listAssumptions } from "./assumption.ts";
import { type OpenApiDocument, resolve, type Schema } from "./document.ts";
import { type Path, parseReference, toPointer } from "./json.ts";

/** A node of a document, such as a schema, and the path to it from the root. */
export interface Located<Value = unknown> {
  readonly value: Value;
  readonly path: Path;
}

/**
 * The schemas that apply to one value: through references, and the branches of compositions. The nearest come first: a
 * keyword beside a reference before the referenced ones, a later part of `allOf` before an earlier.
 */
export class ApplicableSchemas {
  readonly nodes: readonly Located<Schema>[];
  readonly #document: OpenApiDocument;

  /** @param roots The schemas of the value itself, inline or `$ref`. */
  constructor(document: OpenApiDocument, ...roots: readonly Located<Schema>[]) {
    this.#document = document;
    this.nodes = roots.flatMap((root) => follow(document, root));
  }

  /** The assumptions on them. */
  get marks(): Assumption[] {
    return this.nodes.flatMap(({ value }) => listAssumptions(value["x-assumption"]));
  }

  /** The names of the fields that they describe. */
  get names(): string[] {
    return [...new Set(this.nodes.flatMap(({ value }) => Object.keys(value.properties ?? {})))];
  }

  /** The types that they allow; empty when any. */
  get types(): string[] {
    return this.nodes.flatMap(({ value: { type = [] } }) => [type].flat());
  }

  /** The names of the fields that must be there. */
  get required(): string[] {
    return this.nodes.flatMap(({ value }) => value.required ?? []);
  }

  /** The schemas that apply to one property or item. */
  below(token: string): ApplicableSchemas {
    const inner = this.nodes.flatMap(({ value: { properties = {}, items, additionalProperties }, path }) => {
      const at = (value: Schema, ...steps: readonly string[]) => [{ value, path: [...path, ...steps] }];
      const property = Object.hasOwn(properties, token) ? properties[token] : undefined;
      if (property !== undefined) return at(property, "properties", token);
      if (items !== undefined && /^\d+$/.test(token)) return at(items, "items");
      return typeof additionalProperties === "object" ? at(additionalProperties, "additionalProperties") : [];
    });
    return new ApplicableSchemas(this.#document, ...inner);
  }

  /** The assumptions on them and on all that is below them. @param seen Schemas that were walked already. */
  allMarks(seen = new Set<Schema>()): Assumption[] {
    if (this.nodes.every(({ value }) => seen.has(value))) return [];
    for (const { value } of this.nodes) seen.add(value);
    // A name that none of them has stands for items, and for further fields
    return [...this.marks, ...[...this.names, "0"].flatMap((token) => this.below(token).allMarks(seen))];
  }

  /** The value that the first of them has under a keyword, and where. */
  find<K extends keyof Schema>(keyword: K): { value: NonNullable<Schema[K]>; pointer: string } | undefined {
    for (const node of this.nodes) {
      const value = node.value[keyword];
      if (value !== undefined && value !== null) return { value, pointer: toPointer([...node.path, keyword]) };
    }
    return undefined;
  }
}

function follow(document: OpenApiDocument, node: Located<Schema>): Located<Schema>[] {
  const { value, path } = node;
  const { $ref } = value;
  const target = $ref === undefined ? [] : [{ value: resolve<Schema>(document, { $ref }), path: parseReference($ref) }];
  const list = (keyword: "allOf" | "anyOf" | "oneOf") =>
    (value[keyword] ?? []).map((branch, index) => ({ value: branch, path: [...path, keyword, `${index}`] }));
  const inner = [...target, ...list("allOf").toReversed(), ...list("anyOf"), ...list("oneOf")];
  return [node, ...inner.flatMap((one) => follow(document, one))];
}
