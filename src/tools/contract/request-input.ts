// Reads the input of a call by the contract: parameters converted to their types, bodies by their media type, and everything that is wrong.
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import type { Contract, ContractOperation } from "./contract.ts";
import { type OpenApiDocument, resolve, type Schema } from "./document.ts";
import { addFormats } from "./formats.ts";
import { Form, formOf, jsonOf, UnreadableBody } from "./request-body.ts";

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
  /** JSON, or a form; undefined when nothing was sent; an `UnreadableBody` where something else was. */
  readonly body: unknown;
}

/** Reads the input of the calls of one operation. */
export type InputReader = (raw: RawInput) => { readonly input: Input; readonly problems: readonly InputProblem[] };

const places = ["path", "query", "header"] as const;

type InputReaders = (operation: ContractOperation) => InputReader;

const readers = new WeakMap<OpenApiDocument, InputReaders>();

/**
 * The readers of a contract. A schema is compiled when it is first needed, so that a sandbox starts at once, and once in a process,
 * however many servers and calls there are: what Ajv has compiled it keeps.
 */
export function inputReaders(contract: Contract): InputReaders {
  const known = readers.get(contract.document) ?? keepingReaders(makeReaders(contract));
  readers.set(contract.document, known);
  return known;
}

function keepingReaders(make: InputReaders): InputReaders {
  const made = new Map<string, InputReader>();
  return (operation) => {
    const reader = made.get(operation.id) ?? make(operation);
    made.set(operation.id, reader);
    return reader;
  };
}

function makeReaders({ document, operations }: Contract): InputReaders {
  // The schemas of a bundle were checked when it was generated: checking them again would be a third of a start.
  // Strict numbers: `1e400` becomes Infinity, which is not a JSON number
  const ajv = new Ajv2020({
    strict: false,
    strictNumbers: true,
    allErrors: false,
    validateSchema: false,
    verbose: true,
  });
  addFormats(ajv);
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
  const checkOf = (definition: string) => {
    let validate: ValidateFunction | undefined;
    return (value: unknown) => {
      validate ??= ajv.compile({ $ref: `contract:#/$defs/${definition}` });
      if (validate(value)) return undefined;
      const [error] = validate.errors ?? [];
      return { pointer: error?.instancePath ?? "", message: error === undefined ? "is invalid" : messageOf(error) };
    };
  };
  return (operation) => {
    const parameters = places.flatMap((place) =>
      operation.parameters
        .filter((parameter) => parameter.in === place)
        .map(({ name, required, schema }) => ({
          place,
          name,
          sentName: place === "header" ? name.toLowerCase() : name,
          required: required === true,
          errorOf: checkOf(`${operation.id}.${place}.${name}`),
          ...typeOf(resolve<Schema>(document, schema)),
        })),
    );
    const bodyErrorOf = checkOf(`${operation.id}.body`);
    const formFields = formFieldsOf(document, operation);
    return ({ path, query, headers, body }) => {
      const problems: InputProblem[] = [];
      if (!isDecodable(query)) problems.push({ in: "query", name: "", message: "is not percent-encoded UTF-8" });
      const inQuery = query === "" ? undefined : new URLSearchParams(query);
      const input = { path: {}, query: {}, header: {} } satisfies Record<(typeof places)[number], object>;
      for (const { place, name, sentName, required, errorOf, type, isUuid, fallback } of parameters) {
        const into: Record<string, unknown> = input[place];
        const sent =
          place === "query" ? inQuery?.getAll(sentName) : place === "path" ? path[sentName] : headers[sentName];
        const texts = typeof sent === "string" ? [sent] : (sent ?? []);
        const [text] = texts;
        if (text === undefined) {
          if (required) problems.push({ in: place, name, message: "is missing" });
          else if (fallback !== undefined) into[name] = fallback;
          continue;
        }
        if (type !== "array" && texts.length > 1) {
          problems.push({ in: place, name, message: "is given more than once" });
          continue;
        }
        if (place === "path" && text === "") {
          problems.push({ in: place, name, message: "is empty" });
          continue;
        }
        const value = type === "array" ? texts : converted(text, type);
        const error = errorOf(value);
        if (error !== undefined) {
          const hint = place === "query" && / \d\d:\d\d$/.test(text) ? ": write a + of the query as %2B" : "";
          problems.push({ in: place, name, message: error.message + hint });
        }
        into[name] = isUuid && typeof value === "string" ? value.toLowerCase() : value;
      }
      const read = body instanceof Form ? checkedForm(body, formFields, problems) : body;
      if (read instanceof UnreadableBody) problems.push({ in: "body", name: "", message: read.message });
      else if (operation.requestBody !== undefined) {
        if (read === undefined) {
          if (operation.requestBody.required) problems.push({ in: "body", name: "", message: "is missing" });
        } else {
          const error = bodyErrorOf(read instanceof Form ? withoutFiles(read) : read);
          if (error !== undefined) problems.push({ in: "body", name: error.pointer, message: error.message });
        }
      }
      return { input: { ...input, body: read }, problems };
    };
  };
}

