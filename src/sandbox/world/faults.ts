// The faults of one kind in one world: which there are, which of them apply, how often, and when they are over.
import type { components } from "../../../generated/control-types.ts";
import { seededRandom } from "../../shared/contract/index.ts";
import type { Given } from "../control-client/index.ts";
import { addDuration, toIso } from "./clock.ts";
import { Refused } from "./refused.ts";

/** A fault of calls, and one of deliveries. */
export type CallFault = Given<components["schemas"]["NewCallFault"]>;
export type EventFault = Given<components["schemas"]["NewEventFault"]>;

/** The most faults of a kind that a world may have: each call, or each event, checks all of them. */
const maxFaults = 100;

interface KeptFault<Wanted> {
  readonly id: string;
  readonly wanted: Wanted;
  readonly endsAtMs?: number | undefined;
  /** How many calls or deliveries it could have applied to: its generator has given a number for each. */
  readonly seen: number;
  readonly applied: number;
}

/** The faults of one kind in the row of a world, plain JSON data. */
export interface KeptFaults<Wanted> {
  /** How many were added. Not reset with the world, so that ids stay unique. */
  readonly made: number;
  readonly faults: readonly KeptFault<Wanted>[];
}

/** A fault that applies to a call or a delivery. */
export type Applied<Wanted> = Wanted & Pick<KeptFault<Wanted>, "id" | "endsAtMs">;

/** An event fault that applies to a delivery. */
export type AppliedEventFault = Applied<EventFault>;

/** A world without any. */
export const noFaults: KeptFaults<never> = { made: 0, faults: [] };

/** Changed in a transaction of the world only. */
export class Faults<Wanted extends CallFault | EventFault> {
  readonly #prefix: string;
  readonly #read: () => KeptFaults<Wanted>;
  readonly #write: (kept: KeptFaults<Wanted>) => void;

  constructor(prefix: string, read: () => KeptFaults<Wanted>, write: (kept: KeptFaults<Wanted>) => void) {
    this.#prefix = prefix;
    this.#read = read;
    this.#write = write;
  }

  get count(): number {
    return this.#read().faults.length;
  }

  /** How many there have been. */
  get made(): number {
    return this.#read().made;
  }

  /**
   * Adds one.
   *
   * @param isFirst Does it go before those that are there?
   * @throws {Refused} when there are too many.
   */
  add({ lasts, ...rest }: Wanted, nowMs: number, isFirst = false) {
    const { made, faults } = this.#read();
    if (faults.length >= maxFaults) {
      const remedy = "Remove some. Expired faults count, too.";
      throw new Refused("conflict", `The world has ${maxFaults} faults of this kind, which is the limit.`, { remedy });
    }
    const endsAtMs = lasts && addDuration(nowMs, lasts);
    const fault = { id: `${this.#prefix}_${made + 1}`, wanted: rest as Wanted, endsAtMs, seen: 0, applied: 0 };
    this.#write({ made: made + 1, faults: isFirst ? [fault, ...faults] : [...faults, fault] });
    return show(fault, nowMs);
  }

  all(nowMs: number) {
    return this.#read().faults.map((fault) => show(fault, nowMs));
  }

  /** Removes the one of this id, if there is one. */
  remove(id: string): void {
    const { made, faults } = this.#read();
    this.#write({ made, faults: faults.filter((one) => one.id !== id) });
  }

  /** The faults that apply, in the order in which they were added. @param combines Does it apply beside those that do already? */
  apply(
    isMeant: (wanted: Wanted) => boolean,
    combines: (wanted: Wanted, found: readonly Wanted[]) => boolean,
    nowMs: number,
  ): readonly Applied<Wanted>[] {
    const found: Applied<Wanted>[] = [];
    let isSeen = false;
    const { made, faults } = this.#read();
    const counted = faults.map((fault) => {
      const { id, wanted, endsAtMs, seen, applied } = fault;
      if (!isMeant(wanted) || isOver(fault, nowMs) || !combines(wanted, found)) return fault;
      isSeen = true;
      if (seededRandom(wanted.seed ?? 1, seen)() >= (wanted.probability ?? 1)) return { ...fault, seen: seen + 1 };
      found.push({ ...wanted, id, endsAtMs });
      return { ...fault, seen: seen + 1, applied: applied + 1 };
    });
    if (isSeen) this.#write({ made, faults: counted });
    return found;
  }
}

function isOver({ wanted, endsAtMs, applied }: KeptFault<CallFault | EventFault>, nowMs: number): boolean {
  return (wanted.count !== undefined && applied >= wanted.count) || (endsAtMs !== undefined && nowMs >= endsAtMs);
}

function show<Wanted extends CallFault | EventFault>(fault: KeptFault<Wanted>, nowMs: number) {
  const { id, wanted, endsAtMs, seen, applied } = fault;
  return {
    ...wanted,
    id,
    probability: wanted.probability ?? 1,
    seed: wanted.seed ?? 1,
    count: wanted.count ?? null,
    ends_at: endsAtMs === undefined ? null : toIso(endsAtMs),
    seen,
    applied,
    is_over: isOver(fault, nowMs),
  };
}
