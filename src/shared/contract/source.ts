// Reads a document of one or several files: what its references lead to, and where each part of it is written.
import { dirname, join, relative, resolve } from "node:path";
import { Failure } from "../terminal/index.ts";
import { isObject, type JsonObject, own, type Path, parsePointer, toPointer } from "./json.ts";
import { type ParsedFile, parseFile } from "./parsed-file.ts";
import type { LineColumn } from "./placed-text.ts";
import { decoded, filesReferredTo, findFile, visitReferences } from "./references.ts";
import { namesAssumptions, registerFile, standsForKey, withEntries } from "./register.ts";
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

/** Files that were parsed before: one that a revision leaves alone is parsed once. */
export class Parsed {
  readonly files = new Map<string, ParsedFile>();
}

/**
 * One document, bundled or in several files, YAML or JSON.
 *
 * It follows every reference itself, so that any layout will do.
 */
export class Source {
  readonly root: JsonObject;
  readonly #files = new Map<string, SourceFile>();
  readonly #fileOf = new WeakMap<object, SourceFile>();
  readonly #targets = new WeakMap<JsonObject, unknown>();

  private constructor(files: readonly SourceFile[]) {
    for (const file of files) {
      this.#files.set(file.path, file);
      this.#register(file, file.content);
    }
    this.root = files[0]?.content as JsonObject;
  }

  /**
   * Reads a document and every file that it refers to.
   *
   * @param readBytes Where its files are read from, by default the disk.
   * @throws {Failure} when it is missing.
   * @throws {FileProblemsError} with file and line when a file cannot be parsed.
   */
  static async read(root: string, parsed = new Parsed(), readBytes?: ReadBytes): Promise<Source> {
    const files = new Map<string, SourceFile>();
    const marked = new Set<string>();
    const load = async (path: string): Promise<void> => {
      const text = await readText(path, readBytes);
      // By its place too: two equal files of one document are two things, since references are relative
      const key = `${relative(dirname(resolve(root)), path)}\n${text}`;
      const known = parsed.files.get(key) ?? parseFile(text, path);
      parsed.files.set(key, known);
      const { content } = known;
      files.set(path, { path, ...known });
      if (text.includes("x-assumption")) marked.add(path);
      for (const target of filesReferredTo(content, path)) {
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
      const entries = files.get(register)?.content;
      // Copies: what was parsed is shared with another revision, whose register may be another
      for (const file of keyed) {
        const content = withEntries(file.content, entries, { from: file.path, to: register });
        files.set(file.path, { ...file, content });
      }
    }
    return new Source([...files.values()]);
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

  /** Where the value at this path is written: the nearest place around it when the path leads nowhere. */
  place(path: Path): Place {
    const reached = this.#way(path).at(-1);
    if (reached === undefined) throw new Error("The document has no root.");
    return this.#placeIn(reached.file, reached.path);
  }

  /**
   * Where a part of the bundle of this document is written, with its pointer in that file; the nearest place around it
   * when the path leads nowhere. A component is found by its file's name, which the bundler makes its name.
   */
  locate(path: readonly (string | number)[]): Place & { readonly pointer: string } {
    const tokens = path.map(String);
    const [first, kind, name] = tokens;
    const isComponent = first === "components" && name !== undefined;
    const ending = isComponent ? `/${kind}/${name}.yaml` : undefined;
    const file = [...this.#files.values()].find(({ path }) => ending !== undefined && path.endsWith(ending));
    const rest = file === undefined ? tokens : tokens.slice(3);
    const way = this.#way(rest, file);
    let reached = way.at(-1);
    // A missing part would stand behind the reference, which may lead back to itself
    for (let hops = 0; reached !== undefined && way.length <= rest.length && hops < 100; hops++) {
      const next = this.#behind(reached);
      if (next === undefined) break;
      reached = next;
    }
    if (reached === undefined) throw new Error("The document has no root.");
    return { ...this.#placeIn(reached.file, reached.path), pointer: toPointer(reached.path) };
  }

  /** Where the value at a path of a file is written. */
  #placeIn({ path: file, text }: SourceFile, path: Path): Place {
    return { file: fromHere(file), ...text().place(path) };
  }

  /** References that lead nowhere, or in a circle that reaches nothing, with their places. */
  misleadingReferences(): { readonly place: Place; readonly reference: string; readonly isLoop: boolean }[] {
    const misleading: { place: Place; reference: string; isLoop: boolean }[] = [];
    for (const file of this.#files.values()) {
      visitReferences(file.content, (holder, reference) => {
        const target = this.target(holder);
        const isLoop = target !== undefined && this.#isInCircle(holder);
        if (target !== undefined && !isLoop) return;
        const place = this.#placeIn(file, [...(pathTo(file.content, holder) ?? []), "$ref"]);
        misleading.push({ place, reference, isLoop });
      });
    }
    return misleading;
  }

  /** True when references from here lead back here. */
  #isInCircle(holder: JsonObject): boolean {
    const seen = new Set<unknown>();
    let at: unknown = holder;
    while (isObject(at) && typeof own(at, "$ref") === "string" && !seen.has(at)) {
      seen.add(at);
      at = this.target(at);
    }
    return at === holder;
  }

  /** The values along a path, from the root or another file, as far as it leads. */
  #way(path: Path, file = [...this.#files.values()][0]): Reached[] {
    if (file === undefined) return [];
    const way: Reached[] = [{ file, path: [], value: file.content }];
    for (const token of path) {
      const next = this.#step(way.at(-1) as Reached, token);
      if (next === undefined) break;
      way.push(next);
    }
    return way;
  }

  #step(from: Reached, token: string): Reached | undefined {
    let at: Reached | undefined = from;
    for (let hops = 0; at !== undefined && hops < 100; hops++) {
      const next = standsForKey(at.value) ? undefined : own(at.value, token);
      if (next !== undefined) return { file: at.file, path: [...at.path, token], value: next };
      at = this.#behind(at);
    }
    return undefined;
  }

  /** The target of a reference; undefined for anything else. */
  #behind({ file, value }: Reached): Reached | undefined {
    if (!isObject(value) || typeof own(value, "$ref") !== "string") return undefined;
    const position = this.#positionOf(file, String(own(value, "$ref")));
    return position && { ...position, value: this.target(value) };
  }

  /** The place that a reference in a file names; nothing may stand there. */
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
