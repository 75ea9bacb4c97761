// Reads a document of one or several files: what its references lead to, and where each part of it is written.
import { dirname, join, resolve } from "node:path";
import { Failure } from "../terminal/index.ts";
import { isObject, type JsonObject, own, type Path, parsePointer, toPointer } from "./json.ts";
import { type ParsedFile, parseFile } from "./parsed-file.ts";
import type { LineColumn } from "./placed-text.ts";
import { decoded, filesReferredTo, findFile, visitReferences } from "./references.ts";
import { namesAssumptions, referToEntries, registerFile, standsForKey } from "./register.ts";
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
  readonly path: readonly string[];
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
  readonly #files = new Map<string, SourceFile>();
  readonly #fileOf = new WeakMap<object, SourceFile>();
  readonly #targets = new WeakMap<JsonObject, unknown>();

  private constructor([first, ...others]: readonly [SourceFile, ...SourceFile[]]) {
    for (const file of [first, ...others]) {
      this.#files.set(file.path, file);
      this.#register(file, file.content);
    }
    this.#first = first;
    this.root = first.content as JsonObject;
  }

  /**
   * Reads a document and every file that it refers to.
   *
   * @param readBytes Where its files are read from, by default the disk.
   * @throws {Failure} when it is missing.
   * @throws {FileProblemsError} with file and line when a file cannot be parsed.
   */
  static async read(root: string, readBytes?: ReadBytes): Promise<Source> {
    const files = new Map<string, SourceFile>();
    const marked = new Set<string>();
    const load = async (path: string): Promise<void> => {
      const text = await readText(path, readBytes);
      const file = { path, ...parseFile(text, path) };
      files.set(path, file);
      if (text.includes("x-assumption")) marked.add(path);
      for (const target of filesReferredTo(file.content, path)) {
        if (!files.has(target) && target !== path) await load(target).catch(ignoreMissing);
      }
    };
    try {
      await load(resolve(root));
    } catch (error) {
      if (!isMissing(error)) throw error;
      throw new Failure(`Found no document at ${fromHere(resolve(root))}.`, "Correct the path.");
    }
    const keyed = [...files.values()].filter(({ path, content }) => marked.has(path) && namesAssumptions(content));
    if (keyed.length > 0) {
      const register = join(dirname(resolve(root)), registerFile);
      await load(register).catch(ignoreMissing);
      for (const { path, content } of keyed) referToEntries(content, files.get(register)?.content, path, register);
    }
    return new Source([...files.values()] as [SourceFile, ...SourceFile[]]);
  }

  /** The files that the document was read from, as absolute paths. */
  get files(): readonly string[] {
    return [...this.#files.keys()];
  }

  /** The target of the `$ref` of this object; undefined when it leads nowhere. */
  target(holder: JsonObject): unknown {
    if (this.#targets.has(holder)) return this.#targets.get(holder);
    const from = this.#fileOf.get(holder);
    const at = from && this.#positionOf(from, String(own(holder, "$ref")));
    const target = at?.path.reduce<unknown>(own, at.file.content);
    this.#targets.set(holder, target);
    return target;
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
    let at = startOf(component ?? this.#first);
    for (const token of component === undefined ? tokens : tokens.slice(3)) {
      const next = this.#step(at, token);
      // A missing part would stand behind the reference
      at = next ?? [...this.#follow(at)].at(-1) ?? at;
      if (next === undefined) break;
    }
    return { ...this.#placeIn(at.file, at.path), pointer: toPointer(at.path) };
  }

  /** Where the value at a path of a file is written. */
  #placeIn({ path: file, place }: SourceFile, path: Path): Place {
    return { file: fromHere(file), ...place(path) };
  }

  /** References that lead nowhere, with their places. */
  brokenReferences(): { readonly place: Place; readonly reference: string }[] {
    const broken: { place: Place; reference: string }[] = [];
    for (const file of this.#files.values()) {
      visitReferences(file.content, (holder, reference) => {
        if (this.target(holder) !== undefined) return;
        broken.push({ reference, place: this.#placeIn(file, [...(pathTo(file.content, holder) ?? []), "$ref"]) });
      });
    }
    return broken;
  }

  /** Goes one key down, behind references, too. */
  #step(from: Reached, token: string): Reached | undefined {
    for (const { file, path, value } of this.#follow(from)) {
      const next = standsForKey(value) ? undefined : own(value, token);
      if (next !== undefined) return { file, path: [...path, token], value: next };
    }
    return undefined;
  }

  /** The value itself, and the targets that its references lead to in turn. A reference may lead back to itself. */
  *#follow(from: Reached): Generator<Reached> {
    let at: Reached | undefined = from;
    for (let hops = 0; at !== undefined && hops < 100; hops++) {
      yield at;
      at = this.#behind(at);
    }
  }

  /** The target of a reference; undefined for anything else. */
  #behind({ file, value }: Reached): Reached | undefined {
    if (!isObject(value) || typeof own(value, "$ref") !== "string") return undefined;
    const position = this.#positionOf(file, String(own(value, "$ref")));
    return position && { ...position, value: this.target(value) };
  }

  /** The place that a reference in a file names, whether or not something stands there. */
  #positionOf(from: SourceFile, reference: string): Omit<Reached, "value"> | undefined {
    const [name = "", fragment = ""] = reference.split("#");
    const file = name === "" ? from : this.#files.get(findFile(name, from.path) ?? "");
    return file && { file, path: parsePointer(decoded(fragment)) };
  }

  #register(file: SourceFile, value: unknown): void {
    if (typeof value !== "object" || value === null || this.#fileOf.get(value) === file) return;
    this.#fileOf.set(value, file);
    for (const item of Object.values(value)) this.#register(file, item);
  }
}

function startOf(file: SourceFile): Reached {
  return { file, path: [], value: file.content };
}

function pathTo(content: unknown, target: unknown): string[] | undefined {
  if (content === target) return [];
  if (typeof content !== "object" || content === null) return undefined;
  for (const [key, item] of Object.entries(content)) {
    const path = pathTo(item, target);
    if (path) return [key, ...path];
  }
  return undefined;
}

/** A missing file is reported as the reference that leads to it. */
function ignoreMissing(error: unknown): void {
  if (!isMissing(error)) throw error;
}
