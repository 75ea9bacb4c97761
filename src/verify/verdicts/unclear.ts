// Says when the refusal of a valid call says nothing: what the call needs beyond the contract is not shown.
import type { ApplicableSchemas } from "../../shared/contract/index.ts";
import type { VerifyData } from "../data.ts";
import { isOfOrder } from "../operations.ts";
import type { Plan } from "../plan.ts";

/**
 * Why the refusal of valid input is no finding; undefined when it is one.
 *
 * @param data The data that a person named; `bodies` has the fields that the service wants beyond those shown.
 * @param wasAccepted Was a valid call accepted whose body had no further fields? Then nothing is missing in this one.
 */
export function explainRefusal(
  plan: Plan,
  sent: unknown,
  status: number,
  data: VerifyData,
  wasAccepted: boolean,
): string | undefined {
  const { id, body, operation } = plan;
  if (status === 403 && operation["x-stability-level"] === "beta") {
    return "it is beta, and who may call it is not shown (403)";
  }
  if (isOfOrder(plan) && [400, 404, 409, 422].includes(status)) {
    return `in which state an order allows it is not shown (${status})`;
  }
  if (![400, 409, 422].includes(status) || data.bodies?.[id] !== undefined) return undefined;
  const openField = body.names.find((name) => Object.hasOwn(Object(sent), name) && isOpen(body.below(name)));
  const where = isOpen(body) && !wasAccepted ? "its body" : openField && `\`${openField}\``;
  if (where === undefined) return undefined;
  return `which further fields ${where} needs is not shown (${status}); name them under \`bodies\` in --data FILE`;
}

/** Has it fields that are not shown? */
function isOpen(schemas: ApplicableSchemas): boolean {
  return schemas.nodes.some(({ value }) => value.additionalProperties === true && value["x-not-shown"] !== undefined);
}
