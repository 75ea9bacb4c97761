// Reads a document of one or several files: what its references lead to, and where each part of it is written.
import { dirname, join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { FileProblemsError } from "../findings/index.ts";
import { Failure } from "../terminal/index.ts";
import { isObject, type JsonObject, own, type Path, parseJson, parsePointer, toPointer } from "./json.ts";
import { isInserted, isOpenApi30, rewriteAs31 } from "./openapi-3-0.ts";
import { type LineColumn, PlacedJson, PlacedText } from "./placed-text.ts";
import { decoded, filesReferredTo, findFile, visitReferences } from "./references.ts";
import { namesAssumptions, registerFile, standsForKey, withEntries } from "./register.ts";
import { fromHere, isMissing, type ReadBytes, readText } from "./text-file.ts";

/** A place in a file; line and column count from 1. */
export interface Place extends LineColumn {
  readonly file: string;
}

/** What a file holds, as far as it depends on its text alone. */
interface Content {
  readonly content: unknown;
  /** The text, read for the places in it once one is reported. */
  readonly text: () => PlacedText | PlacedJson;
}

interface SourceFile extends Content {
  /** Absolute path; the name of a document that was never in a file. */
  readonly path: string;
}

/** What a value is reached by: its file, and its path there. */
interface Reached {
  readonly file: SourceFile;
  readonly path: readonly string[];
  readonly value: unknown;
}

/** What was parsed before: what a revision leaves alone is parsed once. */
export class Parsed {
  /** Whether it is of OpenAPI 3.0, and rewritten; undefined before there is anything. */
  isOpenApi30: boolean | undefined;
  readonly files = new Map<string, Content>();
}

/**
 * One document, bundled or in several files, YAML or JSON. One of OpenAPI 3.0 is read as the same in 3.1.
 *
 * It follows every reference itself, so that any layout will do.
 */
export class Source {
  readonly root: JsonObject;
  readonly #files = new Map<string, SourceFile>();
  readonly #fileOf = new WeakMap<object, SourceFile>();
  readonly #anchors = new Map<string, unknown>();
  readonly #targets = new WeakMap<JsonObject, unknown>();

  private constructor(files: readonly SourceFile[]) {
    for (const file of files) {
      this.#files.set(file.path, file);
      this.#register(file, file.content, `${pathToFileURL(file.path)}`);
    }
    this.root = files[0]?.content as JsonObject;
  }

  /**
   * A document that is in memory. Every reference in it is local.
   *
   * @throws {Failure} when it is nested too deep.
   */
  static ofDocument(document: unknown, name = "document.yaml"): Source {
    if (isTooDeep(document)) throw tooDeep(name);
    const content = isOpenApi30(document) ? structuredClone(document) : document;
    if (content !== document) rewriteAs31(content);
    const text = once(() => new PlacedJson(JSON.stringify(document, null, 2)));
    return new Source([{ path: resolve(name), content, text }]);
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
      const known = parsed.files.get(key) ?? parseText(text, path);
      if (isTooDeep(known.content)) throw tooDeep(fromHere(path));
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
    const [first] = files.values();
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
    const isOld = isOpenApi30(first?.content);
    parsed.isOpenApi30 ??= isOld;
    // The same text means something else in the other version
    if (parsed.isOpenApi30 !== isOld) return Source.read(root, new Parsed(), readBytes);
    for (const { content } of isOld ? files.values() : []) rewriteAs31(content);
    return new Source([...files.values()]);
  }

  /** The files that the document was read from, as absolute paths. */
  get files(): readonly string[] {
    return [...this.#files.keys()];
  }

  /** How the file of the root is called in messages. */
  get name(): string {
    const [path = ""] = this.files;
    return fromHere(path);
  }

  /**
   * Follows references until the thing itself is reached.
   * The fields beside a reference are the caller's to read.
   */
  resolve(value: unknown): unknown {
    const seen = new Set<unknown>();
    let at = value;
    while (isObject(at) && typeof own(at, "$ref") === "string" && !seen.has(at)) {
      seen.add(at);
      at = this.target(at);
    }
    return at;
  }

  /** What the `$ref` or `$dynamicRef` of this object leads to; undefined when it leads nowhere. */
  target(holder: JsonObject): unknown {
    if (this.#targets.has(holder)) return this.#targets.get(holder);
    const reference = String(own(holder, "$ref") ?? own(holder, "$dynamicRef"));
    const target = this.find(holder, reference);
    this.#targets.set(holder, target);
    return target;
  }

  /** What a reference leads to when it stands in this object; undefined when it leads nowhere. */
  find(holder: JsonObject, reference: string): unknown {
    const [name = "", fragment = ""] = reference.split("#");
    const from = this.#fileOf.get(holder);
    if (from === undefined) return undefined;
    const path = name === "" ? from.path : findFile(name, from.path);
    const file = path === undefined ? undefined : this.#files.get(path);
    const within = file?.content ?? this.#anchors.get(name);
    if (fragment === "" || fragment.startsWith("/")) {
      return parsePointer(decoded(fragment)).reduce<unknown>(own, within);
    }
    const base = file === undefined ? name : `${pathToFileURL(file.path)}`;
    return this.#anchors.get(`${base}#${fragment}`) ?? this.#anchors.get(`dynamic:${base}#${fragment}`);
  }

  /** Every value that a `$dynamicAnchor` of this name marks. */
  dynamicAnchors(name: string): readonly unknown[] {
    return [...this.#anchors]
      .filter(([key]) => key.startsWith("dynamic:") && key.endsWith(`#${name}`))
      .map(([, v]) => v);
  }

  /** The value at a path, with references followed on the way; undefined where there is none. */
  at(path: Path): unknown {
    const way = this.#way(path);
    return way.length > path.length ? way.at(-1)?.value : undefined;
  }

  /** The values on the way along a path, from the root, as far as there are any. */
  along(path: Path): unknown[] {
    return this.#way(path).map(({ value }) => value);
  }

  /** The file and the pointer in it that a path leads to, through references; those of the nearest value around it. */
  written(path: Path): string {
    const reached = this.#way(path).at(-1);
    return reached === undefined ? "" : `${reached.file.path}${toPointer(reached.path)}`;
  }

  /** Where the value at this path is written: the nearest place around it when the path leads nowhere. */
  place(path: Path): Place {
    const { file, path: written } = this.#lastOf(path);
    return this.#placeIn(file, written);
  }

  /** The file in which the value at this path is written, and the path in it: the nearest when the path leads nowhere. */
  writtenIn(path: Path): { readonly file: string; readonly path: Path } {
    const { file, path: written } = this.#lastOf(path);
    return { file: fromHere(file.path), path: written };
  }

  #lastOf(path: Path): Reached {
    const reached = this.#way(path).at(-1);
    if (reached === undefined) throw new Error("The document has no root.");
    return reached;
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
    // What is missing would stand behind the reference; a reference may lead back to itself
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

  /** Whether references from here lead back here. */
  #isInCircle(holder: JsonObject): boolean {
    const seen = new Set<unknown>();
    let at: unknown = holder;
    while (isObject(at) && typeof own(at, "$ref") === "string" && !seen.has(at)) {
      seen.add(at);
      at = this.target(at);
    }
    return at === holder;
  }

  /** What is reached along a path, from the root or another file, as far as it leads. */
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
      const isWritten = !isInserted(next) && !isInserted(at.value);
      if (next !== undefined) return { file: at.file, path: isWritten ? [...at.path, token] : at.path, value: next };
      at = this.#behind(at);
    }
    return undefined;
  }

  /** The target of a reference; undefined for anything else. */
  #behind({ file, value }: Reached): Reached | undefined {
    if (!isObject(value) || typeof own(value, "$ref") !== "string") return undefined;
    const target = this.target(value);
    const position = this.#positionOf(file, String(own(value, "$ref")), target);
    return position && { ...position, value: target };
  }

  #positionOf(from: SourceFile, reference: string, target: unknown): Omit<Reached, "value"> | undefined {
    const [name = "", fragment = ""] = reference.split("#");
    const file = name === "" ? from : this.#files.get(findFile(name, from.path) ?? "");
    if (file !== undefined && (fragment === "" || fragment.startsWith("/"))) {
      return { file, path: parsePointer(decoded(fragment)) };
    }
    // With an anchor or an `$id`, the path must be searched
    const home = isObject(target) ? this.#fileOf.get(target) : undefined;
    if (home === undefined) return undefined;
    const path = pathTo(home.content, target);
    return path && { file: home, path };
  }

  #register(file: SourceFile, value: unknown, base: string): void {
    if (typeof value !== "object" || value === null || this.#fileOf.get(value) === file) return;
    this.#fileOf.set(value, file);
    if (!Array.isArray(value)) {
      const { $id, $anchor, $dynamicAnchor } = value as JsonObject;
      if (typeof $id === "string") this.#anchors.set($id, value);
      if (typeof $anchor === "string") this.#anchors.set(`${base}#${$anchor}`, value);
      if (typeof $dynamicAnchor === "string") this.#anchors.set(`dynamic:${base}#${$dynamicAnchor}`, value);
    }
    for (const item of Object.values(value)) this.#register(file, item, base);
  }
}

