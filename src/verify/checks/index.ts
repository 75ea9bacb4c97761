// Every check that `verify` makes: what it holds a server to, and those of stated behaviour in the order in which they are made.
import type { ContractOperation } from "../../shared/contract/index.ts";
import type { Session } from "../session.ts";
import { eventChecks } from "./events.ts";
import { listChecks } from "./lists.ts";
import { mixUpChecks } from "./mix-ups.ts";
import { keepingChecks } from "./orders.ts";
import type { Check } from "./scene.ts";
import { userChecks } from "./users.ts";

/** The checks of behaviour; what uses something up comes last. */
export const behaviours: readonly Check[] = [...listChecks, ...userChecks, ...mixUpChecks, ...keepingChecks];

/** The checks of an operation: those that its schemas ask for, and those of its own. */
export function listBehaviours(session: Session, operation: ContractOperation): Check[] {
  return behaviours.filter(({ on }) =>
    typeof on === "function" ? on(session, operation) : [on].flat().includes(operation.id),
  );
}

/** The checks by id. A finding names the check that made it; each has a wrong server in the tests that only it finds. */
export const checks: Readonly<Record<string, string>> = {
  // On every answer
  "answer-arrives": "An answer comes whole and in time.",
  "no-server-error": "No request, however odd, is answered with a 5xx.",
  "documented-status": "The status is one that the contract documents for the operation and the request.",
  "content-type": "The media type is one that the contract documents for the status.",
  "body-json":
    "A JSON body is read alike by every parser: UTF-8 without a byte order mark, declared as nothing else, and no key twice.",
  "body-schema": "The body is valid by the contract's schema, formats included.",
  "response-headers": "Documented headers are there when required, and valid.",
  // On generated and on chosen input
  "valid-input": "Input that the contract allows is accepted.",
  "limit-accepted": "A value at a limit of the contract is accepted.",
  "limit-enforced": "A value just outside of a limit is refused.",
  "enum-enforced": "A value outside of a closed enum is refused.",
  "pattern-enforced": "A text that breaks its pattern is refused.",
  "format-enforced": "A text that breaks its format is refused.",
  "type-enforced": "A value of another type is refused, null included where it is not allowed.",
  "required-enforced": "A request without something required is refused.",
  "hostile-input-refused":
    "A null byte, a number beyond 32 bits and hundreds of characters are refused where the contract allows no such value.",
  "media-type-enforced": "A body of a media type that is not documented is refused.",
  "credential-required": "A request without a credential is refused.",
  "credential-enforced": "A fabricated credential is refused.",
  "credential-of-other-host-refused": "The key of the other host is refused, in the header of either.",
  "unknown-id": "An id that nothing has is not found.",
  // On stated behaviour; what the schemas say already, such as 30 centers at most, is checked by `body-schema`
  ...Object.fromEntries(behaviours.map(({ id, holds }) => [id, holds])),
  // On the events that it sends
  ...Object.fromEntries(eventChecks.map(({ id, holds }) => [id, holds])),
};
