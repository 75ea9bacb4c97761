// An OpenAPI document to compare: its files, its references, and where each part of it is written.
import { readFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type Document, isAlias, isMap, isNode, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml";
import { isObject, type JsonObject, own, type Path, pathOf } from "../contract/index.ts";
import { Failure, FindingsError } from "../terminal/index.ts";
import { assembled, type ParsedPieces, type Piece, piecesOf } from "./pieces.ts";
import { checkStructure } from "./structure.ts";

/** A place in a file; line and column count from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

interface SourceFile {
  /** Absolute path; the name of a document that was never in a file. */
  readonly path: string;
  readonly text: string;
  readonly content: unknown;
  /** Its pieces, when it was long enough to be cut. */
  readonly pieces: readonly Piece[];
}

/** What a value is reached by: its file, and its path there. */
interface Reached {
  readonly file: SourceFile;
  readonly path: readonly string[];
  readonly value: unknown;
}

/** What was parsed before: what a revision leaves alone is parsed once. */
export class Parsed {
  readonly files = new Map<string, Pick<SourceFile, "content" | "pieces">>();
  readonly pieces: ParsedPieces = new Map();
}

/** A text that was parsed for its places. */
interface ParsedWithPlaces {
  readonly document: Document;
  readonly lines: LineCounter;
}

/** How the files of a document are called in messages. */
export type ShownAs = (absolute: string) => string;

/**
 * One document, bundled or in several files, YAML or JSON.
 *
 * It follows every reference itself, so that any layout will do.
 */
export class Source {
  readonly root: JsonObject;
  readonly #files = new Map<string, SourceFile>();
  readonly #fileOf = new WeakMap<object, SourceFile>();
  readonly #anchors = new Map<string, unknown>();
  readonly #targets = new WeakMap<JsonObject, unknown>();
  readonly #parsed = new Map<string, ParsedWithPlaces>();
  readonly #shownAs: ShownAs;

  private constructor(files: readonly SourceFile[], shownAs: ShownAs) {
    this.#shownAs = shownAs;
    for (const file of files) {
      this.#files.set(file.path, file);
      this.#register(file, file.content, `${pathToFileURL(file.path)}`);
    }
    this.root = files[0]?.content as JsonObject;
  }

  /** A document that is in memory. Every reference in it is local. */
  static ofDocument(document: unknown, name = "document.yaml"): Source {
    const file = { path: resolve(name), text: JSON.stringify(document, null, 2), content: document, pieces: [] };
    return checked(new Source([file], shownFromHere), shownFromHere);
  }

  /**
   * Reads a document and every file that it refers to.
   *
   * @param shownAs How its files are called in messages, by default relative to where the command runs.
   * @throws {Failure} when it is missing, or is no OpenAPI 3.1.
   * @throws {FindingsError} with file and line when a file cannot be parsed or a reference leads nowhere.
   */
  static async read(root: string, parsed = new Parsed(), shownAs = shownFromHere): Promise<Source> {
    const files = new Map<string, SourceFile>();
    const load = async (path: string): Promise<void> => {
      const text = await readText(path, shownAs);
      // By its place too: two equal files of one document are two things, since references are relative
      const key = `${relative(dirname(resolve(root)), path)}\n${text}`;
      const known = parsed.files.get(key) ?? parseText(text, path, parsed.pieces, shownAs);
      parsed.files.set(key, known);
      const { content } = known;
      files.set(path, { path, text, ...known });
      for (const target of filesReferredTo(content, path)) {
        if (!files.has(target) && target !== path) await load(target).catch(ignoreMissing);
      }
    };
    try {
      await load(resolve(root));
    } catch (error) {
      if (!isMissing(error)) throw error;
      throw new Failure(`There is no document at ${shownAs(resolve(root))}.`, "Correct the path, or name another.");
    }
    return checked(new Source([...files.values()], shownAs), shownAs);
  }

