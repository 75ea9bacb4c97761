// JSON pointers into the bundle, for the places that expectations name.
import { type Contract, type ContractOperation, escapeToken, type Parameter, pointerOf } from "../../contract/index.ts";

/** Where an operation stands. */
export function operationPointer({ path, method }: ContractOperation): string {
  return pointerOf(["paths", path, method]);
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
    ? (referenceIn(shared[index]) ?? pointerOf(["paths", operation.path, "parameters", index]))
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
