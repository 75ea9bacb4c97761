// Finds the operation that a method and a path ask for.

import type { OperationId } from "../../../src/sandbox/domain/topic.ts";
import { type ContractOperation, readContract } from "../../../src/shared/contract/index.ts";

/** The contract that the server is true to, read once per process. */
export const contract = await readContract();

/** An operation and the path parameters, decoded. */
export interface Route {
  readonly id: OperationId;
  readonly operation: ContractOperation;
  readonly path: Readonly<Record<string, string>>;
}

const routes = contract.operations
  .map((operation) => ({
    operation,
    pattern: new RegExp(`^${operation.path.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`),
  }))
  // A literal segment wins over a parameter: "{" sorts after all that paths are made of
  .sort((a, b) => (a.operation.path < b.operation.path ? -1 : 1));

/** Finds the route; undefined when there is none. */
export function findRoute(method: string, path: string): Route | undefined {
  for (const { operation, pattern } of routes) {
    const match = operation.method.toUpperCase() === method ? pattern.exec(path) : null;
    if (match === null) continue;
    const decoded = Object.entries(match.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]);
    return { id: operation.id as OperationId, operation, path: Object.fromEntries(decoded) };
  }
  return undefined;
}
