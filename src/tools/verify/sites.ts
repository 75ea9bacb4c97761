// Places of the contract: where each is written in the bundle, and the assumptions that leave open what it says.
import {
  type Assumption,
  type Contract,
  type ContractOperation,
  escapeToken,
  excuse,
  type Located,
  listAssumptions,
  marksOn,
  nodesAt,
  nodesBelow,
  type OpenWord,
  type Parameter,
  parsePointer,
  type Schema,
  toPointer,
} from "../contract/index.ts";
import { OutOfReach } from "./out-of-reach.ts";

/** A place of the contract. */
export interface Site {
  /** JSON pointer into the bundle. */
  readonly pointer: string;
  /** The assumptions there and around it, the nearest first. */
  readonly marks: readonly Assumption[];
  /** Of a field: is it optional, or required by assumption only? */
  readonly mayBeMissing: boolean;
}

/**
 * Finds a place by its name, as `test/statements.yaml` writes it: `200` is an answer of the operation, `query size` a parameter of it,
 * `User.user_id` a field below a schema, and an empty name the operation itself.
 *
 * @throws {OutOfReach} when the contract has no such place.
 */
export function findSite(contract: Contract, operation: ContractOperation, name: string): Site {
  const { document } = contract;
  const around = listAssumptions(operation.operation["x-assumption"]);
  if (name === "") return { pointer: operationPointer(operation), marks: around, mayBeMissing: false };
  if (/^\d+$/.test(name)) {
    const response = operation.responses.find(({ status }) => status === name)?.response;
    const marks = listAssumptions(response?.["x-assumption"]);
    return { pointer: responsePointer(operation, name), marks, mayBeMissing: false };
  }
  const [where, of] = name.split(" ");
  if (of !== undefined) {
    const parameter = operation.parameters.find((one) => one.in === where && one.name === of);
    if (parameter === undefined) throw new OutOfReach(`${operation.id} has no parameter ${of}`);
    const pointer = parameterPointer(contract, operation, parameter);
    const own = [
      ...listAssumptions(parameter["x-assumption"]),
      ...marksOn(nodesAt(document, { value: parameter.schema, path: parsePointer(pointer) })),
    ];
    return { pointer, marks: [...own, ...around], mayBeMissing: parameter.required !== true };
  }
  const [component = "", ...path] = name.split(".");
  const schema = document.components.schemas[component];
  if (schema === undefined) throw new OutOfReach(`the contract has no schema ${component}`);
  let nodes = nodesAt(document, { value: schema, path: ["components", "schemas", component] });
  let isRequired = true;
  const marks = marksOn(nodes);
  for (const field of path) {
    isRequired = nodes.some(({ value: { required = [] } }) => required.includes(field));
    nodes = nodesBelow(document, nodes, field);
    marks.unshift(...marksOn(nodes));
  }
  const [first] = nodes;
  if (first === undefined) throw new OutOfReach(`the contract has no ${name}`);
  const mayBeMissing = !isRequired || excuse(marks, ...absence, "fields") !== undefined;
  return { pointer: toPointer(first.path), marks, mayBeMissing };
}

/** The first assumption on one of the schemas that leaves one of these open. */
export function excuseAt(nodes: readonly Located<Schema>[], words: readonly OpenWord[]): string | undefined {
  return excuse(marksOn(nodes), ...words);
}

/** What else may stand under the name of a field or a parameter whose own place or name is open. */
export const elsewhere = ["place", "name"] as const;

/** What has to be open for a field or a parameter to be missing. */
export const absence: readonly OpenWord[] = ["presence", ...elsewhere];

/** What has to be open for a behaviour of a parameter to be another: under this name it may be no parameter at all. */
export const behaviour: readonly OpenWord[] = ["meaning", ...elsewhere];

/** What has to be open for a server to refuse a value that the contract allows. */
export const anyShape: readonly OpenWord[] = ["format", "values", "type", "encoding", ...elsewhere];

/** What has to be open for a value to break this keyword of its schema: another type has other formats and values. */
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
export function parameterPointer({ document }: Contract, operation: ContractOperation, parameter: Parameter): string {
  const shared = document.paths[operation.path]?.parameters ?? [];
  const index = operation.parameters.indexOf(parameter);
  const own = index - shared.length;
  return own < 0
    ? (referenceIn(shared[index]) ?? toPointer(["paths", operation.path, "parameters", index]))
    : (referenceIn(operation.operation.parameters?.[own]) ?? `${operationPointer(operation)}/parameters/${own}`);
}

/** Where the schema of an operation's request body is written. */
export function bodyPointer(operation: ContractOperation): string {
  const [body] = operation.requestBody?.bodies ?? [];
  const request = referenceIn(operation.operation.requestBody) ?? `${operationPointer(operation)}/requestBody`;
  return body?.schema?.$ref ?? `${request}/content/${escapeToken(body?.mediaType ?? "application/json")}/schema`;
}

function referenceIn(node: object | undefined): string | undefined {
  return node !== undefined && "$ref" in node && typeof node.$ref === "string" ? node.$ref : undefined;
}
