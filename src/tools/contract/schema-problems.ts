// Holds a value against a schema of the contract.
import type { OpenApiDocument, Schema } from "./document.ts";
import { type SchemaProblem, schemaProblemsOf } from "./validators.ts";

type Validator = (value: unknown) => SchemaProblem[];

/** Compiling is slow: each schema is compiled once for a document, however many runs there are. */
const compiled = new WeakMap<OpenApiDocument, (schema: Schema) => Validator>();

/** Finds everything that breaks the schema in a value. */
export function findProblems(document: OpenApiDocument, schema: Schema, value: unknown): SchemaProblem[] {
  const validatorOf = compiled.get(document) ?? compileOnce(schemaProblemsOf(document));
  compiled.set(document, validatorOf);
  return validatorOf(schema)(value);
}

function compileOnce(compile: (schema: Schema) => Validator): (schema: Schema) => Validator {
  const validators = new Map<Schema, Validator>();
  return (schema) => {
    const validator = validators.get(schema) ?? compile(schema);
    validators.set(schema, validator);
    return validator;
  };
}
