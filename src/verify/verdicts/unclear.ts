// Says when the refusal of a valid call says nothing: what the call needs beyond the contract is not shown.
import { resolve, type Schema } from "../../shared/contract/index.ts";
import type { VerifyData } from "../data.ts";
import { isOfOrder } from "../operations.ts";
import type { Plan } from "../plan.ts";

/** A valid call that was refused, and what is known of others. */
export interface RefusedCall {
  readonly operation: Plan;
  readonly body: unknown;
  readonly status: number;
  /** Was a valid call of the operation accepted whose body had no further fields? Then nothing is missing in this one. */
  readonly wasAccepted: boolean;
  /** The data that a person named; `bodies` has the fields that the service wants beyond those shown. */
  readonly data: VerifyData;
}

/** Why the refusal of valid input is no finding; undefined when it is one. */
export function unclearRefusal(call: RefusedCall): string | undefined {
  const { operation, body, status, wasAccepted, data } = call;
  const { "x-stability-level": stability } = operation.operation;
  if (status === 403 && stability === "beta") return "it is beta, and who may call it is not shown (403)";
  if (isOfOrder(operation) && [400, 404, 409, 422].includes(status)) {
    return `in which state an order allows it is not shown (${status})`;
  }
  if (![400, 409, 422].includes(status) || data.bodies?.[operation.id] !== undefined) return undefined;
  const { bodySchema: schema, document } = operation;
  const openField = Object.entries(schema?.properties ?? {}).find(
    ([name, property]) => Object.hasOwn(Object(body), name) && isOpen(resolve<Schema>(document, property)),
  );
  const isWholeOpen = schema !== undefined && isOpen(schema) && !wasAccepted;
  if (!isWholeOpen && openField === undefined) return undefined;
  const where = isWholeOpen ? "its body" : `\`${openField?.[0]}\``;
  return `which further fields ${where} needs is not shown (${status}); name them under \`bodies\` in --data FILE`;
}

/** Has it fields that are not shown? */
function isOpen(schema: Schema): boolean {
  return schema.additionalProperties === true && schema["x-not-shown"] !== undefined;
}
