// Places of the contract: where each is written in the bundle, what it asks for, and the assumptions that leave open what it says.
import { randomUUID } from "node:crypto";
import {
  ApplicableSchemas,
  type Assumption,
  type ContractOperation,
  escapeToken,
  excuse,
  listAssumptions,
  type OpenApiDocument,
  type OpenWord,
  type Parameter,
  parsePointer,
  resolve,
  type Schema,
  toPointer,
} from "../shared/contract/index.ts";
import { OutOfReach } from "./out-of-reach.ts";
import type { Input } from "./sending/request.ts";

/** A place of the contract. */
export interface Place {
  /** JSON pointer into the bundle. */
  readonly pointer: string;
  /** The assumptions there and around it, the nearest first. */
  readonly marks: readonly Assumption[];
  /** Of a field: is it required, and not by assumption only? */
  readonly required: boolean;
  /** Of a field: does its schema let it be left out? */
  readonly isOptional?: boolean;
}

/** One parameter, or one field of the body. */
export interface InputPlace extends Place {
  /** For people: "query parameter `size`", "body field `patient_address/access_notes`". */
  readonly label: string;
  /** Where in the request it travels: as text, or as a JSON value, or as a part of a form. */
  readonly kind: "path" | "query" | "header" | "json" | "form";
  /** The name of the field or parameter itself. */
  readonly name: string;
  /** Where it stands in an input: `query size`, or `body` and the path of the field. */
  readonly path: readonly string[];
  readonly schemas: ApplicableSchemas;
  /** The schemas of its items, where it is a list. */
  readonly items: ApplicableSchemas;
  /** The input with another value here; without it when the value is undefined. */
  set(input: Input, value: unknown): Input;
}

/** The part of the plan of an operation that its places are found by. */
interface Planned extends ContractOperation {
  readonly document: OpenApiDocument;
  readonly places: readonly InputPlace[];
}

/**
 * Finds a place by its name, as `test/statements.yaml` writes it: `200` is an answer of the operation, `query size` a parameter of it,
 * `User.user_id` a field below a schema, and an empty name the operation itself.
 *
 * @throws {OutOfReach} when the contract has no such place.
 */
export function findPlace(plan: Planned, name: string): Place {
  const { document } = plan;
  const around = listAssumptions(plan.operation["x-assumption"]);
  if (name === "") return { pointer: operationPointer(plan), marks: around, required: true };
  if (/^\d+$/.test(name)) {
    const response = plan.responses.find(({ status }) => status === name)?.response;
    const marks = listAssumptions(response?.["x-assumption"]);
    return { pointer: responsePointer(plan, name), marks, required: true };
  }
  if (name.includes(" ")) {
    const place = plan.places.find(({ path }) => path.join(" ") === name);
    if (place === undefined) throw new OutOfReach(`${plan.id} has no parameter ${name}`);
    return { ...place, marks: [...place.marks, ...around] };
  }
  const [component = "", ...path] = name.split(".");
  const schema = document.components.schemas[component];
  const root = schema === undefined ? [] : [{ value: schema, path: ["components", "schemas", component] }];
  let schemas = new ApplicableSchemas(document, ...root);
  let required = true;
  const { marks } = schemas;
  for (const field of path) {
    required = schemas.required.includes(field);
    schemas = schemas.below(field);
    marks.unshift(...schemas.marks);
  }
  const [first] = schemas.nodes;
  if (first === undefined) throw new OutOfReach(`the contract has no ${name}`);
  const isAssumed = excuse(marks, ...absence, "fields") !== undefined;
  return { pointer: toPointer(first.path), marks, required: required && !isAssumed, isOptional: !required };
}

/** Every place of an operation's input. */
export function listPlaces(
  document: OpenApiDocument,
  operation: ContractOperation,
  schema: Schema | undefined,
): InputPlace[] {
  const describe = (label: string, kind: InputPlace["kind"], path: readonly string[], schemas: ApplicableSchemas) => ({
    label,
    kind,
    path,
    name: path.at(-1) ?? "",
    schemas,
    items: schemas.below("0"),
    set: (input: Input, value: unknown) =>
      Object(setAt(input, path, path[0] === "body" || value === undefined ? value : writeText(value))),
  });
  const parameters = operation.parameters.flatMap((parameter): InputPlace[] => {
    const { name, in: kind, required = false, schema } = parameter;
    if (kind === "cookie") return [];
    const pointer = parameterPointer(document, operation, parameter);
    const schemas = new ApplicableSchemas(document, { value: schema, path: [...parsePointer(pointer), "schema"] });
    const marks = [...listAssumptions(parameter["x-assumption"]), ...schemas.marks];
    return [{ ...describe(`${kind} parameter \`${name}\``, kind, [kind, name], schemas), pointer, required, marks }];
  });
  if (schema === undefined) return parameters;
  const kind = operation.requestBody?.bodies[0]?.mediaType === "multipart/form-data" ? "form" : "json";
  const fields = (around: ApplicableSchemas, above: readonly string[]): InputPlace[] =>
    around.names.flatMap((name) => {
      const path = [...above, name];
      const schemas = around.below(name);
      const [first] = schemas.nodes;
      const field: InputPlace = {
        ...describe(`body field \`${path.slice(1).join("/")}\``, kind, path, schemas),
        pointer: first === undefined ? bodyPointer(operation) : toPointer(first.path),
        required: around.required.includes(name),
        marks: schemas.marks,
      };
      return path.length <= deepestField ? [field, ...fields(schemas, path)] : [field];
    });
  const root = new ApplicableSchemas(document, { value: schema, path: parsePointer(bodyPointer(operation)) });
  return [...parameters, ...fields(root, ["body"])];
}

