// Validates values against the contract's schemas: JSON Schema 2020-12, strict, formats included.
import type { Ajv } from "ajv";
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import formatsPlugin from "ajv-formats";
import { isDateTime } from "./date-time.ts";
import type { OpenApiDocument, Schema } from "./document.ts";

/** One way in which a value breaks a schema. */
export interface SchemaProblem {
  /** JSON pointer into the value; empty for the value itself. */
  readonly pointer: string;
  /** The keyword that is broken, such as `required` or `format`. */
  readonly keyword: string;
  /** The value of this keyword in the schema. */
  readonly expected: unknown;
  /** The properties that this schema has, by their names. */
  readonly known: readonly string[];
  /** Ajv's details of the error, by keyword. */
  readonly params: Readonly<Record<string, unknown>>;
  /** For `required`: the property that is missing. */
  readonly missing: string | undefined;
  /** The part of the value that breaks it. */
  readonly found: unknown;
  readonly message: string;
}

/** Finds everything that breaks the schema in a value. */
export function findProblems(document: OpenApiDocument, schema: Schema, value: unknown): SchemaProblem[] {
  return compileValidators(document).all.validate(schema, value);
}

/** Finds the first thing that breaks the schema in a value, at less cost where there are many. */
export function findProblem(document: OpenApiDocument, schema: Schema, value: unknown): SchemaProblem | undefined {
  return compileValidators(document).first.validate(schema, value)[0];
}

/** The validators of each document: a schema is compiled once, when it is first needed, however many runs there are. */
const validators = new WeakMap<OpenApiDocument, { readonly all: Validator; readonly first: Validator }>();

function compileValidators(document: OpenApiDocument) {
  const known = validators.get(document) ?? {
    all: new Validator(document, { allErrors: true }),
    first: new Validator(document, { allErrors: false }),
  };
  validators.set(document, known);
  return known;
}

/** Compiles the schemas of one document. */
export class Validator {
  readonly #ajv: Ajv2020;
  readonly #compiled = new WeakMap<Schema, ValidateFunction>();

  /**
   * @param options `validateSchema`: check the schemas themselves, too. By default not: those of a bundle were checked when it was
   *   generated, and the check takes a third of the start of a sandbox.
   */
  constructor(document: OpenApiDocument, { allErrors = true, validateSchema = false } = {}) {
    this.#ajv = new Ajv2020({ validateSchema, strict: true, allowUnionTypes: true, allErrors, verbose: true });
    addFormats(this.#ajv);
    this.#ajv.addVocabulary(["x-extensible-enum", "x-not-shown", "x-assumption", "components"]);
    // Only the schemas travel: local references keep their form, "#/components/schemas/…", under one base.
    this.#ajv.addSchema({ $id: base, components: { schemas: document.components.schemas } });
  }

  /**
   * The problems of a value; none when it is valid.
   *
   * @param schema Inline or `$ref`, of this document.
   * @throws when it does not compile in Ajv's strict mode.
   */
  validate(schema: Schema, value: unknown): SchemaProblem[] {
    const check = this.#compiled.get(schema) ?? this.#ajv.compile(rebased(schema));
    this.#compiled.set(schema, check);
    return check(value) ? [] : (check.errors ?? []).map(toProblem);
  }
}

function toProblem(error: ErrorObject): SchemaProblem {
  const { instancePath, keyword, schema, parentSchema, params, data, message = "is invalid" } = error;
  const missing = keyword === "required" ? String(params["missingProperty"]) : undefined;
  const known = Object.keys(Object(parentSchema?.["properties"]));
  return { pointer: instancePath, keyword, expected: schema, known, params, missing, found: data, message };
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

/** Teaches a validator the formats as the contract means them: a date-time is one of RFC 3339, which ajv-formats takes more for. */
export function addFormats(ajv: Ajv): void {
  // ajv-formats is CommonJS: under Node the module itself is imported, with the plugin as its `default`
  formatsPlugin.default(ajv);
  ajv.addFormat("date-time", isDateTime);
}
