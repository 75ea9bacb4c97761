// One of the two documents: a bundle, whose references all lead to its own components; and its parts, each with the way that led to it.
import { canonical, isObject, type JsonObject, own, type Path, parseReference } from "../shared/contract/index.ts";

/** A part of a bundle. */
export interface Part {
  readonly node: unknown;
  /** The keys that lead to where it is written, without references on the way. */
  readonly at: Path;
  readonly bundle: Bundle;
  /** The part around it, or the one that refers to it. */
  readonly up?: Part;
  /** True when a reference led here. */
  readonly isReferred?: true;
}

/** A part in each document; the nearest one where it is new or gone. */
export interface Both {
  readonly base: Part;
  readonly revision: Part;
}

/** The part under these keys; its node is undefined where there is nothing. */
export function child(part: Part, ...keys: readonly string[]): Part {
  return keys.reduce<Part>(
    (up, key) => ({ node: own(up.node, key), at: [...up.at, key], bundle: up.bundle, up }),
    part,
  );
}

export function childOfBoth({ base, revision }: Both, ...keys: readonly string[]): Both {
  return { base: child(base, ...keys), revision: child(revision, ...keys) };
}

/** The keys of a part in either document. */
export function listKeys({ base, revision }: Both): string[] {
  return Object.keys({ ...Object(base.node), ...Object(revision.node) } as object);
}

/** The items of a part that is a list, the entries of one that is a map. */
export function listChildren(part: Part): Part[] {
  return Object.keys(Object(part.node) as object).map((key) => child(part, key));
}

/** The target of a reference; its node is undefined where it leads nowhere. */
export function follow(part: Part, reference: string): Part {
  return { ...part.bundle.find(reference), up: part, isReferred: true };
}

/** The part itself, behind its references. */
export function resolve(part: Part): Part {
  let now = part;
  for (let hops = 0; hops < 50; hops++) {
    const reference = own(now.node, "$ref");
    if (typeof reference !== "string") break;
    now = follow(now, reference);
  }
  return now;
}

export function resolveBoth({ base, revision }: Both): Both {
  return { base: resolve(base), revision: resolve(revision) };
}

/** Where a keyword is written among parts. */
export function listWritten(parts: readonly Part[], keyword: string): Part[] {
  return parts.map((part) => child(part, keyword)).filter(({ node }) => node !== undefined);
}

/** Where one of some keywords is written first among parts; undefined where none is. */
export function findWritten(parts: readonly Part[], ...keywords: readonly string[]): Part | undefined {
  return keywords.flatMap((keyword) => listWritten(parts, keyword))[0];
}

/** The parts on the way from the root to a part, with itself. */
export function listWay(part: Part): Part[] {
  const way: Part[] = [];
  for (let now: Part | undefined = part; now !== undefined; now = now.up) way.push(now);
  return way.reverse();
}

/** The keys on the way from the root to a part, through references. */
export function wayTo(part: Part): Path {
  return listWay(part).flatMap(({ at, up, isReferred }) => (up === undefined || isReferred ? [] : [at.at(-1) ?? ""]));
}

/** The part, and those that refer to it, one behind the other. */
export function listReferring(part: Part): Part[] {
  return [part, ...(part.isReferred && part.up ? listReferring(part.up) : [])];
}

/** Names where a part is written. */
export function writePlace({ at }: Part): string {
  return at.join("\n");
}

/** The text of a node, with the references in it. */
interface Closure {
  readonly text: string;
  readonly references: readonly string[];
}

export class Bundle {
  readonly root: Part;
  readonly #closures = new WeakMap<object, Closure>();
  readonly #targets = new Map<string, Closure>();

  constructor(document: JsonObject) {
    this.root = { node: document, at: [], bundle: this };
  }

  /** The target of a reference by itself. */
  find(reference: string): Part {
    return reference.startsWith("#")
      ? child(this.root, ...parseReference(reference))
      : { node: undefined, at: [], bundle: this };
  }

  /** The text of a node, with its keys sorted. */
  read(node: unknown): Closure {
    const known = isObject(node) ? this.#closures.get(node) : undefined;
    if (known !== undefined) return known;
    const text = canonical(node);
    const references = [...text.matchAll(/"\$ref":("(?:[^"\\]|\\.)*")/g)].map(([, name]) =>
      String(JSON.parse(name ?? "")),
    );
    // An heir of a discriminator refers to its schema, and not the other way
    if (text.includes('"discriminator"')) references.push("#/components/schemas");
    const made = { text, references: [...new Set(references)] };
    if (isObject(node)) this.#closures.set(node, made);
    return made;
  }

  /** The text of the target of a reference. A long chain of references asks for the same one again and again. */
  readTarget(reference: string): Closure {
    const known = this.#targets.get(reference) ?? this.read(this.find(reference).node);
    this.#targets.set(reference, known);
    return known;
  }
}

/** Tells what is the same in two bundles: the node itself, and all that it refers to. */
export class Unchanged {
  /** The targets of references that are the same in both. */
  readonly #known = new Map<string, boolean>();

  isSame({ base, revision }: Both): boolean {
    const [was, is] = [base.bundle.read(base.node), revision.bundle.read(revision.node)];
    return (
      was.text === is.text &&
      was.references.every((reference) => this.#isSameBehind(base.bundle, revision.bundle, reference))
    );
  }

  #isSameBehind(base: Bundle, revision: Bundle, first: string): boolean {
    const known = this.#known.get(first);
    if (known !== undefined) return known;
    const reached = new Set([first]);
    let isSame = true;
    for (const reference of reached) {
      const [was, is] = [base.readTarget(reference), revision.readTarget(reference)];
      isSame &&= was.text === is.text && this.#known.get(reference) !== false;
      if (!isSame) break;
      for (const next of was.references) reached.add(next);
    }
    // Where one of them changed, the others may still be the same
    for (const reference of isSame ? reached : [first]) this.#known.set(reference, isSame);
    return isSame;
  }
}
