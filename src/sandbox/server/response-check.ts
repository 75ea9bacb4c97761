// Checks the sandbox's responses against the contract.
import { type Contract, type ContractOperation, findProblems } from "../../shared/contract/index.ts";

/** Describes how a response violates the contract; undefined when it does not. */
export type ResponseCheck = (operation: ContractOperation, status: number, body: unknown) => string | undefined;

/** Makes the check of a contract. A schema is compiled when it is first needed, once for all sandboxes of a process. */
export function createResponseCheck({ document }: Contract): ResponseCheck {
  return ({ id, responses }, status, body) => {
    const described =
      responses.find((response) => response.status === String(status)) ??
      responses.find((response) => response.status === `${Math.floor(status / 100)}XX`);
    const schema = described?.bodies[0]?.schema;
    if (schema === undefined) return `${id} answered ${status}, which the contract does not document.`;
    const [problem] = findProblems(document, schema, body);
    return problem === undefined
      ? undefined
      : `${id} answered ${status}: ${problem.pointer || "/"} ${problem.message}.`;
  };
}
