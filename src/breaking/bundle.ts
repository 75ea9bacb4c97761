// One of the two documents: a bundle, whose references all lead to its own components.
import { canonical, isObject, type JsonObject, own, type Path, parseReference } from "../shared/contract/index.ts";
import { child, type NodePath } from "./node-path.ts";

/** The text of a node, with the references in it. */
interface Closure {
  readonly text: string;
  readonly references: readonly string[];
}

export class Bundle {
  readonly root: NodePath;
  readonly #closures = new WeakMap<object, Closure>();
  readonly #targets = new Map<string, Closure>();

  constructor(document: JsonObject) {
    this.root = { node: document, at: [] };
  }

  /** The target of a reference; its node is undefined where it leads nowhere. */
  follow(part: NodePath, reference: string): NodePath {
    const { node, at } = this.#find(reference);
    return { node, at, up: part, isReferred: true };
  }

  #find(reference: string): NodePath {
    return reference.startsWith("#") ? child(this.root, ...parseReference(reference)) : { node: undefined, at: [] };
  }

  /** The part itself, behind its references. */
  resolve(part: NodePath): NodePath {
    let now = part;
    for (let hops = 0; hops < 50; hops++) {
      const reference = own(now.node, "$ref");
      if (typeof reference !== "string") break;
      now = this.follow(now, reference);
    }
    return now;
  }

  /** The keys that lead to where a pointer, perhaps through references, ends. */
  findWritten(pointer: Path): Path {
    return pointer.reduce<NodePath>((part, key) => child(this.resolve(part), key), this.root).at;
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

  /** The text of the target of a reference. */
  readTarget(reference: string): Closure {
    const known = this.#targets.get(reference) ?? this.read(this.#find(reference).node);
    this.#targets.set(reference, known);
    return known;
  }
}

/** Tells what is the same in two bundles: the node itself, and all that it refers to. */
export class Unchanged {
  readonly #base: Bundle;
  readonly #revision: Bundle;
  /** The targets of references that are the same in both. */
  readonly #known = new Map<string, boolean>();

  constructor(base: Bundle, revision: Bundle) {
    this.#base = base;
    this.#revision = revision;
  }

  isSame(before: unknown, after: unknown): boolean {
    const [was, is] = [this.#base.read(before), this.#revision.read(after)];
    return was.text === is.text && was.references.every((reference) => this.#isSameBehind(reference));
  }

  #isSameBehind(first: string): boolean {
    const known = this.#known.get(first);
    if (known !== undefined) return known;
    const reached = new Set([first]);
    let isSame = true;
    for (const reference of reached) {
      const [was, is] = [this.#base.readTarget(reference), this.#revision.readTarget(reference)];
      isSame &&= was.text === is.text && this.#known.get(reference) !== false;
      if (!isSame) break;
      for (const next of was.references) reached.add(next);
    }
    // Where one of them changed, the others may still be the same
    for (const reference of isSame ? reached : [first]) this.#known.set(reference, isSame);
    return isSame;
  }
}
