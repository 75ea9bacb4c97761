// The faults of one kind in one world: which there are, which of them strike, how often, and when they are over.
import { randomOf } from "../../contract/index.ts";
import { isoOf } from "./clock.ts";

/** When a fault strikes. */
interface Repeatable {
  readonly probability?: number;
  readonly seed?: number;
  readonly count?: number;
}

interface KeptFault<Wanted> {
  readonly id: string;
  readonly wanted: Wanted;
  readonly endsAtMs: number | undefined;
  readonly random: () => number;
  seen: number;
  struck: number;
}

/** Kept in memory only: a restarted sandbox has no faults. */
export class FaultSet<Wanted extends Repeatable> {
  #faults = new Map<string, KeptFault<Wanted>>();
  readonly #prefix: string;
  /** Not reset with the world, so that ids stay unique. */
  #made = 0;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /**
   * @param endsAtMs When it is over, by the world's clock.
   * @param isFirst Does it go before those that are there?
   */
  add(wanted: Wanted, endsAtMs: number | undefined, nowMs: number, isFirst = false) {
    this.#made += 1;
    const fault: KeptFault<Wanted> = {
      id: `${this.#prefix}_${this.#made}`,
      wanted,
      endsAtMs,
      random: randomOf(wanted.seed ?? 1),
      seen: 0,
      struck: 0,
    };
    if (isFirst) this.#faults = new Map([[fault.id, fault], ...this.#faults]);
    else this.#faults.set(fault.id, fault);
    return shown(fault, nowMs);
  }

  get(id: string, nowMs: number) {
    const fault = this.#faults.get(id);
    return fault === undefined ? undefined : shown(fault, nowMs);
  }

  all(nowMs: number) {
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
   * The faults that strike, in the order in which they were added; at most one that does not combine with others.
   *
   * @returns undefined when none does, which costs next to nothing.
   */
  protected struckBy(isMeant: (wanted: Wanted) => boolean, combines: (wanted: Wanted) => boolean, nowMs: number) {
    if (this.#faults.size === 0) return undefined;
    const strikes: (Wanted & { readonly id: string; readonly endsAtMs: number | undefined })[] = [];
    let isBroken = false;
    for (const fault of this.#faults.values()) {
      const { id, wanted, endsAtMs } = fault;
      if (!isMeant(wanted) || isOver(fault, nowMs) || (isBroken && !combines(wanted))) continue;
      fault.seen += 1;
      if (fault.random() >= (wanted.probability ?? 1)) continue;
      fault.struck += 1;
      isBroken ||= !combines(wanted);
      strikes.push({ ...wanted, id, endsAtMs });
    }
    return strikes.length === 0 ? undefined : strikes;
  }
}

function isOver({ wanted, endsAtMs, struck }: KeptFault<Repeatable>, nowMs: number): boolean {
  return (wanted.count !== undefined && struck >= wanted.count) || (endsAtMs !== undefined && nowMs >= endsAtMs);
}

function shown<Wanted extends Repeatable>(fault: KeptFault<Wanted>, nowMs: number) {
  const { id, wanted, endsAtMs, seen, struck } = fault;
  return {
    ...wanted,
    id,
    probability: wanted.probability ?? 1,
    seed: wanted.seed ?? 1,
    count: wanted.count ?? null,
    ends_at: endsAtMs === undefined ? null : isoOf(endsAtMs),
    seen,
    struck,
    is_over: isOver(fault, nowMs),
  };
}
