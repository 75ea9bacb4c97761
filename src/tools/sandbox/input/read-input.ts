// Reads the input of a call by the document that describes it, the contract or that of the control plane.
import type { FastifyRequest } from "fastify";
import type { Contract, ContractOperation } from "../../contract/index.ts";
import { type InputReader, inputReader } from "./request-input.ts";

/** Reads a call of one operation. */
export type CallReader = (request: FastifyRequest) => ReturnType<InputReader>;

export function callReader(contract: Contract, operation: ContractOperation): CallReader {
  const read = inputReader(contract, operation);
  return (request) => {
    const path = request.params as Record<string, string>;
    return read({ path, query: queryOf(request.url), headers: request.headers, body: request.body });
  };
}

/** What stands behind the question mark. */
export function queryOf(url: string): string {
  const at = url.indexOf("?");
  return at === -1 ? "" : url.slice(at + 1);
}
