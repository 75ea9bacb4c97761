// A `fetch` for the client that lets no answer pass that the contract does not have.
import { ClientError } from "../../../../src/package/client/index.ts";
import type { ContractOperation, OpenApiDocument, Schema } from "../../../../src/tools/contract/index.ts";
import { validatorsOf } from "../../../run/validators.ts";

/**
 * The answer contradicts the contract.
 *
 * It extends the client's own error, so that the client passes it on as it is and does not repeat the call.
 */
export class WrongAnswerError extends ClientError {
  override readonly name = "WrongAnswerError";
}

/** Makes the `fetch` for the calls of one operation. */
export type CheckedFetch = (operation: ContractOperation) => (request: Request) => Promise<Response>;

/**
 * Makes fetches that check the status, the content type and the body of each answer.
 *
 * What they return rejects with a `WrongAnswerError` when the operation does not document the answer.
 */
export function checkedFetchFor(document: OpenApiDocument): CheckedFetch {
  const compile = validatorsOf(document);
  const validators = new Map<Schema, ReturnType<typeof compile>>();
  const problemsOf = (schema: Schema, value: unknown) => {
    const validate = validators.get(schema) ?? compile(schema);
    validators.set(schema, validate);
    return validate(value);
  };
  return (operation) => async (request) => {
    const response = await fetch(request);
    const problem = problemOf(operation, response, await response.clone().text(), problemsOf);
    if (problem === undefined) return response;
    const call = `${operation.method.toUpperCase()} ${operation.path}`;
    throw new WrongAnswerError(`${call} was answered ${response.status} ${problem}`);
  };
}

function problemOf(
  operation: ContractOperation,
  { status, headers }: Response,
  text: string,
  problemsOf: (schema: Schema, value: unknown) => readonly string[],
): string | undefined {
  const documented = documentedAs(operation, status);
  if (documented === undefined) {
    return `expected one of ${operation.responses.map((response) => response.status).join(", ")}.`;
  }
  const { bodies } = documented;
  if (bodies.length === 0) return text === "" ? undefined : `with a body, expected none: ${excerpt(text)}`;
  const found = headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  const body = bodies.find(({ mediaType }) => mediaType === found);
  if (body === undefined) {
    return `as ${found ?? "no content type"}, expected ${bodies.map(({ mediaType }) => mediaType).join(" or ")}.`;
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return `with a body that is not JSON: ${excerpt(text)}`;
  }
  const problems = problemsOf(body.schema ?? {}, value);
  return problems.length === 0 ? undefined : `with an invalid body: ${problems.join("; ")}: ${excerpt(text)}`;
}

function documentedAs({ responses }: ContractOperation, status: number) {
  // From the most specific to the least, as OpenAPI has it
  return [`${status}`, `${Math.floor(status / 100)}XX`, "default"]
    .map((name) => responses.find((response) => response.status === name))
    .find((response) => response !== undefined);
}

function excerpt(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
