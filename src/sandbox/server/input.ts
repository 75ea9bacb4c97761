// Reads the input of a call by the document that describes it, the contract or that of the control plane: parameters converted to their types, the body, and everything that is wrong.
import type { FastifyRequest } from "fastify";
import {
  type Contract,
  type ContractOperation,
  findProblem,
  isObject,
  type OpenApiDocument,
  resolve,
  type Schema,
  type SchemaProblem,
} from "../../shared/contract/index.ts";
import { UnreadableBody } from "../../shared/http/index.ts";
import type { InputProblem } from "../assumptions/alternatives.ts";
import { Form, largestFileBytes, withoutParameters } from "./body.ts";

/** The input of a call, checked. */
export interface Input {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly header: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** Reads a call of one operation; its body is JSON, or a form; undefined when nothing was sent; an `UnreadableBody` where something else was. */
export type InputReader = (
  request: Pick<FastifyRequest, "params" | "url" | "headers">,
  body: unknown,
) => { readonly input: Input; readonly problems: readonly InputProblem[] };

const places = ["path", "query", "header"] as const;

/** Makes the reader of an operation. Its schemas are compiled with its first call. */
export function makeInputReader({ document }: Contract, operation: ContractOperation): InputReader {
  const parameters = places.flatMap((place) =>
    operation.parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name, required, schema }) => ({
        place,
        name,
        sentName: place === "header" ? name.toLowerCase() : name,
        required: required === true,
        schema,
        ...readType(resolve<Schema>(document, schema)),
      })),
  );
  // No operation takes more than one media type
  const bodySchema = operation.requestBody?.bodies[0]?.schema ?? {};
  const formFields = listFormFields(document, operation);
  const choice = readChoice(document, bodySchema);
  return ({ params, url, headers }, body) => {
    const path = params as Readonly<Record<string, string | undefined>>;
    const query = readQuery(url);
    const problems: InputProblem[] = [];
    const refuse = (place: InputProblem["in"], name: string, message: string) =>
      void problems.push({ in: place, name, message });
    if (!isDecodable(query)) refuse("query", "", "is not percent-encoded UTF-8");
    const inQuery = query === "" ? undefined : new URLSearchParams(query);
    const input = { path: {}, query: {}, header: {} } satisfies Record<(typeof places)[number], object>;
    for (const { place, name, sentName, required, schema, type, isUuid } of parameters) {
      const into: Record<string, unknown> = input[place];
      const sent =
        place === "query" ? inQuery?.getAll(sentName) : place === "path" ? path[sentName] : headers[sentName];
      const texts = typeof sent === "string" ? [sent] : (sent ?? []);
      const [text] = texts;
      if (text === undefined) {
        if (required) refuse(place, name, "is missing");
      } else if (type !== "array" && texts.length > 1) refuse(place, name, "is given more than once");
      else if (place === "path" && text === "") refuse(place, name, "is empty");
      else {
        const value = type === "array" ? texts : convert(text, type);
        const error = findProblem(document, schema, value);
        const hint = place === "query" && / \d\d:\d\d$/.test(text) ? ": write a + of the query as %2B" : "";
        if (error !== undefined) refuse(place, name, describeProblem(error) + hint);
        into[name] = isUuid && typeof value === "string" ? value.toLowerCase() : value;
      }
    }
    let read = body instanceof Form ? checkForm(body, formFields, refuse) : body;
    if (read instanceof UnreadableBody) refuse("body", "", read.message);
    else if (read === undefined) {
      if (operation.requestBody?.required) refuse("body", "", "is missing");
    } else if (operation.requestBody !== undefined) {
      const chosen = choice === undefined || !isObject(read) ? bodySchema : choice.branches.get(read[choice.name]);
      if (chosen === undefined) {
        const values = [...(choice?.branches.keys() ?? [])].map((value) => JSON.stringify(value));
        refuse("body", `/${choice?.name}`, `must be one of ${values.join(", ")}`);
      } else {
        const error = findProblem(document, chosen, read instanceof Form ? withoutFiles(read) : read);
        if (error !== undefined) refuse("body", error.pointer, describeProblem(error));
        if (chosen !== bodySchema) read = { ...listDefaults(chosen), ...Object(read) };
      }
    }
    return { input: { ...input, body: read }, problems };
  };
}

