// Names the part of a document in which a change is written, and the field in it.
import { basename, extname } from "node:path";
import type { Path } from "../shared/contract/index.ts";
import type { Scope } from "./model.ts";

/** A part of a document: an operation, or what several of them share. */
export interface ChangedPart {
  readonly name: string;
  /** In a schema that is shared, the field that changed; empty for the schema itself. */
  readonly field?: string;
}

/** What a map or list of a document holds, one by one. */
const kinds: Readonly<Record<string, string>> = {
  schemas: "schema",
  parameters: "parameter",
  responses: "response",
  requestBodies: "request body",
  headers: "header",
  securitySchemes: "security scheme",
  callbacks: "callback",
  pathItems: "path",
};

/** @param written Where the path, which leads through references, ends. */
export function describePart(
  path: Path,
  written: { readonly file: string; readonly path: Path },
  scope: Scope | undefined,
): ChangedPart {
  const [first, group = "", name] = written.path;
  if (first === "components" && name !== undefined) return shared(kinds[group] ?? group, name, written.path.slice(3));
  // A path may be written in another file, and so may an operation
  if (scope === undefined || written.path.length >= path.length - 3) return partOfScope(scope);
  const way = path.slice(0, path.length - written.path.length);
  const kind = way.at(-1) === "requestBody" ? "request body" : (kinds[way.at(-2) ?? ""] ?? "schema");
  return shared(kind, basename(written.file, extname(written.file)), written.path);
}

/** The operation as a part; the document without one. */
export function partOfScope(scope: Scope | undefined): ChangedPart {
  return { name: scope === undefined ? "the document" : formatScope(scope) };
}

/** Writes the name of an operation or event, with its id. */
export function formatScope({ id, operation }: Scope): string {
  return `${id ? `${id}, ` : ""}${operation}`;
}

function shared(kind: string, name: string, inside: Path): ChangedPart {
  const part = { name: `${kind} \`${name}\`` };
  return kind === "schema" ? { ...part, field: fieldAt(inside) } : part;
}

/** How a step from a schema to what is inside of it is written; the steps with a name say how the name is. */
const steps: Readonly<Record<string, string | ((name: string, field: string) => string)>> = {
  properties: (name, field) => `${field === "" ? "" : "."}${name}`,
  patternProperties: (name) => `[/${name}/]`,
  prefixItems: (name) => `[${name}]`,
  ...{ items: "[]", contains: "[]", unevaluatedItems: "[]" },
  ...{ additionalProperties: "[*]", unevaluatedProperties: "[*]" },
  ...{ allOf: () => "", anyOf: () => "", oneOf: () => "", dependentSchemas: () => "" },
};

/** Describes the field at a path in a schema: "field `user.name`", "field `tags[]`"; empty for the schema itself. */
export function fieldAt(path: Path): string {
  let field = "";
  for (let index = 0; index < path.length; index++) {
    const step = steps[path[index] ?? ""];
    const name = path[index + 1];
    if (typeof step === "string") field += step;
    else if (step !== undefined && name !== undefined) {
      field += step(name, field);
      index++;
    }
  }
  return field === "" ? "" : `field \`${field}\``;
}
