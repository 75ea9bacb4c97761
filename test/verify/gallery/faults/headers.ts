// Servers that break what a contract says of headers. This contract documents none, so these are verified against one that does.
import { type OpenApiDocument, readContract } from "../../../../src/shared/contract/index.ts";
import { contract } from "../routes.ts";
import { type Stages, violates, type WrongServer } from "./wrong-server.ts";

const operation = "listLabs";
const { path = "" } = contract.operations.find(({ id }) => id === operation) ?? {};

/** The contract, with a number that is required in a header of the answer. */
export const contractWithHeader = await readContract(withHeader(contract.document));

function withHeader(document: OpenApiDocument): OpenApiDocument {
  const get = document.paths[path]?.get;
  const { "200": success, ...refusals } = get?.responses ?? {};
  if (get === undefined || success === undefined) throw new Error(`${operation} has no success.`);
  const headers = { "X-Total-Count": { required: true, schema: { type: "integer", minimum: 0 } } };
  const responses = { ...refusals, "200": { ...success, headers } };
  return { ...document, paths: { ...document.paths, [path]: { ...document.paths[path], get: { ...get, responses } } } };
}

/** Answers with the header. */
export function sendsHeader(value: string): Stages {
  return { answer: (answer) => ({ ...answer, headers: { ...answer.headers, "x-total-count": value } }) };
}

export const headerFaults: readonly WrongServer[] = [
  // The correct server knows nothing of the header
  violates(operation, "response-headers", "leaves out a required header", {}),
  violates(operation, "response-headers", "counts in a word", sendsHeader("two")),
  violates(operation, "response-headers", "counts below the minimum", sendsHeader("-1")),
].map((wrong) => ({ ...wrong, contract: contractWithHeader }));
