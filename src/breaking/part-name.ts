// Names the part of a document in which a change is written, and the field in it.
import type { Path } from "../shared/contract/index.ts";
import type { Scope } from "./model.ts";

/** A part of a document: an operation, or what several of them share. */
export interface ChangedPart {
  readonly name: string;
  /** In a schema that is shared, the field that changed; empty for the schema itself. */
  readonly field?: string;
}

/** The noun for each entry of a map of components. */
const kinds: Readonly<Record<string, string>> = {
  schemas: "schema",
  parameters: "parameter",
  responses: "response",
  securitySchemes: "security scheme",
};

export function describePart([first, group = "", name, ...inside]: Path, scope: Scope | undefined): ChangedPart {
  if (first !== "components" || name === undefined) return partOfScope(scope);
  const part = { name: `${kinds[group] ?? group} \`${name}\`` };
  return group === "schemas" ? { ...part, field: fieldAt(inside) } : part;
}

/** The operation as a part; the document without one. */
export function partOfScope(scope: Scope | undefined): ChangedPart {
  if (scope === undefined) return { name: "the document" };
  return { name: scope.id ? `${scope.id}, ${scope.operation}` : scope.operation };
}

/** Describes the field at a path in a schema: "field `user.name`", "field `tags[]`"; empty for the schema itself. */
export function fieldAt(path: Path): string {
  const steps = listSteps(path).map((step) => (step === anItem || step === anyField ? step : `.${step}`));
  return steps.length === 0 ? "" : `field \`${steps.join("").replace(/^\./, "")}\``;
}

/** Each item of a list, and a field without a name, as steps to a value. */
export const [anItem, anyField] = ["[]", "[*]"];

/** The steps from a value to one inside of it, by the keys from its schema to the schema of that one. */
export function listSteps(keys: Path): string[] {
  const steps: string[] = [];
  for (let index = 0; index < keys.length; index++) {
    const [key = "", next] = keys.slice(index, index + 2);
    if (key === "items") steps.push(anItem);
    if (key === "additionalProperties") steps.push(anyField);
    if (key === "properties" && next !== undefined) steps.push(next);
    // A name, or the number of an alternative
    if (["properties", "allOf", "anyOf", "oneOf"].includes(key)) index++;
  }
  return steps;
}
