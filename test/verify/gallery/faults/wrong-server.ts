// The tables of wrong servers: the type of a row, a fault with the finding of `verify` that it must lead to, and how rows are read.
import type { OperationId } from "../../../../src/sandbox/domain/topic.ts";
import type { VerifyFinding } from "../../../../src/verify/index.ts";
import type { Fault } from "../call.ts";
import type { ChangeEvent } from "../events.ts";

/** A server with one fault, and the finding of `verify` for it. */
export interface WrongServer extends Fault, Conditions {
  /** Where the finding is made; `verify` is narrowed to it. */
  readonly operation: OperationId;
  readonly check: string;
  readonly verdict: VerifyFinding["verdict"];
}

/** The conditions under which a fault is found. */
interface Conditions {
  /** How long `verify` waits for an answer; short where the server hangs. */
  readonly timeoutMs?: number;
  /** The events that it sends instead of one. Without it events are not received. */
  readonly changeEvent?: ChangeEvent;
  /** How many inputs must be generated; none when left out. */
  readonly depth?: number;
}

/** A row of a table: by default only the operation that its sentence begins with is wrong, and `verify` finds it there. */
interface Row extends Omit<Fault, "name">, Conditions {
  readonly seenAt?: OperationId;
}

/** Wrong servers by the check that finds them, each a sentence that begins with the operation. */
type Table = Readonly<Record<string, Readonly<Record<`${OperationId} ${string}`, Row>>>>;

const readTable =
  (verdict: WrongServer["verdict"]) =>
  (table: Table, conditions: Conditions = {}): WrongServer[] =>
    Object.entries(table).flatMap(([check, rows]) =>
      Object.entries(rows).map(([name, { seenAt, ...row }]) => {
        const operation = name.split(" ")[0] as OperationId;
        return { name, on: [operation], ...conditions, ...row, operation: seenAt ?? operation, check, verdict };
      }),
    );

/** Servers that contradict something stated. */
export const violations = readTable("violation");

/** Servers that depart from an assumption of the contract. */
export const differences = readTable("difference");

/** Servers that depart from what nothing states, and every consumer expects. */
export const surprises = readTable("unexpected");
