// Validators for the contract's schemas: JSON Schema 2020-12, strict, formats included.
import { Ajv2020 } from "ajv/dist/2020.js";
import type { OpenApiDocument, Schema } from "./document.ts";
import { addFormats } from "./formats.ts";

/** One way in which a value breaks a schema. */
export interface SchemaProblem {
  /** JSON pointer into the value; empty for the value itself. */
  readonly pointer: string;
  /** The keyword that is broken, such as `required` or `format`. */
  readonly keyword: string;
  /** For `required`: the property that is missing. */
  readonly missing: string | undefined;
  readonly message: string;
}

/** Returns the problems of a value, as `/pointer message`; none when it is valid. */
export type ContractValidator = (value: unknown) => readonly string[];

/**
 * Makes validators for the schemas of a bundle.
 *
 * @returns A function that compiles a schema, inline or `$ref`, of this bundle.
 *   It throws when the schema does not compile in Ajv's strict mode.
 */
export function validatorsOf(document: OpenApiDocument): (schema: Schema) => ContractValidator {
  const problemsOf = schemaProblemsOf(document, { validateSchema: true });
  return (schema) => {
    const problems = problemsOf(schema);
    return (value) => problems(value).map(({ pointer, message }) => `${pointer || "/"} ${message}`);
  };
}

/**
 * As `validatorsOf`, with all of a problem instead of its text.
 *
 * @param options `validateSchema`: check the schemas themselves, too. By default not: those of a bundle were checked when it was
 *   generated, and the check takes a third of the start of a sandbox.
 */
export function schemaProblemsOf(
  document: OpenApiDocument,
  { validateSchema = false } = {},
): (schema: Schema) => (value: unknown) => SchemaProblem[] {
  const ajv = new Ajv2020({
    validateSchema,
    strict: true,
    allowUnionTypes: true,
    allErrors: true,
    validateFormats: true,
  });
  addFormats(ajv);
  ajv.addVocabulary(["x-extensible-enum", "x-not-shown", "x-assumption", "components"]);
  // Only the schemas travel: local references keep their form, "#/components/schemas/…", under one base.
  ajv.addSchema({ $id: base, components: { schemas: document.components.schemas } });
  // Compiling is slow, and what is compiled stays: once for each schema
  const compiled = new WeakMap<Schema, (value: unknown) => SchemaProblem[]>();
  return (schema) => {
    const known = compiled.get(schema);
    if (known !== undefined) return known;
    const validate = ajv.compile(rebased(schema));
    const problemsOf = (value: unknown): SchemaProblem[] => {
      validate(value);
      return (validate.errors ?? []).map(({ instancePath, keyword, params, message = "is invalid" }) => ({
        pointer: instancePath,
        keyword,
        missing: keyword === "required" ? String(params["missingProperty"]) : undefined,
        message,
      }));
    };
    compiled.set(schema, problemsOf);
    return problemsOf;
  };
}

const base = "contract:";

/** The schema with its local references made absolute, so that they resolve from anywhere. */
function rebased<T>(node: T): T {
  if (Array.isArray(node)) return node.map(rebased) as T;
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) =>
      key === "$ref" && typeof value === "string" && value.startsWith("#")
        ? [key, `${base}${value}`]
        : [key, rebased(value)],
    ),
  ) as T;
}