  /** The files that the document was read from, as absolute paths. */
  get files(): readonly string[] {
    return [...this.#files.keys()];
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
    return this.#lookUp(holder, reference);
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

  /** Where the value at this path is written: the nearest place around it when the path leads nowhere. */
  place(path: Path): Place {
    const reached = this.#way(path).at(-1);
    if (reached === undefined) throw new Error("The document has no root.");
    return this.#placeIn(reached.file, reached.path);
  }

  /** Where the value at a path of a file is written. */
  #placeIn({ path: file, text: whole, pieces }: SourceFile, path: Path): Place {
    const piece = pieces.find(({ keys }) => keys.every((key, index) => path[index] === key));
    const text = piece?.text ?? whole;
    const parsed = this.#parsed.get(text) ?? parsedWithPlaces(text);
    this.#parsed.set(text, parsed);
    let node = parsed.document.contents as Node | null;
    let key: Node | null = null;
    for (const token of path.slice(piece === undefined ? 0 : piece.keys.length - 1)) {
      const next = child(node, token, parsed.document);
      if (next === undefined) break;
      ({ key, value: node } = next);
    }
    const { line, col } = parsed.lines.linePos((key ?? node)?.range?.[0] ?? 0);
    return {
      file: this.#shownAs(file),
      line: Math.max(line, 1) + (piece?.line ?? 0),
      column: Math.max(col, 1),
    };
  }

  /** References that lead nowhere, with their places. */
  danglingReferences(): { readonly place: Place; readonly reference: string }[] {
    const dangling: { place: Place; reference: string }[] = [];
    for (const file of this.#files.values()) {
      visitReferences(file.content, (holder, reference) => {
        if (this.target(holder) !== undefined) return;
        dangling.push({ place: this.#placeIn(file, [...(pathTo(file.content, holder) ?? []), "$ref"]), reference });
      });
    }
    return dangling;
  }

  /** What is reached along a path, from the root, as far as it leads. */
  #way(path: Path): Reached[] {
    const [first] = this.#files.values();
    if (first === undefined) return [];
    const way: Reached[] = [{ file: first, path: [], value: this.root }];
    for (const token of path) {
      const next = this.#step(way.at(-1) as Reached, token);
      if (next === undefined) break;
      way.push(next);
    }
    return way;
  }

  #step(from: Reached, token: string): Reached | undefined {
    let { file, path, value } = from;
    for (let hops = 0; hops < 100; hops++) {
      const next = own(value, token);
      if (next !== undefined) return { file, path: [...path, token], value: next };
      if (!isObject(value) || typeof own(value, "$ref") !== "string") return undefined;
      const target = this.target(value);
      const position = this.#positionOf(file, String(own(value, "$ref")), target);
      if (position === undefined) return undefined;
      ({ file, path } = position);
      value = target;
    }
    return undefined;
  }

  #positionOf(from: SourceFile, reference: string, target: unknown): Omit<Reached, "value"> | undefined {
    const [name = "", fragment = ""] = reference.split("#");
    const file = name === "" ? from : this.#files.get(fileOf(name, from.path) ?? "");
    if (file !== undefined && (fragment === "" || fragment.startsWith("/"))) {
      return { file, path: pathOf(decoded(fragment)) };
    }
    // Behind an anchor or an `$id`: the path has to be looked for
    const home = isObject(target) ? this.#fileOf.get(target) : undefined;
    if (home === undefined) return undefined;
    const path = pathTo(home.content, target);
    return path && { file: home, path };
  }

