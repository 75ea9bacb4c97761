// Reads the input of a call and finds everything in it that breaks the contract.
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formatsPlugin from "ajv-formats";
import { type ContractBody, isDateTime, type Parameter, resolve, type Schema } from "../../../src/contract/index.ts";
import type { Call } from "./call.ts";
import type { ReceivedWithBody } from "./request.ts";
import { contract, type Route } from "./routes.ts";

/** One thing that is wrong with the input. */
export interface Problem {
  readonly in: "path" | "query" | "header" | "body";
  /** Name of the parameter, or JSON pointer into the body. */
  readonly name: string;
  /**
   * The keyword of JSON Schema that is broken, such as `maximum`, `format` or `required`; or `encoding` for text that
   * cannot be decoded, `mediaType` for a wrong content type, `size` and `contentType` for an uploaded file.
   */
  readonly keyword: string;
  readonly message: string;
}

/** What a call sends, converted to the types of the contract as far as possible. */
type Input = Pick<Call, "path" | "query" | "header" | "body">;

/** Reads the input of a call, and tells what is wrong with it. */
export async function readInput(route: Route, request: ReceivedWithBody) {
  const problems: Problem[] = [];
  const sent = new URLSearchParams(request.url.split("?").slice(1).join("?"));
  const input: Input = {
    path: parametersOf(route, "path", problems, ({ name }) => decoded(name, route.path[name] ?? "", problems)),
    query: parametersOf(route, "query", problems, ({ name, schema }) =>
      resolve(contract.document, schema).type === "array" ? sent.getAll(name) : sent.getAll(name).at(-1),
    ),
    header: parametersOf(route, "header", problems, ({ name }) => request.headers[name.toLowerCase()]),
    body: await bodyOf(route, request, problems),
  };
  return { input, problems };
}

function decoded(name: string, text: string, problems: Problem[]): string {
  try {
    return decodeURIComponent(text);
  } catch {
    problems.push({ in: "path", name, keyword: "encoding", message: "is not percent-encoded UTF-8" });
    return text;
  }
}

function parametersOf(
  { id, operation }: Route,
  place: "path" | "query" | "header",
  problems: Problem[],
  sentAs: (parameter: Parameter) => string | string[] | undefined,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const parameter of operation.parameters.filter((candidate) => candidate.in === place)) {
    const { name, required, schema } = parameter;
    const sent = sentAs(parameter);
    if (sent === undefined || (Array.isArray(sent) && sent.length === 0)) {
      if (required) problems.push({ in: place, name, keyword: "required", message: "is missing" });
      continue;
    }
    const value = Array.isArray(sent) ? sent : converted(sent, schema);
    values[name] = value;
    for (const error of errorsOf(`${id}.${place}.${name}`, value)) problems.push({ ...error, in: place, name });
  }
  return values;
}

/** Text that is no value of its type stays text, for the validator to refuse. */
function converted(text: string, schema: Schema): unknown {
  const { type } = resolve(contract.document, schema);
  const isNumber = type === "integer" || type === "number";
  if (isNumber && /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text)) return Number(text);
  if (type === "boolean" && /^(?:true|false)$/.test(text)) return text === "true";
  return text;
}

async function bodyOf({ id, operation }: Route, request: ReceivedWithBody, problems: Problem[]): Promise<unknown> {
  if (operation.requestBody === undefined) return undefined;
  const problem = (keyword: string, message: string, name = "") =>
    void problems.push({ in: "body", name, keyword, message });
  if (request.body.length === 0) {
    if (operation.requestBody.required) problem("required", "is missing");
    return undefined;
  }
  const [sentType = ""] = (request.headers["content-type"] ?? "").toLowerCase().split(";");
  const body = operation.requestBody.bodies.find(({ mediaType }) => mediaType === sentType.trim());
  if (body === undefined) {
    problem("mediaType", `has the content type "${sentType}"`);
    // For a fault that lets it through
    const taken = jsonOf(request.body);
    return taken === unreadable ? undefined : taken;
  }
  const value = body.mediaType === "multipart/form-data" ? await formOf(body, request) : jsonOf(request.body);
  if (value === unreadable) return problem("encoding", `is no ${body.mediaType}`);
  if (isForm(value)) checkFile(value["file"], problem);
  const plain = isForm(value) ? Object.fromEntries(Object.entries(value).map(withoutFile)) : value;
  for (const error of errorsOf(`${id}.body`, plain)) problem(error.keyword, error.message, error.name);
  return value;
}

const unreadable = Symbol("unreadable");

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return unreadable;
  }
}

/** The fields of a form; of a repeated one the last. */
class Form {
  readonly [name: string]: unknown;
}

function isForm(value: unknown): value is Form {
  return value instanceof Form;
}

async function formOf({ schema = {} }: ContractBody, { body, headers }: ReceivedWithBody) {
  const response = new Response(body, { headers: { "content-type": headers["content-type"] ?? "" } });
  const form = await response.formData().catch(() => undefined);
  if (form === undefined) return unreadable;
  const { properties = {} } = resolve(contract.document, schema);
  const fields = [...form].map(([name, value]) => [
    name,
    typeof value === "string" ? converted(value, properties[name] ?? {}) : value,
  ]);
  return Object.assign(new Form(), Object.fromEntries(fields));
}

/** Ten megabytes, counted generously: which megabyte is meant is not shown. */
const fileLimit = 10 * 1024 * 1024;
const fileTypes = ["application/pdf", "image/jpeg", "image/png"];

function checkFile(file: unknown, problem: (keyword: string, message: string, name: string) => void): void {
  if (file === undefined) return; // the schema says that it is required
  if (!(file instanceof File)) {
    problem("type", "is no file", "/file");
    return;
  }
  if (file.size > fileLimit) problem("size", "is larger than 10 MB", "/file");
  if (!fileTypes.includes(file.type.toLowerCase())) problem("contentType", `is ${file.type}`, "/file");
}

/** A schema describes a file as a string. */
function withoutFile([name, value]: [string, unknown]): [string, unknown] {
  return [name, value instanceof File ? "" : value];
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
// ajv-formats is CommonJS: under Node the module itself is imported, with the plugin as its `default`
formatsPlugin.default(ajv);
ajv.addFormat("date-time", isDateTime);
// One schema holds them all, so that local references keep their form
ajv.addSchema({
  $id: "contract:",
  components: { schemas: contract.document.components.schemas },
  $defs: Object.fromEntries(
    contract.operations.flatMap(({ id, parameters, requestBody }) => [
      ...parameters.map((parameter) => [`${id}.${parameter.in}.${parameter.name}`, parameter.schema]),
      // No operation takes more than one media type
      ...(requestBody?.bodies ?? []).map(({ schema = {} }) => [`${id}.body`, schema]),
    ]),
  ),
});

const compiled = new Map<string, ValidateFunction>();

/** Validates against one of the definitions above, compiled when it is first needed. */
function errorsOf(definition: string, value: unknown): Omit<Problem, "in">[] {
  const validate = compiled.get(definition) ?? ajv.compile({ $ref: `contract:#/$defs/${definition}` });
  compiled.set(definition, validate);
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, keyword, message = "", params }) => ({
    name: keyword === "required" ? `${instancePath}/${params["missingProperty"]}` : instancePath,
    keyword,
    message,
  }));
}
