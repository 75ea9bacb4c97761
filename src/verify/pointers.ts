// JSON pointers into the bundle, for the places that expectations name.
import type { Contract, ContractOperation, Parameter } from "../contract/index.ts";
import { escaped } from "./schema-nodes.ts";

/** Where an operation stands. */
export function operationPointer({ path, method }: ContractOperation): string {
  return `#/paths/${escaped(path)}/${method}`;
}

/** Where a response of an operation stands. */
export function responsePointer(operation: ContractOperation, status: string): string {
  return `${operationPointer(operation)}/responses/${status}`;
}

/** Where a parameter of an operation stands, on the operation or on its path. */
export function parameterPointer({ document }: Contract, operation: ContractOperation, parameter: Parameter): string {
  const shared = document.paths[operation.path]?.parameters?.length ?? 0;
  const index = operation.parameters.indexOf(parameter);
  return index < shared
    ? `#/paths/${escaped(operation.path)}/parameters/${index}`
    : `${operationPointer(operation)}/parameters/${index - shared}`;
}

/** Where the schema of an operation's request body stands. */
export function bodyPointer(operation: ContractOperation): string {
  const mediaType = operation.requestBody?.bodies[0]?.mediaType ?? "application/json";
  return `${operationPointer(operation)}/requestBody/content/${escaped(mediaType)}/schema`;
}
