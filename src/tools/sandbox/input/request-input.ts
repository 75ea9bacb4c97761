// Reads the input of a call by the contract: parameters converted to their types, bodies by their media type, and everything that is wrong.
import {
  type Contract,
  type ContractOperation,
  findProblem,
  type OpenApiDocument,
  resolve,
  type Schema,
  type SchemaProblem,
} from "../../contract/index.ts";
import { readJson, UnreadableBody } from "../../http/index.ts";

/** The parts of a form; of a repeated one the last. */
class Form {
  [name: string]: unknown;
}

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

/** Makes the reader of an operation. Its schemas are compiled with its first call. */
export function inputReader({ document }: Contract, operation: ContractOperation): InputReader {
  const parameters = places.flatMap((place) =>
    operation.parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name, required, schema }) => ({
        place,
        name,
        sentName: place === "header" ? name.toLowerCase() : name,
        required: required === true,
        schema,
        ...typeOf(resolve<Schema>(document, schema)),
      })),
  );
  // No operation takes more than one media type
  const bodySchema = operation.requestBody?.bodies[0]?.schema ?? {};
  const formFields = formFieldsOf(document, operation);
  return ({ path, query, headers, body }) => {
    const problems: InputProblem[] = [];
    if (!isDecodable(query)) problems.push({ in: "query", name: "", message: "is not percent-encoded UTF-8" });
    const inQuery = query === "" ? undefined : new URLSearchParams(query);
    const input = { path: {}, query: {}, header: {} } satisfies Record<(typeof places)[number], object>;
    for (const { place, name, sentName, required, schema, type, isUuid, fallback } of parameters) {
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
      const error = findProblem(document, schema, value);
      if (error !== undefined) {
        const hint = place === "query" && / \d\d:\d\d$/.test(text) ? ": write a + of the query as %2B" : "";
        problems.push({ in: place, name, message: messageOf(error) + hint });
      }
      into[name] = isUuid && typeof value === "string" ? value.toLowerCase() : value;
    }
    const read = body instanceof Form ? checkedForm(body, formFields, problems) : body;
    if (read instanceof UnreadableBody) problems.push({ in: "body", name: "", message: read.message });
    else if (operation.requestBody !== undefined) {
      if (read === undefined) {
        if (operation.requestBody.required) problems.push({ in: "body", name: "", message: "is missing" });
      } else {
        const error = findProblem(document, bodySchema, read instanceof Form ? withoutFiles(read) : read);
        if (error !== undefined) problems.push({ in: "body", name: error.pointer, message: messageOf(error) });
      }
    }
    return { input: { ...input, body: read }, problems };
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
    return mediaType === "multipart/form-data" ? await formOf(bytes, type) : readJson(bytes);
  } catch (error) {
    if (error instanceof UnreadableBody) return error;
    throw error;
  }
}

/**
 * Reads a multipart form.
 *
 * @throws {UnreadableBody}
 */
async function formOf(bytes: Buffer<ArrayBuffer>, contentType: string): Promise<Form> {
  const parts = await new Response(bytes, { headers: { "content-type": contentType } }).formData().catch(() => {
    throw new UnreadableBody("is not a multipart form with the boundary that its Content-Type names");
  });
  const form = new Form();
  for (const [name, value] of parts) {
    Object.defineProperty(form, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return form;
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
function messageOf({ keyword, message, params, expected }: SchemaProblem): string {
  const { allowedValues, additionalProperty, format } = params;
  if (Array.isArray(allowedValues))
    return `must be one of ${allowedValues.map((value) => JSON.stringify(value)).join(", ")}`;
  if (typeof additionalProperty === "string") return `has the unknown field ${JSON.stringify(additionalProperty)}`;
  if (format === "date-time") return "must be a date-time of RFC 3339, such as 2026-03-02T09:00:00Z";
  const together = keyword === "not" ? (expected as Schema).required : undefined;
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
