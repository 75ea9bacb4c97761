// Finds without comparing that a part is the same in both documents, with all that it refers to.
import { entriesOf, isObject, own, type Source } from "../contract/index.ts";
import { childrenOf } from "./schema/discriminator.ts";

/** Something that references lead to: what is written there, where its own references lead, and whom it equals. */
interface Target {
  readonly shape: number;
  readonly references: readonly unknown[];
  /** Equal targets of both documents have the same. */
  group: number;
}

/** One of the documents. */
interface Side {
  /** Differs from that of the other side: what begins with it equals nothing there. */
  readonly name: string;
  readonly source: Source;
  readonly targets: Map<unknown, Target>;
  readonly groups: WeakMap<object, string>;
}

/** More rounds are not worth it: then what has references counts as changed. */
const mostRounds = 60;

/** Knows which parts are the same on both sides. */
export class Unchanged {
  readonly #base: Side;
  readonly #revision: Side;
  readonly #shapes = new WeakMap<object, number>();
  readonly #numbers = new Map<string, number>();
  #isGrouped = false;
  #isSettled = false;

  constructor(base: Source, revision: Source) {
    this.#base = { name: "base", source: base, targets: new Map(), groups: new WeakMap() };
    this.#revision = { name: "revision", source: revision, targets: new Map(), groups: new WeakMap() };
  }

  /** Whether both values say the same, and so does everything that can be reached from them. */
  has(base: unknown, revision: unknown): boolean {
    if (typeof base !== "object" || base === null || typeof revision !== "object" || revision === null) return false;
    if (base !== revision && this.#shapeOf(base) !== this.#shapeOf(revision)) return false;
    return this.#groupOf(this.#base, base) === this.#groupOf(this.#revision, revision);
  }

  /** A number for what is written: equal numbers mean equal JSON. */
  #shapeOf(value: unknown): number {
    if (typeof value !== "object" || value === null) return this.#numberOf(JSON.stringify(value) ?? "undefined");
    const known = this.#shapes.get(value);
    if (known !== undefined) return known;
    let text = Array.isArray(value) ? "[" : "{";
    if (Array.isArray(value)) for (const item of value) text += `${this.#shapeOf(item)},`;
    else {
      for (const key of Object.keys(value).sort()) {
        text += `${JSON.stringify(key)}:${this.#shapeOf((value as Record<string, unknown>)[key])},`;
      }
    }
    const shape = this.#numberOf(text);
    this.#shapes.set(value, shape);
    return shape;
  }

  #numberOf(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.#numbers.size);
    return this.#numbers.size - 1;
  }

  #groupOf(side: Side, value: object): string {
    const known = side.groups.get(value);
    if (known !== undefined) return known;
    if (!this.#isGrouped) this.#groupTargets();
    const references = referencesIn(side.source, value);
    const isKnown = references.length === 0 || this.#isSettled;
    const group = isKnown ? `${this.#shapeOf(value)} ${groupsOf(side, references)}` : side.name;
    side.groups.set(value, group);
    return group;
  }

  /** Divides all targets into groups of equals: two are equal while what they refer to is. */
  #groupTargets(): void {
    this.#isGrouped = true;
    const sides = [this.#base, this.#revision];
    for (const side of sides) this.#collect(side);
    let count = 0;
    for (let round = 0; round < mostRounds && !this.#isSettled; round++) {
      const numbers = new Map<string, number>();
      const next: [Target, number][] = [];
      for (const side of sides) {
        for (const target of side.targets.values()) {
          const text = `${target.group} ${groupsOf(side, target.references)}`;
          const group = numbers.get(text) ?? numbers.size;
          numbers.set(text, group);
          next.push([target, group]);
        }
      }
      for (const [target, group] of next) target.group = group;
      this.#isSettled = numbers.size === count;
      count = numbers.size;
    }
  }

  /** Collects what references lead to, from the root on. */
  #collect({ source, targets }: Side): void {
    const open: unknown[] = [source.root];
    for (const value of open) {
      if (targets.has(value) || value === unresolved) continue;
      const shape = this.#shapeOf(value);
      const references = referencesIn(source, value);
      targets.set(value, { shape, references, group: shape });
      for (const target of references) open.push(target);
    }
  }
}

function groupsOf({ name, targets }: Side, references: readonly unknown[]): string {
  return references.map((target) => targets.get(target)?.group ?? name).join();
}

/** Stands for what a reference leads to that has to be compared, since it cannot be followed. */
const unresolved = Symbol("unresolved");

/** What the references in a value lead to, also those in the mapping of a discriminator. */
function referencesIn(source: Source, value: unknown): unknown[] {
  const found: unknown[] = [];
  const open: unknown[] = [value];
  for (const part of open) {
    if (typeof part !== "object" || part === null) continue;
    if (isObject(part)) {
      if (typeof own(part, "$ref") === "string") found.push(source.target(part));
      const discriminator = own(part, "discriminator");
      for (const [, target] of entriesOf(own(discriminator, "mapping"))) {
        found.push(source.find(part, String(target)) ?? source.find(part, `#/components/schemas/${String(target)}`));
      }
      // By their names, the discriminator leads to what inherits from it
      if (isObject(discriminator)) found.push(...childrenOf(source, part).flat());
      if (own(part, "$dynamicRef") !== undefined) found.push(unresolved);
    }
    for (const item of Object.values(part)) if (typeof item === "object" && item !== null) open.push(item);
  }
  return found;
}
