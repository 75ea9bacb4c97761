// Reads the input of a call by the document that describes it, the contract or that of the control plane.
import type { FastifyRequest } from "fastify";
import { type Contract, type ContractOperation, type InputReader, inputReaders } from "../../contract/index.ts";

/** Reads a call of one operation. */
export type CallReader = (request: FastifyRequest) => ReturnType<InputReader>;

const makers = new WeakMap<Contract, ReturnType<typeof inputReaders>>();
const readers = new WeakMap<ContractOperation, InputReader>();

/** Made for the first call of an operation, and for all sandboxes of a process. */
export function callReader(contract: Contract, operation: ContractOperation): CallReader {
  let read = readers.get(operation);
  return (request) => {
    read ??= readerOf(contract, operation);
    const path = request.params as Record<string, string>;
    return read({ path, query: queryOf(request.url), headers: request.headers, body: request.body });
  };
}

/** What stands behind the question mark. */
export function queryOf(url: string): string {
  const at = url.indexOf("?");
  return at === -1 ? "" : url.slice(at + 1);
}

function readerOf(contract: Contract, operation: ContractOperation): InputReader {
  const make = makers.get(contract) ?? inputReaders(contract);
  makers.set(contract, make);
  const read = readers.get(operation) ?? make(operation);
  readers.set(operation, read);
  return read;
}
