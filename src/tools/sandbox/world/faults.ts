// The faults of the calls of one world.
import type { components } from "../../../../generated/control-types.ts";
import { FaultSet } from "./fault-set.ts";

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

export class Faults extends FaultSet<NewFault & Pick<ShownFault, "when">> {
  constructor() {
    super("fault");
  }

  override add(wanted: NewFault, endsAtMs: number | undefined, nowMs: number) {
    return super.add(
      { ...wanted, when: wanted.when ?? (wanted.effect === "status" ? "before" : "after") },
      endsAtMs,
      nowMs,
    );
  }

  /** The faults that apply to a call; at most one other than latency. */
  strike(operationId: string, nowMs: number): readonly Strike[] | undefined {
    return this.struckBy(
      ({ operation_id }) => operation_id === "*" || operation_id === operationId,
      ({ effect }) => effect === "latency",
      nowMs,
    );
  }
}
