// Gives values names that say nothing of them: counters, in the order in which the values first appear.
import { hash, randomBytes } from "node:crypto";

/** The pseudonyms of one recording. What was read is kept as a salted digest, and only in memory. */
export class Pseudonyms {
  readonly #salt = randomBytes(16).toString("hex");
  readonly #known = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  /**
   * The pseudonym of a text, such as `~user_id:3`: one text has one in the whole recording, named after its first place.
   */
  ofText(text: string, kind: string): string {
    return this.#of(isUuid.test(text) ? text.toLowerCase() : text, `~${kind}`);
  }

  /** The pseudonym of a number. Small numbers are ids of many things, so that each kind has its own. */
  ofNumber(number: number, kind: string): string {
    return this.#of(`${kind} ${number}`, `~${kind}`);
  }

  /** The pseudonym of an unknown value among known ones, such as `?order_status:2`. */
  ofWord(word: string, kind: string): string {
    return this.#of(`? ${kind} ${word}`, `?${kind}`);
  }

  /** Whether a text has a pseudonym: then it is not the name of a field. */
  has(text: string): boolean {
    return this.#known.has(this.#digest(text));
  }

  #of(value: string, kind: string): string {
    const digest = this.#digest(value);
    const known = this.#known.get(digest);
    if (known !== undefined) return known;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    const pseudonym = `${kind}:${count}`;
    this.#known.set(digest, pseudonym);
    return pseudonym;
  }

  #digest(value: string): string {
    return hash("sha256", this.#salt + value, "base64");
  }
}

const isUuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