function parseText(source: string, path: string): Content {
  if (path.endsWith(".json")) {
    try {
      return { content: parseJson(source), text: once(() => new PlacedJson(source)) };
    } catch {
      // Not strict JSON: the YAML parser below says at which line
    }
  }
  const placed = new PlacedText(source);
  const problems = placed.problems(fromHere(path));
  // What the parser says of its own end
  if (problems.some(({ message }) => message.includes("call stack"))) throw tooDeep(fromHere(path));
  if (problems.length > 0) throw new FileProblemsError(problems);
  try {
    return { content: placed.value, text: () => placed };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Failure(`The aliases of ${fromHere(path)} cannot be resolved: ${reason}.`, "Write out their values.", {
      cause: error,
    });
  }
}

/** Makes something when it is first needed. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** How deep a file may be nested. The largest public descriptions are nested 60 deep. */
const deepest = 500;

function isTooDeep(content: unknown): boolean {
  let level = [content];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) return true;
    const seen = new Set(level.flatMap((value) => (typeof value === "object" && value ? Object.values(value) : [])));
    level = [...seen].filter((value) => typeof value === "object" && value !== null);
  }
  return false;
}

function tooDeep(file: string): Failure {
  return new Failure(
    `${file} is nested too deep: expected at most ${deepest} levels.`,
    "Move what is inside to components, and refer to it.",
  );
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
