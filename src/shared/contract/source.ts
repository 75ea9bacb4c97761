// Reads a document of one or several files: what its references lead to, and where each part of it is written.
import { dirname, join, resolve } from "node:path";
import { Failure } from "../terminal/index.ts";
import { type JsonObject, own, type Path, toPointer } from "./json.ts";
import { type LineColumn, type ParsedFile, parseFile } from "./parsed-file.ts";
import { readReference, visitReferences } from "./references.ts";
import { readRegister, registerFile } from "./register.ts";
import { fromHere, isMissing, type ReadBytes, readText } from "./text-file.ts";

/** A place in a file; line and column count from 1. */
export interface Place extends LineColumn {
  readonly file: string;
}

interface SourceFile extends ParsedFile {
  /** Absolute path. */
  readonly path: string;
}

/** A value with its file, and its path there. */
interface Reached {
  readonly file: SourceFile;
  readonly path: Path;
  readonly value: unknown;
}

/**
 * One document, bundled or in several files, YAML or JSON.
 *
 * It follows every reference itself, so that any layout will do.
 */
export class Source {
  readonly root: JsonObject;
  readonly #first: SourceFile;
  readonly #files: ReadonlyMap<string, SourceFile>;
  readonly #fileOf = new WeakMap<object, SourceFile>();
  /** The entries of the register by key, with their places. */
  readonly #entries = new Map<string, Reached>();

  private constructor(root: string, files: ReadonlyMap<string, SourceFile>) {
    this.#files = files;
    this.#first = files.get(root) as SourceFile;
    this.root = this.#first.content as JsonObject;
    for (const file of files.values()) this.#remember(file, file.content);
    const file = files.get(join(dirname(root), registerFile));
    for (const [key, { topic, entry }] of file ? readRegister(file.content) : []) {
      this.#entries.set(key, { file: file as SourceFile, path: [topic, key], value: entry });
    }
  }

  /**
   * Reads a document, every file that it refers to, and its register where it has marks.
   *
   * @param readBytes Where its files are read from, by default the disk.
   * @throws {Failure} when it is missing.
   * @throws {FileProblemsError} with file and line when a file cannot be parsed.
   */
  static async read(root: string, readBytes?: ReadBytes): Promise<Source> {
    const path = resolve(root);
    const files = new Map<string, SourceFile>();
    let isMarked = false;
    const load = async (path: string): Promise<void> => {
      const text = await readText(path, readBytes);
      const file = { path, ...parseFile(text, path) };
      files.set(path, file);
      isMarked ||= text.includes("x-assumption");
      const targets = new Set<string | undefined>();
      visitReferences(file.content, (reference) => targets.add(readReference(reference, path).file));
      for (const target of targets) if (target !== undefined) await loadOnce(target);
    };
    // A missing file is reported as the reference that leads to it
    const loadOnce = async (path: string) => {
      if (files.has(path)) return;
      await load(path).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      });
    };
    await loadOnce(path);
    if (!files.has(path)) throw new Failure(`Found no document at ${fromHere(path)}.`, "Correct the path.");
    if (isMarked) await loadOnce(join(dirname(path), registerFile));
    return new Source(path, files);
  }

  /** The files that the document was read from, as absolute paths. */
  get files(): readonly string[] {
    return [...this.#files.keys()];
  }

  /** The target of the `$ref` of this object; undefined when it leads nowhere. */
  target(holder: JsonObject): unknown {
    const from = this.#fileOf.get(holder);
    return from && this.#find(from, String(own(holder, "$ref")))?.value;
  }

  /** The entry of the register with a key. */
  entry(key: string): unknown {
    return this.#entries.get(key)?.value;
  }

  /**
   * Where a part of the bundle of this document is written, with its pointer in that file; the nearest place around it
   * when the path leads nowhere. A component is found by its file's name, which the bundler makes its name.
   */
  locate(path: readonly (string | number)[]): Place & { readonly pointer: string } {
    const tokens = path.map(String);
    const [first, kind, name] = tokens;
    const isNamed = ({ path }: SourceFile) => path.endsWith(`/${kind}/${name}.yaml`);
    const component = first === "components" && name !== undefined ? this.#files.values().find(isNamed) : undefined;
    const file = component ?? this.#first;
    let at: Reached = { file, path: [], value: file.content };
    for (const token of component === undefined ? tokens : tokens.slice(3)) {
      const reached = [...this.#follow(at)];
      const around = reached.find(({ value }) => own(value, token) !== undefined);
      // A missing part would stand behind the reference
      at = around
        ? { ...around, path: [...around.path, token], value: own(around.value, token) }
        : (reached.at(-1) ?? at);
      if (around === undefined) break;
    }
    return { ...placeIn(at.file, at.path), pointer: toPointer(at.path) };
  }

  /** References that lead nowhere, with their places. */
  brokenReferences(): { readonly place: Place; readonly reference: string }[] {
    const broken: { place: Place; reference: string }[] = [];
    for (const file of this.#files.values()) {
      visitReferences(file.content, (reference, path) => {
        if (this.#find(file, reference)?.value === undefined) broken.push({ reference, place: placeIn(file, path) });
      });
    }
    return broken;
  }

  /** The value itself, and what its references lead to in turn. A reference may lead back to itself. */
  *#follow(from: Reached): Generator<Reached> {
    let at: Reached | undefined = from;
    for (let hops = 0; at !== undefined && hops < 100; hops++) {
      yield at;
      at = this.#behind(at);
    }
  }

  /** The target of a reference, or of the key of an assumption; undefined for anything else. */
  #behind({ file, path, value }: Reached): Reached | undefined {
    if (typeof value === "string")
      return path.slice(-2).includes("x-assumption") ? this.#entries.get(value) : undefined;
    const reference = own(value, "$ref");
    return typeof reference === "string" ? this.#find(file, reference) : undefined;
  }

  /** The place that a reference in a file names, and the value there, if any. */
  #find(from: SourceFile, reference: string): Reached | undefined {
    const { file: name = "", path } = readReference(reference, from.path);
    const file = this.#files.get(name);
    return file && { file, path, value: path.reduce<unknown>(own, file.content) };
  }

  #remember(file: SourceFile, value: unknown): void {
    if (typeof value !== "object" || value === null || this.#fileOf.get(value) === file) return;
    this.#fileOf.set(value, file);
    for (const item of Object.values(value)) this.#remember(file, item);
  }
}

/** Where the value at a path of a file is written. */
function placeIn({ path: file, place }: SourceFile, path: Path): Place {
  return { file: fromHere(file), ...place(path) };
}
