// Counts exchanges and the different users that they are about, in memory that does not grow with them.
import type { Evidence } from "../../tools/contract/index.ts";

/** One exchange or event that was read. */
export interface Moment {
  /** Its number among everything that was read. */
  readonly index: number;
  /** The recording, and its number there: `monday.jsonl 12`. */
  readonly name: string;
  /** Its pseudonym, which means something in this recording only. */
  readonly user: string | undefined;
  readonly recording: number;
  readonly date: string;
}

/** Users are counted up to this number; it stands for "at least". */
export const mostUsers = 100;
const mostShown = 3;

/** How many exchanges show one thing, and of how many users. An exchange that shows it several times counts once. */
export class Tally {
  exchanges = 0;
  /** The numbers of the first ones. */
  readonly shownBy: string[] = [];
  #date = "";
  #last = -1;
  /** Of the last recording that shows it, and the most of an earlier one. */
  #users: Set<string> | undefined;
  #recording = 0;
  #mostBefore = 0;

  add(moment: Moment): void {
    if (moment.index === this.#last) return;
    this.#last = moment.index;
    this.exchanges++;
    if (moment.date > this.#date) this.#date = moment.date;
    if (this.shownBy.length < mostShown) this.shownBy.push(moment.name);
    if (moment.user !== undefined) this.#addUser(moment.user, moment.recording);
  }

  #addUser(user: string, recording: number): void {
    if (recording !== this.#recording) {
      this.#mostBefore = this.users;
      this.#users = undefined;
      this.#recording = recording;
    }
    this.#users ??= new Set();
    if (this.#users.size < mostUsers) this.#users.add(user);
  }

  /**
   * Different users, at least: those of the recording that has the most. The users of two recordings may be the same people under
   * other pseudonyms, or others under the same ones, so they are not added up.
   */
  get users(): number {
    return Math.max(this.#mostBefore, this.#users?.size ?? 0);
  }

  get isAboutUsers(): boolean {
    return this.#users !== undefined;
  }

  get evidence(): Evidence {
    return { exchanges: this.exchanges, users: this.users, date: this.#date };
  }

  /** The tally of what any of these counted; an exchange that several of them counted is counted by each. */
  static sum(tallies: Iterable<Tally>): Tally {
    const sum = new Tally();
    for (const tally of tallies) {
      sum.exchanges += tally.exchanges;
      if (tally.#date > sum.#date) sum.#date = tally.#date;
      sum.shownBy.push(...tally.shownBy.slice(0, mostShown - sum.shownBy.length));
      if (tally.#recording >= sum.#recording)
        for (const user of tally.#users ?? []) sum.#addUser(user, tally.#recording);
      sum.#mostBefore = Math.max(sum.#mostBefore, tally.#recording < sum.#recording ? tally.users : tally.#mostBefore);
    }
    return sum;
  }
}

/** Tallies by a key. What a hostile recording has beyond the limit is counted nowhere. */
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

  /** Gives keys other names; what comes under one name is counted together. */
  rename(nameOf: (key: string) => string): void {
    for (const [key, tally] of [...this.by]) {
      const name = nameOf(key);
      if (name === key) continue;
      this.by.delete(key);
      const known = this.by.get(name);
      this.by.set(name, known === undefined ? tally : Tally.sum([known, tally]));
    }
  }

  get(key: string): Tally {
    return this.by.get(key) ?? new Tally();
  }

  /** The keys with their tallies, the most frequent first. */
  get sorted(): [string, Tally][] {
    return [...this.by].sort(([, a], [, b]) => b.exchanges - a.exchanges);
  }
}
