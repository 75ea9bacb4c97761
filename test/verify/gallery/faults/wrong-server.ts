// A wrong server of the gallery: a fault, and the finding of `verify` that it has to lead to.

import type { OperationId } from "../../../../src/sandbox/domain/topic.ts";
import type { VerifyFinding } from "../../../../src/verify/index.ts";
import type { Fault } from "../call.ts";
import type { ChangeEvent } from "../events.ts";

/** A server with one fault, and what `verify` has to say of it. */
export interface WrongServer {
  readonly fault: Fault;
  /** Where the finding is made; `verify` is narrowed to it. */
  readonly operation: OperationId;
  readonly check: string;
  readonly verdict: VerifyFinding["verdict"];
  /** How long `verify` waits for an answer; short where the server hangs. */
  readonly timeoutMs?: number;
  /** The events that it sends, which are received then. */
  readonly events?: { readonly change?: ChangeEvent; readonly waitMs?: number };
  /** How many inputs must be generated to find it; none when left out. */
  readonly depth?: number;
}

/** The stages of a fault that stands on one operation. */
export type Stages = Omit<Fault, "name" | "on">;

/**
 * A server that contradicts something stated.
 *
 * @param what What it does wrong, as the rest of a sentence that begins with the operation.
 */
export function violates(operation: OperationId, check: string, what: string, stages: Stages): WrongServer {
  return {
    operation,
    check,
    verdict: "violation",
    fault: { name: `${operation} ${what}`, on: [operation], ...stages },
  };
}

/** As `violates`, for a server that departs from an assumption of the contract. */
export function differs(operation: OperationId, check: string, what: string, stages: Stages): WrongServer {
  return { ...violates(operation, check, what, stages), verdict: "difference" };
}

/** As `violates`, for a server that departs from what nothing states, and every consumer expects. */
export function surprises(operation: OperationId, check: string, what: string, stages: Stages): WrongServer {
  return { ...violates(operation, check, what, stages), verdict: "unexpected" };
}

/** The same server, whose fault is found where another operation is verified. */
export function isSeenAt(operation: OperationId, wrong: WrongServer): WrongServer {
  return { ...wrong, operation };
}
