// What every comparison of two documents has at hand: both documents, the schemas, and the differences found so far.
import { isObject, type Located, own, type Path, type Source } from "../../shared/contract/index.ts";
import { findExcuse } from "../marks.ts";
import type { Difference, Message, MessageDifference, Paths } from "../model.ts";
import { compareNotes } from "../notes.ts";
import { fieldAt } from "../part.ts";
import { chooseLevel, rules } from "../rules.ts";
import { commonParts } from "../schema/branch.ts";
import { viewSchemas } from "../schema/compare.ts";
import { compareDefaults } from "../schema/keywords.ts";
import { type Reached, reach } from "../schema/reach.ts";
import { Unchanged } from "../unchanged.ts";

/** A comparison under way. */
export class Comparison {
  readonly base: Source;
  readonly revision: Source;
  readonly unchanged: Unchanged;
  readonly differences: MessageDifference[] = [];
  readonly #view: ReturnType<typeof viewSchemas>;
  readonly #noted = new WeakMap<Difference, Map<string, Noted>>();

  constructor(base: Source, revision: Source) {
    this.base = base;
    this.revision = revision;
    this.unchanged = new Unchanged(base, revision);
    this.#view = viewSchemas(base, revision, this.unchanged);
  }

  /** Notes what happened to a node that has a name of its own. */
  note({ scope, direction }: Message, subject: string, difference: Difference): void {
    this.differences.push({ ...difference, scope, direction, subject });
  }

  /** Notes what changed about a node without changing what travels: words and marks. */
  noteWords(message: Message, base: Located, revision: Located, subject: string): void {
    const nodes = ({ value }: Located) => (isObject(value) ? [value] : []);
    const places = (keyword: string) => ({ base: toField(base, keyword), revision: toField(revision, keyword) });
    for (const note of compareNotes(this, nodes(base), nodes(revision), places)) this.note(message, subject, note);
  }

  /** Compares the schemas of a message's part, such as a parameter or a body. */
  compareSchemas(message: Message, base: Located, revision: Located, subject: string): void {
    const located = ({ value, path }: Located) => [{ value: value ?? true, path }];
    const view = this.#view(message.direction, false);
    this.#noteAll(message, base, subject, reach(view, view.compare(located(base), located(revision))));
  }

  /** Compares the defaults of a parameter that may be left out. */
  compareDefaults(message: Message, base: Located, revision: Located, subject: string): void {
    const parts = (source: Source, { value, path }: Located) => ({
      parts: commonParts(source, [{ value: value ?? true, path }]),
      at: path,
    });
    const differences = compareDefaults(parts(this.base, base), parts(this.revision, revision));
    for (const difference of differences) this.note(message, subject, difference);
  }

  /** Notes each difference once, with the first way to it, and the messages that have it too. */
  #noteAll(message: Message, root: Located, subject: string, all: readonly Reached[]): void {
    const { scope, direction } = message;
    for (const { difference, path } of all) {
      const byDirection = this.#noted.get(difference) ?? new Map<string, Noted>();
      this.#noted.set(difference, byDirection);
      const known = byDirection.get(direction);
      if (known !== undefined && this.#speaksFor(known)) {
        if (known.also.at(-1) !== message) known.also.push(message);
        continue;
      }
      const paths = { base: path("base"), revision: path("revision") };
      if (rules[difference.rule].isXml && !isXml(paths)) continue;
      const field = fieldAt(
        (paths.base.length >= paths.revision.length ? paths.base : paths.revision).slice(root.path.length),
      );
      const whole = field ? `${field} of the ${subject}` : subject;
      const noted = { ...difference, ...paths, scope, direction, subject: whole, also: [] };
      this.differences.push(noted);
      byDirection.set(direction, noted);
    }
  }

  /** Whether nothing graver can be said of the same difference elsewhere: only a break that is not promised can be. */
  #speaksFor(noted: Noted): boolean {
    noted.isFinal ??= chooseLevel(noted, noted.direction) !== "breaking" || findExcuse(this.base, noted) === undefined;
    return noted.isFinal;
  }
}

/** Compares two nodes of a message; the subject names them in findings. */
export type CompareNodes = (
  comparison: Comparison,
  message: Message,
  base: Located,
  revision: Located,
  subject: string,
) => void;

/** A difference that several messages may have. */
interface Noted extends MessageDifference {
  readonly also: Message[];
  isFinal?: boolean;
}

/** How a value is written as XML matters only where XML travels. */
function isXml({ base }: Paths): boolean {
  return base.some((key, index) => base[index - 1] === "content" && /\bxml\b/.test(key));
}

/** The path of a field of a node; of the node itself where it is not written. */
export function toField({ value, path }: Located, keyword: string): Path {
  return own(value, keyword) === undefined ? path : [...path, keyword];
}

/** A field of a node as it is written, without references followed. */
export function rawUnder({ value, path }: Located, key: string): Located {
  return { value: own(value, key), path: [...path, key] };
}

/** The node under a key, with references followed; undefined when there is none. */
export function under(source: Source, spot: Located, key: string): Located | undefined {
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
export function nodesUnder(source: Source, spot: Located, key: string): Map<string, Located> {
  const map = under(source, spot, key);
  const names = Object.keys(isObject(map?.value) ? map.value : {});
  const nodes = names.flatMap((name): [string, Located][] => {
    const node = name.startsWith("x-") && key === "paths" ? undefined : map && under(source, map, name);
    return node === undefined ? [] : [[name, node]];
  });
  return new Map(nodes);
}

/** The same for a map that both documents have. */
export function nodesOfBoth({ base, revision }: Comparison, before: Located, after: Located, key: string) {
  return [nodesUnder(base, before, key), nodesUnder(revision, after, key)] as const;
}
