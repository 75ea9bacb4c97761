// Finds the operation that a method and a path ask for.

import type { OperationId } from "../../../src/contract/index.ts";
import { type ContractOperation, readContract } from "../../../src/contract/index.ts";

/** The contract that the server is true to, read once per process. */
export const contract = await readContract();

/** An operation and the path parameters as they were sent, still encoded. */
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

/** @returns The route, or the status that says why there is none. */
export function routeOf(method: string, path: string): Route | 404 | 405 {
  const found = routes.flatMap(({ operation, pattern }) => {
    const match = pattern.exec(path);
    return match === null ? [] : [{ operation, path: { ...match.groups } }];
  });
  const route = found.find(({ operation }) => operation.method.toUpperCase() === method);
  if (route === undefined) return found.length === 0 ? 404 : 405;
  return { ...route, id: route.operation.id as OperationId };
}