  #lookUp(holder: JsonObject, reference: string): unknown {
    const [name = "", fragment = ""] = reference.split("#");
    const from = this.#fileOf.get(holder);
    if (from === undefined) return undefined;
    const path = name === "" ? from.path : fileOf(name, from.path);
    const file = path === undefined ? undefined : this.#files.get(path);
    const within = file?.content ?? this.#anchors.get(name);
    if (fragment === "" || fragment.startsWith("/")) {
      return pathOf(decoded(fragment)).reduce<unknown>(own, within);
    }
    const base = file === undefined ? name : `${pathToFileURL(file.path)}`;
    return this.#anchors.get(`${base}#${fragment}`) ?? this.#anchors.get(`dynamic:${base}#${fragment}`);
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

/** Shows a file relative to where the command runs. */
export function shownFromHere(absolute: string): string {
  return relative(process.cwd(), absolute) || ".";
}

function checked(source: Source, shownAs: ShownAs): Source {
  const [path = ""] = source.files;
  const { root } = source;
  if (!isObject(root) || own(root, "openapi") === undefined) {
    throw new Failure(
      `${shownAs(path)} is no OpenAPI document: it has no \`openapi\` field.`,
      "Name the root document, which begins with `openapi: 3.1.1`.",
    );
  }
  if (!/^3\.1\.\d+/.test(String(root["openapi"]))) {
    throw new Failure(
      `${shownAs(path)} is OpenAPI ${String(root["openapi"])}; only 3.1 can be compared.`,
      "Convert it to OpenAPI 3.1 first.",
    );
  }
  const dangling = source.danglingReferences();
  if (dangling.length > 0) {
    throw new FindingsError(
      dangling.map(({ place, reference }) => ({
        ...place,
        rule: "breaking/reference",
        message: /^[a-z][a-z\d+.-]*:/i.test(reference)
          ? `The reference ${reference} leads to another host, which is not read. Write what it names into a file.`
          : `The reference ${reference} leads nowhere. Correct it, or write what it names.`,
      })),
    );
  }
  checkStructure(source);
  return source;
}

function parseText(
  text: string,
  path: string,
  parsed: ParsedPieces,
  shownAs: ShownAs,
): Pick<SourceFile, "content" | "pieces"> {
  if (path.endsWith(".json")) {
    try {
      return { content: JSON.parse(text) as unknown, pieces: [] };
    } catch {
      // Not strict JSON: the YAML parser below says at which line
    }
  }
  // A piece by itself would not be merged
  const pieces = text.includes("<<") ? undefined : piecesOf(text, parsed);
  if (pieces !== undefined) return { content: assembled(pieces), pieces };
  const lines = new LineCounter();
  const document = parseDocument(text, { ...reading, lineCounter: lines });
  if (document.errors.length > 0) {
    throw new FindingsError(
      document.errors.map((error) => {
        const [{ line, col } = { line: 1, col: 1 }] = error.linePos ?? [];
        const [message = ""] = error.message.split(/ at line \d+|:\n/);
        return {
          file: shownAs(path),
          line,
          column: col,
          rule: "breaking/yaml",
          message: `The file cannot be read: ${message}. Correct it at this place.`,
        };
      }),
    );
  }
  try {
    return { content: document.toJS() as unknown, pieces: [] };
  } catch (error) {
    const told = error instanceof Error ? error.message : String(error);
    throw new Failure(
      `The aliases of ${shownAs(path)} cannot be followed: ${told}.`,
      "Write out what they stand for.",
      {
        cause: error,
      },
    );
  }
}

/** `<<` merges, as it does where Redocly reads the same file, although YAML 1.2 has no such key any more. */
const reading = { merge: true } as const;

/**
 * Reads a file as UTF-8.
 *
 * @throws {Failure} when it is anything else: characters that were lost would be taken for a change, or hide one.
 */
export async function readText(path: string, shownAs: ShownAs): Promise<string> {
  const bytes = await readFile(path);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new Failure(`${shownAs(path)} is not UTF-8.`, "Save it in UTF-8.", { cause: error });
  }
}

function parsedWithPlaces(text: string): ParsedWithPlaces {
  const lines = new LineCounter();
  return { document: parseDocument(text, { ...reading, lineCounter: lines }), lines };
}