/** How deep fields of fields are probed. */
const deepestField = 3;

/** A copy of a value with another one at a path of fields; with `undefined` the field is left out. */
function setAt(holder: unknown, [name = "", ...rest]: readonly string[], value: unknown): unknown {
  const { [name]: before, ...others }: Readonly<Record<string, unknown>> = Object(holder);
  const next = rest.length === 0 ? value : setAt(before, rest, value);
  return next === undefined ? others : { ...others, [name]: next };
}

function writeText(value: unknown): string | readonly string[] {
  if (Array.isArray(value)) return value.map(String);
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A value that a place may well have: that of an input where it has one. */
export function choosePlainValue({ schemas, path }: InputPlace, input?: Input): string {
  const value = path.reduce<unknown>((at, name) => Reflect.get(Object(at), name), input);
  if (typeof value === "string" || typeof value === "number") return String(value);
  const limit = schemas.find("minimum")?.value ?? schemas.find("enum")?.value[0];
  if (limit !== undefined) return String(limit);
  return schemas.find("format")?.value === "uuid" ? randomUUID() : "verify";
}

/** Words that let something else stand under the name of a field or a parameter. */
export const elsewhere = ["place", "name"] as const;

/** Words that let a field or a parameter be missing. */
export const absence: readonly OpenWord[] = ["presence", ...elsewhere];

/** Words that let a parameter behave otherwise: under this name it may be no parameter at all. */
export const behaviour: readonly OpenWord[] = ["meaning", ...elsewhere];

/** Words that let a server refuse a value that the contract allows. */
export const anyShape: readonly OpenWord[] = ["format", "values", "type", "encoding", ...elsewhere];

/** Words that let a value break this keyword of its schema: another type has other formats and values. */
export function shape(keyword: string): readonly OpenWord[] {
  if (keyword === "type") return ["type", ...elsewhere];
  if (keyword === "minItems" || keyword === "maxItems") return ["count", "values", "type", ...elsewhere];
  return [keyword === "format" ? "format" : "values", "type", ...elsewhere];
}

/** Where an operation stands. */
export function operationPointer({ path, method }: ContractOperation): string {
  return toPointer(["paths", path, method]);
}

/** Where a response of an operation is written: at the operation, or where the reference there leads. */
export function responsePointer(operation: ContractOperation, status: string): string {
  return referenceIn(operation.operation.responses[status]) ?? `${operationPointer(operation)}/responses/${status}`;
}

/** Where a parameter of an operation is written: on the operation, on its path, or where the reference there leads. */
function parameterPointer(document: OpenApiDocument, operation: ContractOperation, parameter: Parameter): string {
  const shared = document.paths[operation.path]?.parameters ?? [];
  const index = operation.parameters.indexOf(parameter);
  const own = index - shared.length;
  return own < 0
    ? (referenceIn(shared[index]) ?? toPointer(["paths", operation.path, "parameters", index]))
    : (referenceIn(operation.operation.parameters?.[own]) ?? `${operationPointer(operation)}/parameters/${own}`);
}

/** The schema of an operation's request body. */
export function findBodySchema(document: OpenApiDocument, operation: ContractOperation): Schema | undefined {
  const schema = operation.requestBody?.bodies[0]?.schema;
  return schema && resolve<Schema>(document, schema);
}

/** Where that schema is written. */
export function bodyPointer(operation: ContractOperation): string {
  const [body] = operation.requestBody?.bodies ?? [];
  const request = referenceIn(operation.operation.requestBody) ?? `${operationPointer(operation)}/requestBody`;
  return body?.schema?.$ref ?? `${request}/content/${escapeToken(body?.mediaType ?? "application/json")}/schema`;
}

function referenceIn(node: object | undefined): string | undefined {
  return node !== undefined && "$ref" in node && typeof node.$ref === "string" ? node.$ref : undefined;
}
