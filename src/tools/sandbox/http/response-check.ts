// Checks the sandbox's responses against the contract.
import { type Contract, type ContractOperation, schemaProblemsOf } from "../../contract/index.ts";

/** Says in a sentence how a response violates the contract; undefined when it does not. */
export type ResponseCheck = (operation: ContractOperation, status: number, body: unknown) => string | undefined;

/** Makes the check of a contract. A schema is compiled when it is first needed. */
export function responseCheckOf({ document }: Contract): ResponseCheck {
  const validatorOf = schemaProblemsOf(document);
  const validators = new Map<string, ReturnType<typeof validatorOf>>();
  return ({ id, responses }, status, body) => {
    const described =
      responses.find((response) => response.status === String(status)) ??
      responses.find((response) => response.status === `${Math.floor(status / 100)}XX`);
    const schema = described?.bodies[0]?.schema;
    if (schema === undefined) return `${id} answered ${status}, which the contract does not document.`;
    const key = `${id} ${status}`;
    const problemsOf = validators.get(key) ?? validatorOf(schema);
    validators.set(key, problemsOf);
    const [problem] = problemsOf(body);
    return problem === undefined
      ? undefined
      : `${id} answered ${status}: ${problem.pointer || "/"} ${problem.message}.`;
  };
}