/** What stands under a key or an index, behind aliases and merged maps too. */
function child(
  at: Node | null,
  token: string,
  document: Document,
): { key: Node | null; value: Node | null } | undefined {
  const node = isAlias(at) ? at.resolve(document) : at;
  if (isMap(node)) {
    const pair = node.items.find((item) => nameOf(item.key) === token);
    if (pair) return { key: isNode(pair.key) ? pair.key : null, value: isNode(pair.value) ? pair.value : null };
    for (const { key, value } of node.items) {
      if (nameOf(key) !== "<<") continue;
      for (const merged of isSeq(value) ? value.items : [value]) {
        const found = isNode(merged) ? child(merged, token, document) : undefined;
        if (found) return found;
      }
    }
  }
  if (isSeq(node) && /^\d+$/.test(token)) {
    const item = node.items[Number(token)];
    if (isNode(item)) return { key: null, value: item };
  }
  return undefined;
}

function nameOf(key: unknown): string {
  const value = isScalar(key) ? key.value : key;
  // The key that merges is a symbol to the parser
  return typeof value === "symbol" ? (value.description ?? "") : String(value);
}

/** Calls back for every reference. */
function visitReferences(content: unknown, found: (holder: JsonObject, reference: string) => void): void {
  visitObjects(content, (object) => {
    if (typeof own(object, "$ref") === "string") found(object, String(object["$ref"]));
  });
}

/** Calls back for every object that is no map by name, and no data: what stands in an example or a default. */
function visitObjects(
  value: unknown,
  found: (object: JsonObject) => void,
  under: string | undefined = undefined,
): void {
  if (typeof value !== "object" || value === null) return;
  const isByName = isObject(value) && mapsByName.has(under ?? "");
  if (isObject(value) && !isByName) found(value);
  for (const [key, item] of Object.entries(value)) {
    if (isByName) visitObjects(item, found);
    else if (!data.has(key) && !(key === "examples" && Array.isArray(item))) visitObjects(item, found, key);
  }
}

/** What holds values of any shape: a `$ref` in there is no reference. */
const data = new Set(["example", "default", "const", "enum", "value"]);

/** What holds things by names that a person chose: a property or a response may be called `default`. */
const mapsByName = new Set([
  ...["properties", "patternProperties", "$defs", "dependentSchemas"],
  ...["schemas", "responses", "parameters", "examples", "requestBodies", "headers", "securitySchemes"],
  ...["links", "callbacks", "pathItems", "paths", "webhooks"],
  ...["content", "encoding", "variables", "mapping"],
]);

function filesReferredTo(content: unknown, from: string): ReadonlySet<string> {
  const targets = new Set<string>();
  const add = (reference: string) => {
    const [name = ""] = reference.split("#");
    const target = name === "" ? undefined : fileOf(name, from);
    if (target !== undefined) targets.add(target);
  };
  visitReferences(content, (_, reference) => add(reference));
  visitObjects(content, (object) => {
    for (const named of mappedIn(object)) add(named);
  });
  return targets;
}

/** The files that a discriminator names; what is no file is the name of a component. */
function mappedIn(object: JsonObject): string[] {
  const mapping = own(own(object, "discriminator"), "mapping");
  const named = isObject(mapping) ? Object.values(mapping) : [];
  return named.filter((value) => typeof value === "string").filter((value) => /\.(ya?ml|json)(#|$)/.test(value));
}

/** The file that a reference names; undefined when it leads to another host. */
function fileOf(name: string, from: string): string | undefined {
  if (name.startsWith("file:")) return fileURLToPath(name);
  if (/^[a-z][a-z\d+.-]*:/i.test(name)) return undefined;
  return join(dirname(from), decoded(name));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
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

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "EISDIR");
}

/** A file that is not there is told as the reference that leads to it. */
function ignoreMissing(error: unknown): void {
  if (!isMissing(error)) throw error;
}
