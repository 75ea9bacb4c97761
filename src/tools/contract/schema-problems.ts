// Holds a value against a schema of the contract.
import type { OpenApiDocument, Schema } from "./document.ts";
import { type SchemaProblem, schemaProblemsOf } from "./validators.ts";

/** Each schema is compiled once for a document, however many runs there are. */
const compiled = new WeakMap<OpenApiDocument, ReturnType<typeof schemaProblemsOf>>();

/** Finds everything that breaks the schema in a value. */
export function findProblems(document: OpenApiDocument, schema: Schema, value: unknown): SchemaProblem[] {
  const problemsOf = compiled.get(document) ?? schemaProblemsOf(document);
  compiled.set(document, problemsOf);
  return problemsOf(schema)(value);
}