/**
 * Reads the bytes of a body by the media type that the operation documents. Of an operation without a body nothing is read,
 * whatever the headers say of it.
 *
 * @returns JSON or a form; undefined when there is none; an `UnreadableBody` that says why when it cannot be read.
 */
export async function readBody(
  { requestBody }: ContractOperation,
  headers: RawInput["headers"],
  bytes: Buffer<ArrayBuffer>,
): Promise<unknown> {
  if (bytes.length === 0 || requestBody === undefined) return undefined;
  try {
    const { "content-type": contentType = "", "content-encoding": encoding = "identity" } = headers;
    if (encoding !== "identity") throw new UnreadableBody("is compressed: send it as it is");
    const type = String(contentType);
    const documented = requestBody.bodies.map(({ mediaType }) => mediaType);
    const mediaType = documented.find((one) => one === withoutParameters(type));
    if (mediaType === undefined) {
      const found = type === "" ? "has no Content-Type" : `has the Content-Type ${JSON.stringify(type)}`;
      throw new UnreadableBody(`${found}, expected ${documented.join(" or ")}`);
    }
    return mediaType === "multipart/form-data" ? await formOf(bytes, type) : jsonOf(bytes);
  } catch (error) {
    if (error instanceof UnreadableBody) return error;
    throw error;
  }
}

/** The media type alone, in small letters: `application/pdf` of `application/PDF; version=1.7`. */
function withoutParameters(contentType: string): string {
  return contentType.split(";", 1).join().trim().toLowerCase();
}

function isDecodable(query: string): boolean {
  if (query === "") return true;
  try {
    decodeURIComponent(query);
    return true;
  } catch {
    return false;
  }
}

/** Ajv's own words, with what they leave out: which values there are, which field is unknown, which fields exclude each other. */
function messageOf({ keyword, message = "is invalid", params, schema }: ErrorObject): string {
  const { allowedValues, additionalProperty, format } = params as Readonly<Record<string, unknown>>;
  if (Array.isArray(allowedValues))
    return `must be one of ${allowedValues.map((value) => JSON.stringify(value)).join(", ")}`;
  if (typeof additionalProperty === "string") return `has the unknown field ${JSON.stringify(additionalProperty)}`;
  if (format === "date-time") return "must be a date-time of RFC 3339, such as 2026-03-02T09:00:00Z";
  const together = keyword === "not" ? (schema as Schema).required : undefined;
  if (together !== undefined) return `has ${together.join(" and ")}, which exclude each other: send one of them`;
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

/** Text that is not a value of its type stays text, for the validator to refuse. `1e1` and `10.0` are integers in JSON Schema. */
function converted(text: string, type: string | undefined): unknown {
  if ((type === "integer" || type === "number") && /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text)) return Number(text);
  if (type === "boolean" && /^(?:true|false)$/.test(text)) return text === "true";
  return text;
}

interface FormField extends ValueType {
  readonly name: string;
  readonly isFile: boolean;
  /** The media types that a file may have; any when there is none. */
  readonly mediaTypes: readonly string[];
}

function formFieldsOf(document: OpenApiDocument, { requestBody }: ContractOperation): FormField[] {
  const form = requestBody?.bodies.find(({ mediaType }) => mediaType === "multipart/form-data");
  const { properties = {} } = form?.schema === undefined ? {} : resolve<Schema>(document, form.schema);
  return Object.entries(properties).map(([name, property]) => {
    const schema = resolve<Schema>(document, property);
    const types = form?.encoding[name]?.contentType?.split(",").map((type) => type.trim()) ?? [];
    return { name, ...typeOf(schema), isFile: schema.format === "binary", mediaTypes: types };
  });
}

/** Ten megabytes, counted generously: which megabyte is meant is not shown. */
export const largestFileBytes = 10 * 1024 * 1024;

function checkedForm(form: Form, fields: readonly FormField[], problems: InputProblem[]): Form {
  for (const { name, type, isFile, mediaTypes } of fields) {
    const value = form[name];
    const problem = (message: string) => void problems.push({ in: "body", name: `/${name}`, message });
    if (!isFile) {
      if (typeof value === "string") form[name] = converted(value, type);
    } else if (!(value instanceof File)) {
      if (value !== undefined) problem("is not a file: a part that is one has a filename");
    } else if (value.size > largestFileBytes) problem("is larger than 10 MB");
    else if (mediaTypes.length > 0 && !mediaTypes.includes(withoutParameters(value.type))) {
      const found = value.type === "" ? "has no Content-Type" : `has the Content-Type ${value.type}`;
      const remedy = "name the type of the part, which is text/plain by default";
      problem(`${found}, expected ${mediaTypes.join(" or ")}: ${remedy}`);
    }
  }
  return form;
}

/** A schema describes a file as a string. */
function withoutFiles(form: Form): Record<string, unknown> {
  return Object.fromEntries(Object.entries(form).map(([name, value]) => [name, value instanceof File ? "" : value]));
}
