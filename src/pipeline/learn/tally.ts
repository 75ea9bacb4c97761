// Counts exchanges and the different users that they are about.

/** One exchange that was read. */
export interface Moment {
  /** Its number among everything that was read. */
  readonly index: number;
  /** The file, and its number there: `monday.har 12`. */
  readonly name: string;
  /** Its pseudonym, which means something in this file only. */
  readonly user: string | undefined;
  /** The number of the file. */
  readonly recording: number;
}

/** Users are counted up to this number; it stands for "at least". */
export const mostUsers = 100;
const mostShown = 3;

/** How many exchanges show one thing, and of how many users. An exchange that shows it several times counts once. */
export class Tally {
  exchanges = 0;
  /** The names of the first ones. */
  readonly shownBy: string[] = [];
  readonly #users = new Map<number, Set<string>>();
  #last = -1;

  add({ index, name, user, recording }: Moment): void {
    if (index === this.#last) return;
    this.#last = index;
    this.exchanges++;
    if (this.shownBy.length < mostShown) this.shownBy.push(name);
    if (user !== undefined) this.#addUser(user, recording);
  }

  #addUser(user: string, recording: number): void {
    const users = this.#users.get(recording) ?? new Set();
    this.#users.set(recording, users);
    if (users.size < mostUsers) users.add(user);
  }

  /**
   * Different users, at least: those of the file that has the most. The users of two files may be the same people under
   * other pseudonyms, or others under the same ones, so they are not added up.
   */
  get users(): number {
    return Math.max(0, ...Array.from(this.#users.values(), ({ size }) => size));
  }

  get isAboutUsers(): boolean {
    return this.#users.size > 0;
  }

  /** The tally of what any of these counted; an exchange that several of them counted is counted by each. */
  static sum(tallies: Iterable<Tally>): Tally {
    const sum = new Tally();
    for (const tally of tallies) {
      sum.exchanges += tally.exchanges;
      sum.shownBy.push(...tally.shownBy.slice(0, mostShown - sum.shownBy.length));
      for (const [recording, users] of tally.#users) for (const user of users) sum.#addUser(user, recording);
    }
    return sum;
  }
}

/** Tallies by a key. What a hostile file has beyond the limit is counted nowhere. */
export class Tallies {
  readonly by = new Map<string, Tally>();
  readonly #most: number;

  constructor(most = 100) {
    this.#most = most;
  }

  add(key: string, moment: Moment): void {
    let tally = this.by.get(key);
    if (tally === undefined) {
      if (this.by.size >= this.#most) return;
      tally = new Tally();
      this.by.set(key, tally);
    }
    tally.add(moment);
  }

  /** Counts what other tallies counted, too, where they are of a key that is wanted. */
  merge(others: Tallies | undefined, isWanted: (key: string) => boolean = () => true): void {
    for (const [key, tally] of others?.by ?? []) {
      if (isWanted(key)) this.by.set(key, Tally.sum([this.get(key), tally]));
    }
  }

  /** Gives keys other names; what comes under one name is counted together. */
  rename(nameOf: (key: string) => string): void {
    const before = [...this.by];
    this.by.clear();
    for (const [key, tally] of before) {
      const known = this.by.get(nameOf(key));
      this.by.set(nameOf(key), known === undefined ? tally : Tally.sum([known, tally]));
    }
  }

  get(key: string): Tally {
    return this.by.get(key) ?? new Tally();
  }

  /** The keys with their tallies, the most frequent first. */
  get sorted(): [string, Tally][] {
    return [...this.by].sort(([, a], [, b]) => b.exchanges - a.exchanges);
  }

  /** What was counted under the keys that are wanted, by default under all. */
  sum(isWanted: (key: string) => boolean = () => true): Tally {
    return Tally.sum([...this.by].filter(([key]) => isWanted(key)).map(([, tally]) => tally));
  }
}
