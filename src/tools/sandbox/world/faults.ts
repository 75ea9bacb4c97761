// The faults of the calls of one world.
import type { components } from "../../../../generated/control-types.ts";
import { FaultSet, type KeptFaults } from "./fault-set.ts";

/** A fault to add. */
export type NewFault = Omit<components["schemas"]["NewFault"], "lasts">;

/** A fault in a response. */
export type ShownFault = components["schemas"]["Fault"];

/** A fault that strikes a call. */
export interface Strike extends Pick<NewFault, "status" | "body" | "headers" | "latency_ms" | "bytes"> {
  readonly id: string;
  readonly effect: NewFault["effect"];
  readonly when: "before" | "after";
}

type WantedFault = NewFault & Pick<ShownFault, "when">;

/** What is kept of the faults of a world's calls. */
export type KeptCallFaults = KeptFaults<WantedFault>;

export class Faults extends FaultSet<WantedFault> {
  constructor(kept?: KeptCallFaults) {
    super("fault", kept);
  }

  override add(wanted: NewFault, endsAtMs: number | undefined, nowMs: number) {
    return super.add(
      { ...wanted, when: wanted.when ?? (wanted.effect === "status" ? "before" : "after") },
      endsAtMs,
      nowMs,
    );
  }

  /** May a call be struck? */
  mayStrike(operationId: string, nowMs: number): boolean {
    return this.mayStrikeIf((wanted) => isMeantFor(wanted, operationId), nowMs);
  }

  /** The faults that strike a call, which is counted; at most one other than latency. */
  strike(operationId: string, nowMs: number): readonly Strike[] {
    return this.struckBy(
      (wanted) => isMeantFor(wanted, operationId),
      ({ effect }) => effect === "latency",
      nowMs,
    );
  }
}

function isMeantFor({ operation_id }: WantedFault, operationId: string): boolean {
  return operation_id === "*" || operation_id === operationId;
}
