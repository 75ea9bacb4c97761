// Counts exchanges and the users that they are about, in memory that does not grow with them.

/** One exchange. */
export interface Moment {
  /** The file, and the number of its entry or line, such as `monday.har 12`. */
  readonly at: string;
  readonly user?: string | undefined;
}

/** How many exchanges show one thing, of how many users. An exchange that shows it several times counts once. */
export class Tally {
  exchanges = 0;
  /** At most 100, which stand for that many or more. */
  readonly users = new Set<string>();
  readonly firstShownBy: string[] = [];
  readonly #kinds = new Set<string>();
  #last: Moment | undefined;

  /** @param kind Of the value, such as `string date`. */
  add(moment: Moment, kind?: string): void {
    if (kind !== undefined) this.#kinds.add(kind);
    if (moment === this.#last) return;
    this.#last = moment;
    this.exchanges += 1;
    if (this.firstShownBy.length < 3) this.firstShownBy.push(moment.at);
    if (moment.user !== undefined && this.users.size < 100) this.users.add(moment.user);
  }

  /** The type of the values, or null: said only where all of them agree. */
  get kind(): string | undefined {
    return this.#kinds.size === 1 ? [...this.#kinds].join() : undefined;
  }

  static readonly make = (): Tally => new Tally();

  /** Everything together: a user of several is counted once. */
  static sum(tallies: readonly Tally[]): Tally {
    const all = new Tally();
    for (const { exchanges, users, firstShownBy } of tallies) {
      all.exchanges += exchanges;
      for (const user of users) all.users.add(user);
      all.firstShownBy.push(...firstShownBy.slice(0, 3 - all.firstShownBy.length));
    }
    return all;
  }

  toJSON(): object {
    const { exchanges, users, kind, firstShownBy } = this;
    return { exchanges, users: users.size, ...(kind && { kind }), firstShownBy };
  }
}

/** The entry of a key, made when it is first needed. */
export function entry<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}
