// Tells without comparing that a part is the same in both documents: it was parsed once for both, with all it refers to.
import { entriesOf, isObject, own, type Source } from "../contract/index.ts";

/** Knows which parts are the same on both sides. */
export class Unchanged {
  readonly #base: Source;
  readonly #revision: Source;
  readonly #same = new WeakSet<object>();
  readonly #different = new WeakSet<object>();

  constructor(base: Source, revision: Source) {
    this.#base = base;
    this.#revision = revision;
  }

  /** Whether both values are one, and so is everything that can be reached from them. */
  has(base: unknown, revision: unknown): boolean {
    if (base !== revision || typeof base !== "object" || base === null || this.#different.has(base)) return false;
    const reached = new Set<object>();
    if (this.#reaches(base, reached)) {
      for (const part of reached) this.#same.add(part);
      return true;
    }
    this.#different.add(base);
    return false;
  }

  /** Collects what can be reached; false as soon as a reference leads to two different things. */
  #reaches(part: unknown, reached: Set<object>): boolean {
    if (typeof part !== "object" || part === null || this.#same.has(part) || reached.has(part)) return true;
    reached.add(part);
    if (isObject(part)) {
      // What inherits from it cannot be reached from it
      if (isObject(own(part, "discriminator")) && !own(part, "oneOf") && !own(part, "anyOf")) return false;
      for (const reference of referencesIn(part)) {
        const target = this.#base.find(part, reference);
        if (target !== this.#revision.find(part, reference) || !this.#reaches(target, reached)) return false;
      }
    }
    return Object.values(part).every((item) => this.#reaches(item, reached));
  }
}

/** References of an object, also those in the mapping of a discriminator; a `$dynamicRef` is left to be compared. */
function referencesIn(part: object): string[] {
  const mapping = entriesOf(own(own(part, "discriminator"), "mapping")).map(([, target]) => target);
  return [own(part, "$ref"), own(part, "$dynamicRef"), ...mapping].filter((item) => typeof item === "string");
}