/** The part of a URL behind the question mark. */
export function readQuery(url: string): string {
  const at = url.indexOf("?");
  return at === -1 ? "" : url.slice(at + 1);
}

/** The branches of a `oneOf` or an `anyOf`, and of those in it, by the property whose constant values tell them apart, such as `effect`: what is wrong is said of the one that is meant. */
export function readChoice(document: OpenApiDocument, schema: Schema) {
  const branches = listBranches(document, schema);
  const listValues = ({ properties = {} }: Schema, name: string) =>
    properties[name]?.enum ?? [properties[name]?.const].filter((value) => value !== undefined);
  const names = Object.keys(branches[0]?.properties ?? {});
  const name = names.find((one) => branches.every((branch) => listValues(branch, one).length > 0));
  if (name === undefined) return undefined;
  const entries = branches.flatMap((branch) => listValues(branch, name).map((value) => [value, branch] as const));
  return { name, branches: new Map<unknown, Schema>(entries) };
}

function listBranches(document: OpenApiDocument, schema: Schema): Schema[] {
  const { oneOf, anyOf = oneOf } = resolve<Schema>(document, schema);
  return (
    anyOf?.flatMap((branch) => {
      const below = listBranches(document, branch);
      return below.length === 0 ? [resolve<Schema>(document, branch)] : below;
    }) ?? []
  );
}

function listDefaults({ properties = {} }: Schema): Record<string, unknown> {
  const given = Object.entries(properties).filter(([, property]) => property.default !== undefined);
  return Object.fromEntries(given.map(([name, property]) => [name, property.default]));
}

function isDecodable(query: string): boolean {
  try {
    decodeURIComponent(query);
    return true;
  } catch {
    return false;
  }
}

/** Ajv's own words, with what they leave out: which values there are, which field is unknown, which fields exclude each other. */
export function describeProblem({ keyword, message, params, expected, known }: SchemaProblem): string {
  const { allowedValues, additionalProperty, format } = params;
  if (Array.isArray(allowedValues))
    return `must be one of ${allowedValues.map((value) => JSON.stringify(value)).join(", ")}`;
  if (typeof additionalProperty === "string") {
    const use = known.length === 0 ? "" : `; use ${known.join(", ")}`;
    return `has the unknown field ${JSON.stringify(additionalProperty)}${use}`;
  }
  if (format === "date-time") return "must be a date-time of RFC 3339, such as 2026-03-02T09:00:00Z";
  const together = keyword === "not" ? (expected as Schema).required : undefined;
  if (together !== undefined) return `has ${together.join(" and ")}, which exclude each other: send one of them`;
  return message;
}

interface ValueType {
  readonly type: string | undefined;
  readonly isUuid: boolean;
}

function readType({ type, format }: Schema): ValueType {
  return { type: typeof type === "string" ? type : undefined, isUuid: format === "uuid" };
}

/** Text that is not a value of its type stays text, for the validator to refuse. `1e1` and `10.0` are integers in JSON Schema. */
function convert(text: string, type: string | undefined): unknown {
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

function listFormFields(document: OpenApiDocument, { requestBody }: ContractOperation): FormField[] {
  const form = requestBody?.bodies.find(({ mediaType }) => mediaType === "multipart/form-data");
  const { properties = {} } = form?.schema === undefined ? {} : resolve<Schema>(document, form.schema);
  return Object.entries(properties).map(([name, property]) => {
    const schema = resolve<Schema>(document, property);
    const types = form?.encoding[name]?.contentType?.split(",").map((type) => type.trim()) ?? [];
    return { name, ...readType(schema), isFile: schema.format === "binary", mediaTypes: types };
  });
}

function checkForm(
  form: Form,
  fields: readonly FormField[],
  refuse: (place: "body", name: string, message: string) => void,
): Form {
  for (const { name, type, isFile, mediaTypes } of fields) {
    const value = form[name];
    const problem = (message: string) => refuse("body", `/${name}`, message);
    if (!isFile) {
      if (typeof value === "string") form[name] = convert(value, type);
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
