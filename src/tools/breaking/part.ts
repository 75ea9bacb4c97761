// Finds the part of a document in which a change is written: an operation, or what several of them share.
import { basename, extname } from "node:path";
import type { Path } from "../contract/index.ts";
import type { Scope } from "./difference.ts";
import { fieldAt, formatScope } from "./words.ts";

/** A part of a document. */
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
export function partOf(
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

function shared(kind: string, name: string, inside: Path): ChangedPart {
  const part = { name: `${kind} \`${name}\`` };
  return kind === "schema" ? { ...part, field: fieldAt(inside, 0) } : part;
}
