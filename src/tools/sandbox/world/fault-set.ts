// The faults of one kind in one world: which there are, which of them strike, how often, and when they are over.
import { seededRandom } from "../../events/index.ts";
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
  readonly endsAtMs?: number | undefined;
  /** How many calls or deliveries it could have struck: its generator has given a number for each. */
  readonly seen: number;
  readonly struck: number;
}

/** What the row of a world keeps of its faults of one kind, plain JSON data. */
export interface KeptFaults<Wanted> {
  /** How many were added. Not reset with the world, so that ids stay unique. */
  readonly made: number;
  readonly faults: readonly KeptFault<Wanted>[];
}

/** As one transaction sees and changes them; the world keeps `kept` at its end. */
export class FaultSet<Wanted extends Repeatable> {
  readonly #prefix: string;
  readonly #before: KeptFaults<Wanted>;
  #kept: KeptFaults<Wanted>;

  constructor(prefix: string, kept: KeptFaults<Wanted> = { made: 0, faults: [] }) {
    this.#prefix = prefix;
    this.#before = kept;
    this.#kept = kept;
  }

  get kept(): KeptFaults<Wanted> {
    return this.#kept;
  }

  get isChanged(): boolean {
    return this.#kept !== this.#before;
  }

  /**
   * @param endsAtMs When it is over, by the world's clock.
   * @param isFirst Does it go before those that are there?
   */
  add(wanted: Wanted, endsAtMs: number | undefined, nowMs: number, isFirst = false) {
    const made = this.#kept.made + 1;
    const fault = { id: `${this.#prefix}_${made}`, wanted, endsAtMs, seen: 0, struck: 0 };
    const { faults } = this.#kept;
    this.#kept = { made, faults: isFirst ? [fault, ...faults] : [...faults, fault] };
    return shown(fault, nowMs);
  }

  get(id: string, nowMs: number) {
    return this.all(nowMs).find((fault) => fault.id === id);
  }

  all(nowMs: number) {
    return this.#kept.faults.map((fault) => shown(fault, nowMs));
  }

  get count(): number {
    return this.#kept.faults.length;
  }

  remove(id: string): void {
    this.#keep(this.#kept.faults.filter((fault) => fault.id !== id));
  }

  clear(): void {
    this.#keep([]);
  }

  #keep(faults: KeptFaults<Wanted>["faults"]): void {
    this.#kept = { ...this.#kept, faults };
  }

  /** May one of them strike? */
  protected mayStrikeIf(isMeant: (wanted: Wanted) => boolean, nowMs: number): boolean {
    return this.#kept.faults.some((fault) => isMeant(fault.wanted) && !isOver(fault, nowMs));
  }

  /** The faults that strike, in the order in which they were added; at most one that does not combine with others. */
  protected struckBy(isMeant: (wanted: Wanted) => boolean, combines: (wanted: Wanted) => boolean, nowMs: number) {
    const strikes: (Wanted & Pick<KeptFault<Wanted>, "id" | "endsAtMs">)[] = [];
    let isBroken = false;
    let isSeen = false;
    const faults = this.#kept.faults.map((fault) => {
      const { id, wanted, endsAtMs, seen, struck } = fault;
      if (!isMeant(wanted) || isOver(fault, nowMs) || (isBroken && !combines(wanted))) return fault;
      isSeen = true;
      if (seededRandom(wanted.seed ?? 1, seen)() >= (wanted.probability ?? 1)) return { ...fault, seen: seen + 1 };
      isBroken ||= !combines(wanted);
      strikes.push({ ...wanted, id, endsAtMs });
      return { ...fault, seen: seen + 1, struck: struck + 1 };
    });
    if (isSeen) this.#keep(faults);
    return strikes;
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
