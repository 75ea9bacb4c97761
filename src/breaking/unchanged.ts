// Finds without comparing that a part is the same in both documents, with all that it refers to.
import { isObject, listEntries, own, type Source } from "../shared/contract/index.ts";
import { listChildren } from "./schema/inheritance.ts";

/** Something that references lead to: what is written there, where its own references lead, and whom it equals. */
interface Target {
  readonly references: readonly unknown[];
  /** Equal targets of both documents have the same. */
  group: number;
}

/** One of the documents. */
interface Side {
  readonly source: Source;
  readonly targets: Map<unknown, Target>;
  readonly groups: WeakMap<object, string>;
}

/** More rounds are not worth it: then what has references counts as changed. */
const mostRounds = 60;

/** Knows which parts are the same on both sides, whatever the names of what they refer to. */
export class Unchanged {
  readonly #sides: readonly [Side, Side];
  readonly #shapes = new WeakMap<object, number>();
  readonly #numbers = new Map<string, number>();
  #isSettled: boolean | undefined;

  constructor(base: Source, revision: Source) {
    const makeSide = (source: Source): Side => ({ source, targets: new Map(), groups: new WeakMap() });
    this.#sides = [makeSide(base), makeSide(revision)];
  }

  /** Whether both values say the same, and so does everything that can be reached from them. */
  has(base: unknown, revision: unknown): boolean {
    if (typeof base !== "object" || base === null || typeof revision !== "object" || revision === null) return false;
    if (base !== revision && this.#numberShape(base) !== this.#numberShape(revision)) return false;
    const [was, is] = this.#sides;
    const group = this.#findGroup(was, base);
    return group !== undefined && group === this.#findGroup(is, revision);
  }

  /** A number for what is written: equal numbers mean equal JSON, except for where references lead. */
  #numberShape(value: unknown): number {
    if (typeof value !== "object" || value === null) return this.#numberOf(JSON.stringify(value) ?? "undefined");
    const known = this.#shapes.get(value);
    if (known !== undefined) return known;
    let text = Array.isArray(value) ? "[" : "{";
    if (Array.isArray(value)) for (const item of value) text += `${this.#numberShape(item)},`;
    else {
      for (const key of Object.keys(value).sort()) {
        const held = (value as Record<string, unknown>)[key];
        text += `${JSON.stringify(key)}:${key === "$ref" && typeof held === "string" ? "" : this.#numberShape(held)},`;
      }
    }
    const shape = this.#numberOf(text);
    this.#shapes.set(value, shape);
    return shape;
  }

  #numberOf(text: string): number {
    const known = this.#numbers.get(text) ?? this.#numbers.size;
    this.#numbers.set(text, known);
    return known;
  }

  #findGroup(side: Side, value: object): string | undefined {
    const known = side.groups.get(value);
    if (known !== undefined) return known;
    if (this.#isSettled === undefined) this.#groupTargets();
    const references = referencesIn(side.source, value);
    if (references.length > 0 && !this.#isSettled) return undefined;
    const group = `${this.#numberShape(value)} ${writeGroups(side, references)}`;
    side.groups.set(value, group);
    return group;
  }

  /** Divides all targets into groups of equals: two are equal while what they refer to is. */
  #groupTargets(): void {
    for (const side of this.#sides) this.#collect(side);
    let count = 0;
    for (let round = 0; round < mostRounds && !this.#isSettled; round++) {
      const numbers = new Map<string, number>();
      const next: [Target, number][] = [];
      for (const side of this.#sides) {
        for (const target of side.targets.values()) {
          const text = `${target.group} ${writeGroups(side, target.references)}`;
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
      if (targets.has(value)) continue;
      const references = referencesIn(source, value);
      targets.set(value, { references, group: this.#numberShape(value) });
      for (const target of references) open.push(target);
    }
  }
}

function writeGroups({ targets }: Side, references: readonly unknown[]): string {
  return references.map((target) => targets.get(target)?.group).join();
}

/** What the references in a value lead to; the names that a discriminator gives stand for themselves. */
function referencesIn(source: Source, value: unknown): unknown[] {
  const found: unknown[] = [];
  const open: unknown[] = [value];
  for (const part of open) {
    if (typeof part !== "object" || part === null) continue;
    if (isObject(part)) {
      if (typeof own(part, "$ref") === "string") found.push(source.target(part));
      const dynamic = own(part, "$dynamicRef");
      if (typeof dynamic === "string") found.push(...source.dynamicAnchors(dynamic.split("#").at(-1) ?? ""));
      const discriminator = own(part, "discriminator");
      if (isObject(discriminator)) {
        for (const [, target] of listEntries(own(discriminator, "mapping"))) {
          found.push(source.find(part, String(target)) ?? source.find(part, `#/components/schemas/${String(target)}`));
        }
        const members = ["oneOf", "anyOf"].flatMap((keyword) => own(part, keyword) ?? []);
        found.push(...members.map((member) => own(member, "$ref")), ...listChildren(source, part).flat());
      }
    }
    for (const item of Object.values(part)) if (typeof item === "object" && item !== null) open.push(item);
  }
  return found;
}
