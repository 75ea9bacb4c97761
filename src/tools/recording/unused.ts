// Counts what of a recording was not used, and why.

/** What was not used, and why. */
export interface Unused {
  /** Such as `is cut off`, as the rest of a sentence. */
  readonly reason: string;
  readonly times: number;
  /** The numbers of the first lines or entries that it is about. */
  readonly first: readonly number[];
}

/** Counts what was not used. */
export class UnusedCounts {
  readonly #counts = new Map<string, { times: number; first: number[] }>();

  add(reason: string, at: number): void {
    const count = this.#counts.get(reason) ?? { times: 0, first: [] };
    count.times += 1;
    if (count.first.length < 3) count.first.push(at);
    this.#counts.set(reason, count);
  }

  list(): Unused[] {
    return [...this.#counts].map(([reason, count]) => ({ reason, ...count }));
  }
}
