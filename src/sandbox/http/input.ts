// Reads the input of a call by the contract: parameters converted to their types, bodies as they are, and everything that is wrong.
import type { ErrorObject, ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import formatsPlugin from "ajv-formats";
import { type Contract, type ContractOperation, type Parameter, resolve, type Schema } from "../../contract/index.ts";

/** One thing that is wrong with the input of a call. */
export interface InputProblem {
  readonly in: "path" | "query" | "header" | "body";
  /** Name of the parameter, or JSON pointer into the body. */
  readonly name: string;
  readonly message: string;
}

/** What a call sends, checked. */
export interface Input {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly header: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** A request as far as its input goes. */
export interface RawInput {
  /** Decoded. */
  readonly path: Readonly<Record<string, string | undefined>>;
  /** Without the question mark, as sent. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** JSON, or a form; undefined when nothing was sent. */
  readonly body: unknown;
}

/** Reads the input of the calls of one operation. */
export type InputReader = (raw: RawInput) => { readonly input: Input; readonly problems: readonly InputProblem[] };

/** The parts of a form; of a repeated one the last. */
export class Form {
  [name: string]: unknown;
}

const places = ["path", "query", "header"] as const;

/**
 * Makes the readers of a contract. A schema is compiled when it is first needed, so that a sandbox starts at once.
 */
export function inputReaders({ document, operations }: Contract): (operation: ContractOperation) => InputReader {
  // The schemas of a bundle were checked when it was generated: checking them again would be a third of a start
  const ajv = new Ajv2020({ strict: false, allErrors: false, validateSchema: false });
  // ajv-formats is CommonJS: under Node the module itself is imported, with the plugin as its `default`
  formatsPlugin.default(ajv);
  // One schema holds them all, so that local references keep their form
  ajv.addSchema({
    $id: "contract:",
    components: { schemas: document.components.schemas },
    $defs: Object.fromEntries(
      operations.flatMap(({ id, parameters, requestBody }) => [
        ...parameters.map((parameter) => [`${id}.${parameter.in}.${parameter.name}`, parameter.schema]),
        // No operation takes more than one media type
        ...(requestBody?.bodies ?? []).map(({ schema = {} }) => [`${id}.body`, schema]),
      ]),
    ),
  });
  const compiled = new Map<string, ValidateFunction>();
  const errorOf = (definition: string, value: unknown) => {
    const validate = compiled.get(definition) ?? ajv.compile({ $ref: `contract:#/$defs/${definition}` });
    compiled.set(definition, validate);
    if (validate(value)) return undefined;
    const [error] = validate.errors ?? [];
    return { pointer: error?.instancePath ?? "", message: error === undefined ? "is invalid" : messageOf(error) };
  };
  return (operation) => {
    const parameters = places.map((place) => ({
      place,
      known: operation.parameters
        .filter((parameter) => parameter.in === place)
        .map((parameter) => ({ parameter, ...typeOf(resolve<Schema>(document, parameter.schema)) })),
    }));
    const formFields = Object.entries(formPropertiesOf(document, operation)).map(
      ([name, schema]) => [name, typeOf(resolve<Schema>(document, schema))] as const,
    );
    return ({ path, query, headers, body }) => {
      const problems: InputProblem[] = [];
      const sent = query === "" ? undefined : new URLSearchParams(query);
      const input: Record<(typeof places)[number], Record<string, unknown>> = { path: {}, query: {}, header: {} };
      for (const { place, known } of parameters) {
        for (const { parameter, type, isUuid, fallback } of known) {
          const { name } = parameter;
          const texts = textsOf(place, name, { path, sent, headers });
          const [text] = texts;
          if (text === undefined) {
            if (parameter.required === true) problems.push({ in: place, name, message: "is missing" });
            else if (fallback !== undefined) input[place][name] = fallback;
            continue;
          }
          if (type !== "array" && texts.length > 1) {
            problems.push({ in: place, name, message: "is given more than once" });
            continue;
          }
          const value = type === "array" ? texts : converted(text, type);
          const error = errorOf(`${operation.id}.${place}.${name}`, value);
          if (error !== undefined) problems.push({ in: place, name, message: error.message });
          input[place][name] = isUuid && typeof value === "string" ? value.toLowerCase() : value;
        }
      }
      const read = body instanceof Form ? formOf(body, formFields, problems) : body;
      if (operation.requestBody !== undefined) {
        if (read === undefined) {
          if (operation.requestBody.required) problems.push({ in: "body", name: "", message: "is missing" });
        } else {
          const error = errorOf(`${operation.id}.body`, read instanceof Form ? withoutFiles(read) : read);
          if (error !== undefined) problems.push({ in: "body", name: error.pointer, message: error.message });
        }
      }
      return { input: { ...input, body: read }, problems };
    };
  };
}

/** Ajv's own words, with what they leave out: which values there are, which field is unknown. */
function messageOf({ message = "is invalid", params }: ErrorObject): string {
  const { allowedValues, additionalProperty } = params as Readonly<Record<string, unknown>>;
  if (Array.isArray(allowedValues))
    return `must be one of ${allowedValues.map((value) => JSON.stringify(value)).join(", ")}`;
  if (typeof additionalProperty === "string") return `has the unknown field ${JSON.stringify(additionalProperty)}`;
  return message;
}

interface ValueType {
  readonly type: string | undefined;
  readonly isUuid: boolean;
  readonly fallback: unknown;
}

function typeOf({ type, format, default: fallback }: Schema): ValueType {
  return { type: typeof type === "string" ? type : undefined, isUuid: format === "uuid", fallback };
}

function textsOf(
  place: Parameter["in"],
  name: string,
  { path, sent, headers }: Pick<RawInput, "path" | "headers"> & { readonly sent: URLSearchParams | undefined },
): readonly string[] {
  if (place === "query") return sent?.getAll(name) ?? [];
  const value = place === "path" ? path[name] : headers[name.toLowerCase()];
  return value === undefined ? [] : [value].flat();
}

/** Text that is no value of its type stays text, for the validator to refuse. */
function converted(text: string, type: string | undefined): unknown {
  if (type === "integer" && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (type === "number" && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text)) return Number(text);
  if (type === "boolean" && /^(?:true|false)$/.test(text)) return text === "true";
  return text;
}

function formPropertiesOf(document: Contract["document"], { requestBody }: ContractOperation) {
  const form = requestBody?.bodies.find(({ mediaType }) => mediaType === "multipart/form-data");
  return form?.schema === undefined ? {} : (resolve<Schema>(document, form.schema).properties ?? {});
}

/** Ten megabytes, counted generously: which megabyte is meant is not shown. */
export const largestFileBytes = 10 * 1024 * 1024;

const fileTypes = ["application/pdf", "image/jpeg", "image/png"];

function formOf(form: Form, fields: readonly (readonly [string, ValueType])[], problems: InputProblem[]): Form {
  for (const [name, { type }] of fields) {
    const value = form[name];
    if (typeof value === "string") form[name] = converted(value, type);
  }
  const { file } = form;
  if (file !== undefined) {
    const problem = (message: string) => void problems.push({ in: "body", name: "/file", message });
    if (!(file instanceof File)) problem("is no file");
    else if (file.size > largestFileBytes) problem("is larger than 10 MB");
    else if (!fileTypes.includes(file.type.toLowerCase())) problem(`is ${file.type}, and no PDF, JPEG or PNG`);
  }
  return form;
}

/** A schema describes a file as a string. */
function withoutFiles(form: Form): Record<string, unknown> {
  return Object.fromEntries(Object.entries(form).map(([name, value]) => [name, value instanceof File ? "" : value]));
}
