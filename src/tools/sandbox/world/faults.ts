// The faults of one world: which calls they strike, how often, and when they are over.
import type { components } from "../../../../generated/control-types.ts";
import { randomOf } from "../../contract/index.ts";
import { isoOf } from "./clock.ts";

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

interface KeptFault {
  readonly id: string;
  readonly wanted: NewFault;
  readonly when: "before" | "after";
  readonly endsAtMs: number | undefined;
  readonly random: () => number;
  seen: number;
  struck: number;
}

/** Kept in memory only: a restarted sandbox has no faults. */
export class Faults {
  readonly #faults = new Map<string, KeptFault>();
  /** Not reset with the world, so that ids stay unique. */
  #made = 0;

  /** @param endsAtMs When it is over, by the world's clock. */
  add(wanted: NewFault, endsAtMs: number | undefined, nowMs: number): ShownFault {
    this.#made += 1;
    const fault: KeptFault = {
      id: `fault_${this.#made}`,
      wanted,
      when: wanted.when ?? (wanted.effect === "status" ? "before" : "after"),
      endsAtMs,
      random: randomOf(wanted.seed ?? 1),
      seen: 0,
      struck: 0,
    };
    this.#faults.set(fault.id, fault);
    return shown(fault, nowMs);
  }

  get(id: string, nowMs: number): ShownFault | undefined {
    const fault = this.#faults.get(id);
    return fault === undefined ? undefined : shown(fault, nowMs);
  }

  all(nowMs: number): ShownFault[] {
    return Array.from(this.#faults.values(), (fault) => shown(fault, nowMs));
  }

  get count(): number {
    return this.#faults.size;
  }

  remove(id: string): void {
    this.#faults.delete(id);
  }

  clear(): void {
    this.#faults.clear();
  }

  /**
   * The faults that apply to a call, in the order in which they were added; at most one other than latency.
   *
   * @returns undefined when none does, which costs next to nothing.
   */
  strike(operationId: string, nowMs: number): readonly Strike[] | undefined {
    if (this.#faults.size === 0) return undefined;
    const strikes: Strike[] = [];
    let isBroken = false;
    for (const fault of this.#faults.values()) {
      const { wanted } = fault;
      if (wanted.operation_id !== "*" && wanted.operation_id !== operationId) continue;
      if (isOver(fault, nowMs) || (isBroken && wanted.effect !== "latency")) continue;
      fault.seen += 1;
      if (fault.random() >= (wanted.probability ?? 1)) continue;
      fault.struck += 1;
      isBroken ||= wanted.effect !== "latency";
      strikes.push({ ...wanted, id: fault.id, when: fault.when });
    }
    return strikes.length === 0 ? undefined : strikes;
  }
}

function isOver({ wanted, endsAtMs, struck }: KeptFault, nowMs: number): boolean {
  return (wanted.count !== undefined && struck >= wanted.count) || (endsAtMs !== undefined && nowMs >= endsAtMs);
}

function shown(fault: KeptFault, nowMs: number): ShownFault {
  const { id, wanted, when, endsAtMs, seen, struck } = fault;
  return {
    ...wanted,
    id,
    when,
    probability: wanted.probability ?? 1,
    seed: wanted.seed ?? 1,
    count: wanted.count ?? null,
    ends_at: endsAtMs === undefined ? null : isoOf(endsAtMs),
    seen,
    struck,
    is_over: isOver(fault, nowMs),
  };
}
