// Validators for the contract's schemas, which check the schemas themselves, too.
import type { OpenApiDocument, Schema } from "../../src/shared/contract/index.ts";
import { Validator } from "../../src/shared/contract/validation.ts";

/**
 * Returns a function that compiles a schema of a bundle. What it returns lists the problems of a value, as `/pointer message`.
 *
 * It throws when the schema does not compile in Ajv's strict mode.
 */
export function validatorsOf(document: OpenApiDocument) {
  const validator = new Validator(document, { validateSchema: true });
  return (schema: Schema) => {
    validator.validate(schema, undefined);
    return (value: unknown): readonly string[] =>
      validator.validate(schema, value).map(({ pointer, message }) => `${pointer || "/"} ${message}`);
  };
}
