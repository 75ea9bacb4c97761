// What every comparison of two documents has at hand: both documents, the schemas, and the differences found so far.

import { canonical, isObject, own, type Path, type Source } from "../../contract/index.ts";
import type { Difference, Message, Spot } from "../difference.ts";
import { type Effect, levelOf } from "../direction.ts";
import { isUnsettled } from "../marks.ts";
import { notesBetween } from "../notes.ts";
import { CachedComparison } from "../schema/compare.ts";
import { compareDefaults } from "../schema/defaults.ts";
import type { Finding } from "../schema/model.ts";
import { fieldAt } from "../words.ts";

/** A comparison under way. */
export class Comparison {
  readonly base: Source;
  readonly revision: Source;
  readonly schemas: CachedComparison;
  readonly differences: Difference[] = [];
  readonly #noted = new WeakMap<Finding, Map<string, Noted>>();
  /** Whether what holds for every operation is the same: servers, security and its schemes. */
  readonly hasSameFrame: boolean;

  constructor(base: Source, revision: Source) {
    this.base = base;
    this.revision = revision;
    this.schemas = new CachedComparison(base, revision);
    this.hasSameFrame = frameOf(base) === frameOf(revision);
  }

  /** Notes what happened to a node that has a name of its own. */
  note(
    message: Message,
    effect: Effect,
    rule: string,
    paths: { readonly base: Path; readonly revision: Path },
    subject: string,
    text: string,
    announced = false,
  ): void {
    const { scope, direction } = message;
    this.differences.push({ scope, direction, effect, rule, ...paths, subject, text, announced });
  }

  /** Notes what consumers should look at, though it breaks no promise. */
  warn(
    { scope, direction }: Message,
    rule: string,
    paths: { readonly base: Path; readonly revision: Path },
    subject: string,
    text: string,
  ): void {
    this.differences.push({ scope, direction, effect: "wider", level: "warning", rule, ...paths, subject, text });
  }

  /** Notes a new name that changes nothing on the wire, and is noticed by generated code. */
  noteName(
    { scope, direction }: Message,
    rule: `code/${string}`,
    paths: { readonly base: Path; readonly revision: Path },
    subject: string,
    text: string,
  ): void {
    this.differences.push({ scope, direction, effect: "harmless", level: "warning", rule, ...paths, subject, text });
  }

  /** Notes what changed about a node without changing what travels: words and marks. */
  noteWords({ scope, direction }: Message, base: Spot, revision: Spot, subject: string): void {
    const nodes = ({ value }: Spot) => (isObject(value) ? [value] : []);
    for (const { keyword, level, rule, text } of notesBetween(this, nodes(base), nodes(revision))) {
      const at = ({ value, path }: Spot) => (own(value, keyword) === undefined ? path : [...path, keyword]);
      const paths = { base: at(base), revision: at(revision) };
      this.differences.push({ scope, direction, effect: "harmless", level, rule, ...paths, subject, text });
    }
  }

  /** Compares the schemas of a message's part, such as a parameter or a body. */
  compareSchemas(message: Message, base: Spot, revision: Spot, subject: string): void {
    const located = ({ value, path }: Spot) => [{ schema: value ?? true, at: path }];
    const mode = { direction: message.direction, strict: false };
    this.#noteAll(message, base, subject, this.schemas.compare(located(base), located(revision), mode));
  }

  /** Compares the defaults of a parameter that may be left out. */
  compareDefaults(message: Message, base: Spot, revision: Spot, subject: string): void {
    const located = ({ value, path }: Spot) => [{ schema: value ?? true, at: path }];
    this.#noteAll(message, base, subject, compareDefaults(this.schemas, located(base), located(revision)));
  }

  /** Whether XML looks different: only where XML travels, and a field's own name is its default. */
  #isWrittenOtherwise({ base, revision }: Finding): boolean {
    const shape = (source: Source, path: Path) => {
      const at = path.at(-1) === "xml" ? path.slice(0, -1) : path;
      const xml = own(source.at(at), "xml");
      return canonical({ ...(at.at(-2) === "properties" ? { name: at.at(-1) } : {}), ...(isObject(xml) ? xml : {}) });
    };
    const travels = base.some((key, index) => base[index - 1] === "content" && /\bxml\b/.test(key));
    return travels && shape(this.base, base) !== shape(this.revision, revision);
  }

  /** Notes each finding once, with the first way to it, and the messages that have it too. */
  #noteAll(message: Message, root: Spot, subject: string, findings: readonly Finding[]): void {
    const { scope, direction } = message;
    for (const { finding, effect, path } of this.schemas.reach(findings)) {
      const key = `${direction} ${effect}`;
      const known = this.#noted.get(finding)?.get(key);
      if (known !== undefined && this.#speaksFor(known)) {
        if (known.also.at(-1) !== message) known.also.push(message);
        continue;
      }
      const [base, revision] = [path("base"), path("revision")];
      if (finding.rule === "schema/xml" && !this.#isWrittenOtherwise({ ...finding, base, revision })) continue;
      const field = fieldAt(base.length >= revision.length ? base : revision, root.path.length);
      const whole = field ? `${field} of the ${subject}` : subject;
      const difference = { ...finding, scope, direction, effect, base, revision, subject: whole, also: [] };
      this.differences.push(difference);
      const noted = this.#noted.get(finding) ?? new Map<string, Noted>();
      this.#noted.set(finding, noted.set(key, difference));
    }
  }

  /** Whether nothing graver can be said of the same finding elsewhere: only a break that is not promised can be. */
  #speaksFor(noted: Noted): boolean {
    noted.isFinal ??=
      (noted.level ?? levelOf(noted.effect, noted.direction)) !== "breaking" || !isUnsettled(this.base, noted);
    return noted.isFinal;
  }
}

/** A difference that several messages may have. */
interface Noted extends Difference {
  readonly also: Message[];
  isFinal?: boolean;
}

function frameOf(source: Source): string {
  const { servers, security } = source.root;
  const components: Spot = { value: source.resolve(source.root["components"]), path: [] };
  const schemes = [...nodesUnder(source, components, "securitySchemes")].map(([name, { value }]) => [name, value]);
  return canonical([servers, security, schemes]);
}

/** The node under a key, with references followed; undefined when there is none. */
export function under(source: Source, spot: Spot, key: string): Spot | undefined {
  const written = own(spot.value, key);
  return written === undefined ? undefined : { value: followed(source, written), path: [...spot.path, key] };
}

/** What stands beside a reference, such as a description, goes before what it leads to. */
function followed(source: Source, written: unknown): unknown {
  const target = source.resolve(written);
  if (!isObject(written) || !isObject(target) || target === written) return target;
  const { $ref: _, ...beside } = written;
  return Object.keys(beside).length === 0 ? target : { ...target, ...beside };
}

/** The nodes in a map, by their keys. */
export function nodesUnder(source: Source, spot: Spot, key: string): Map<string, Spot> {
  const map = under(source, spot, key);
  const nodes = new Map<string, Spot>();
  if (map === undefined || typeof map.value !== "object" || map.value === null) return nodes;
  for (const name of Object.keys(map.value)) {
    const node = under(source, map, name);
    if (node && !(name.startsWith("x-") && key === "paths")) nodes.set(name, node);
  }
  return nodes;
}
