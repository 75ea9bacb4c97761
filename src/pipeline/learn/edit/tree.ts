// The files of the contract in memory while they are edited: what stands where, and what refers to what.
import { readdir, readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import { entriesOf, isObject, own, type Path, pathOf } from "../../../tools/contract/index.ts";
import { YamlEdit } from "./yaml-edit.ts";

/** A node of the contract: its file, and its path there. */
export interface Place {
  readonly file: string;
  readonly path: Path;
}

/** A reference to a file. */
export interface FileReference extends Place {
  readonly target: string;
}

/** The name of the index. */
const index = "openapi.yaml";

/** Where a component of each kind has its files. */
const folders: Readonly<Record<string, string>> = { securitySchemes: "security" };

/** The files of a contract by their paths, of which some are edited. */
export class ContractTree {
  #files: Map<string, YamlEdit>;
  /** Which nodes have another path by now, in the order of the edits. */
  #moves: { readonly from: Place; readonly to: Place }[] = [];

  /** What each file refers to, as long as its text is this one: an edit asks for all of them, and changes few files. */
  readonly #references = new Map<string, { readonly text: string; readonly found: readonly FileReference[] }>();

  private constructor(files: Map<string, YamlEdit>) {
    this.#files = files;
  }

  /** Reads every file of a contract. */
  static async read(directory: string): Promise<ContractTree> {
    const names = (await readdir(directory, { recursive: true })).filter((name) => name.endsWith(".yaml")).sort();
    const texts = await Promise.all(names.map((name) => readFile(join(directory, name), "utf8")));
    return new ContractTree(new Map(names.map((name, at) => [name, new YamlEdit(texts[at] ?? "")])));
  }

  get files(): readonly string[] {
    return [...this.#files.keys()].sort();
  }

  /** The texts as they are now. */
  texts(): Map<string, string> {
    return new Map([...this.#files].map(([file, edit]) => [file, edit.text]));
  }

  /** What takes everything back that is edited from now on. */
  snapshot(): () => void {
    const [files, moves] = [this.texts(), this.#moves.length];
    return () => {
      for (const file of this.#files.keys()) if (!files.has(file)) this.#files.delete(file);
      for (const [file, text] of files) {
        if (this.#files.get(file)?.text !== text) this.#files.set(file, new YamlEdit(text));
      }
      this.#moves.length = moves;
    };
  }

  text(file: string): string {
    return this.#edit(file).text;
  }

  value({ file, path }: Place): unknown {
    return path.reduce<unknown>(own, this.#edit(file).root);
  }

  /** The node of the bundle at a pointer, in the files as they were read; undefined when there is none. */
  locate(pointer: string): Place | undefined {
    const tokens = pathOf(pointer);
    const [first, kind = "", name] = tokens;
    const ending = `/${folders[kind] ?? kind}/${name}.yaml`;
    const file = first === "components" ? this.files.find((one) => one.endsWith(ending)) : undefined;
    let at: Place | undefined = { file: file ?? index, path: [] };
    for (const token of file === undefined ? tokens : tokens.slice(3)) {
      at = at && this.child(at, token);
    }
    return at;
  }

  /** What stands under a key, behind references too. */
  child(holder: Place, key: string): Place | undefined {
    let at: Place | undefined = holder;
    for (let hops = 0; at !== undefined && hops < 100; hops++) {
      if (own(this.value(at), key) !== undefined) return { file: at.file, path: [...at.path, key] };
      at = this.behind(at);
    }
    return undefined;
  }

  /** What the reference at this place leads to; undefined when it is none. */
  behind(at: Place): Place | undefined {
    const reference = own(this.value(at), "$ref");
    if (typeof reference !== "string") return undefined;
    const file = posix.join(posix.dirname(at.file), reference);
    return this.#files.has(file) ? { file, path: [] } : undefined;
  }

  /** The thing itself, behind all references. */
  resolved(at: Place): Place {
    const next = this.behind(at);
    return next === undefined ? at : this.resolved(next);
  }

  /** Every reference from file to file; the place is that of the object with `$ref`. */
  references(target?: string): FileReference[] {
    const all = this.files.flatMap((file) => this.#referencesIn(file));
    return target === undefined ? all : all.filter((one) => one.target === target);
  }

  #referencesIn(file: string): readonly FileReference[] {
    const { text, root } = this.#edit(file);
    const known = this.#references.get(file);
    if (known?.text === text) return known.found;
    const found: FileReference[] = [];
    const visit = (value: unknown, path: Path): void => {
      if (typeof value !== "object" || value === null) return;
      const reference = own(value, "$ref");
      if (typeof reference === "string" && isObject(value)) {
        found.push({ file, path, target: posix.join(posix.dirname(file), reference) });
      }
      for (const [key, child] of Object.entries(value)) visit(child, [...path, key]);
    };
    visit(root, []);
    this.#references.set(file, { text, found });
    return found;
  }

  /** Where a node of the files as they were read stands now. */
  now(place: Place): Place {
    return this.#moves.reduce<Place>(
      (at, { from, to }) =>
        at.file === from.file && from.path.every((key, index) => at.path[index] === key)
          ? { file: to.file, path: [...to.path, ...at.path.slice(from.path.length)] }
          : at,
      place,
    );
  }

  set({ file, path }: Place, value: unknown, after?: string): void {
    this.#edit(file).set(path, value, after);
  }

  add({ file, path }: Place, value: string): void {
    if (this.value({ file, path }) === undefined) this.#edit(file).set(path, [value], "description");
    else this.#edit(file).add(path, value);
  }

  remove({ file, path }: Place): void {
    this.#edit(file).remove(path);
  }

  /** Removes a value from a list, and the list with its last one. */
  take({ file, path }: Place, value: string): void {
    const list = this.value({ file, path });
    if (!Array.isArray(list) || !list.includes(value)) return;
    this.#edit(file).remove(list.length === 1 ? path : [...path, String(list.indexOf(value))]);
  }

  /** Gives an entry another key; its place is found as before. */
  rename({ file, path }: Place, name: string): Place {
    this.#edit(file).rename(path, name);
    const to = { file, path: [...path.slice(0, -1), name] };
    this.#moves.push({ from: { file, path }, to });
    return to;
  }

  /** Rewrites the text of a value as it stands in its file. */
  rewrite({ file, path }: Place, change: (text: string) => string): void {
    this.#edit(file).rewrite(path, change);
  }

  reorder({ file, path }: Place, after: string | undefined): void {
    this.#edit(file).reorder(path, after);
  }

  /** Says that a node stands elsewhere from now on. */
  moved(from: Place, to: Place): void {
    this.#moves.push({ from, to });
  }

  /** Writes a file, or removes it. */
  write(file: string, text: string | undefined): void {
    if (text === undefined) this.#files.delete(file);
    else this.#files.set(file, new YamlEdit(text));
  }

  /** Where the name stands in backticks in a text of the contract, such as `v2/schemas/User.yaml:12`. */
  mentions(name: string, files = this.files): string[] {
    return files.flatMap((file) =>
      this.text(file)
        .split("\n")
        .flatMap((line, at) => (line.includes(`\`${name}\``) ? [`openapi/${file}:${at + 1}`] : [])),
    );
  }

  #edit(file: string): YamlEdit {
    const edit = this.#files.get(file);
    if (edit === undefined) throw new Error(`The contract has no file ${file}.`);
    return edit;
  }
}

/** The reference from one file to another. */
export function referenceTo(target: string, from: string): string {
  const path = posix.relative(posix.dirname(from), target);
  return path.startsWith(".") ? path : `./${path}`;
}

/** A copy of a value of one file with its references as another file has to write them. */
export function rebased(value: unknown, from: string, to: string): unknown {
  if (Array.isArray(value)) return value.map((item) => rebased(item, from, to));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    entriesOf(value).map(([key, child]) =>
      key === "$ref" && typeof child === "string"
        ? [key, referenceTo(posix.join(posix.dirname(from), child), to)]
        : [key, rebased(child, from, to)],
    ),
  );
}

export function isSamePlace(a: Place, b: Place): boolean {
  return a.file === b.file && a.path.length === b.path.length && a.path.every((key, index) => key === b.path[index]);
}
