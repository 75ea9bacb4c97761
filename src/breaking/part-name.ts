// Names the part of a document in which a change is written, and the field in it.
import type { Path } from "../shared/contract/index.ts";
import type { Scope } from "./model.ts";
import { isUnnamed, listSteps } from "./node-path.ts";

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
  return { name: scope === undefined ? "the document" : formatScope(scope) };
}

/** Writes the name of an operation or event, with its id. */
function formatScope({ id, operation }: Scope): string {
  return `${id ? `${id}, ` : ""}${operation}`;
}

/** Describes the field at a path in a schema: "field `user.name`", "field `tags[]`"; empty for the schema itself. */
export function fieldAt(path: Path): string {
  const steps = listSteps(path);
  const field = steps.map((step, index) => (index === 0 || isUnnamed(step) ? step : `.${step}`)).join("");
  return field === "" ? "" : `field \`${field}\``;
}
