// Finds where a part of the bundle is written: file, line and column of the hand-written contract.
import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, dirname, extname, join, relative, resolve } from "node:path";
import { type Document, isAlias, isMap, isNode, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml";
import { pointerOf } from "./json.ts";

/** A place in a file of the contract; `line` and `column` count from 1. */
export interface SourcePlace {
  /** Path relative to where the command runs. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** JSON pointer into that file. */
  readonly pointer: string;
}

interface ParsedFile {
  readonly document: Document;
  readonly lines: LineCounter;
}

/**
 * Maps places in the bundle to places in the files it was bundled from.
 *
 * It follows the same references as the bundler. A component that the root does not name itself
 * is found by its file's name, which by convention is the component's name.
 */
export class SourceMap {
  readonly #root: string;
  readonly #byName: ReadonlyMap<string, string>;
  readonly #files = new Map<string, ParsedFile>();

  private constructor(root: string, byName: ReadonlyMap<string, string>) {
    this.#root = root;
    this.#byName = byName;
  }

  /** Makes the map of the contract with this root document. Files are read when they are first asked for. */
  static async of(root: string): Promise<SourceMap> {
    const directory = dirname(resolve(root));
    const byName = new Map<string, string>();
    for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || extname(entry.name) !== ".yaml") continue;
      // schemas/User.yaml is #/components/schemas/User, shared/security/X.yaml stands in the index anyway
      byName.set(`${basename(entry.parentPath)}/${basename(entry.name, ".yaml")}`, join(entry.parentPath, entry.name));
    }
    return new SourceMap(resolve(root), byName);
  }

  /** Where the value at this path of the bundle is written; the nearest enclosing place when the path leads nowhere. */
  locate(path: readonly (string | number)[]): SourcePlace {
    let file = this.#root;
    let inFile: (string | number)[] = [];
    let rest = path;
    const [first, kind, name] = path;
    if (first === "components") {
      const component = this.#byName.get(`${kind}/${name}`);
      if (component !== undefined) {
        file = component;
        rest = path.slice(3);
      }
    }
    let node = this.#file(file).document.contents as Node | null;
    let reached = node;
    let key: Node | null = null;
    for (const token of rest) {
      let next = child(node, token);
      if (next === undefined) {
        const target = referenceOf(node);
        if (target === undefined || target.startsWith("#")) break;
        file = join(dirname(file), decodeURIComponent(target.split("#")[0] ?? target));
        node = this.#file(file).document.contents as Node | null;
        reached = node;
        key = null;
        inFile = [];
        next = child(node, token);
        if (next === undefined) break;
      }
      // An alias stands for what its anchor names
      node = isAlias(next.value) ? (next.value.resolve(this.#file(file).document) ?? null) : next.value;
      key = next.key;
      reached = node;
      inFile.push(token);
    }
    const offset = (key ?? reached)?.range?.[0] ?? 0;
    const { line, col } = this.#file(file).lines.linePos(offset);
    return {
      file: relative(process.cwd(), file),
      line: Math.max(line, 1),
      column: Math.max(col, 1),
      pointer: pointerOf(inFile),
    };
  }

  #file(path: string): ParsedFile {
    const known = this.#files.get(path);
    if (known) return known;
    const lines = new LineCounter();
    const parsed = { document: parseDocument(readFileSync(path, "utf8"), { lineCounter: lines }), lines };
    this.#files.set(path, parsed);
    return parsed;
  }
}

function child(node: Node | null, token: string | number): { key: Node | null; value: Node | null } | undefined {
  if (isMap(node)) {
    const pair = node.items.find((item) => String(isScalar(item.key) ? item.key.value : item.key) === String(token));
    if (pair) return { key: isNode(pair.key) ? pair.key : null, value: isNode(pair.value) ? pair.value : null };
  }
  // Number() would take "" for 0
  if (isSeq(node) && /^\d+$/.test(String(token))) {
    const item = node.items[Number(token)];
    if (isNode(item)) return { key: null, value: item };
  }
  return undefined;
}

function referenceOf(node: Node | null): string | undefined {
  const reference = isMap(node) ? node.get("$ref") : undefined;
  return typeof reference === "string" ? reference : undefined;
}
