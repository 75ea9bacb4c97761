// Reads YAML with the place of each part. JSON is YAML, too.
import { type Document, isAlias, isMap, isNode, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml";
import type { FileProblem } from "../findings/index.ts";

/** A line and a column, each counted from 1. */
export interface LineColumn {
  readonly line: number;
  readonly column: number;
}

/** A YAML text with the place of each of its parts. */
export class PlacedText {
  readonly document: Document;
  readonly #lines = new LineCounter();
  readonly #hasLong: boolean;

  constructor(text: string) {
    // `<<` merges, as it does where Redocly reads the same file, although YAML 1.2 has no such key any more
    this.document = parseDocument(text, { merge: true, lineCounter: this.#lines, intAsBigInt: isLong.test(text) });
    this.#hasLong = isLong.test(text);
  }

  /** The value of the text. An integer beyond 2^53 is a bigint. */
  get value(): unknown {
    const reviver = (_: unknown, value: unknown) => (isSafe(value) ? Number(value) : value);
    return this.document.toJS(this.#hasLong ? { reviver } : {}) as unknown;
  }

  /** The errors of the parser. */
  problems(file: string): FileProblem[] {
    return this.document.errors.map((error) => {
      const [message = ""] = error.message.split(/ at line \d+|:\n/);
      const text = `The YAML cannot be read: ${message}. Correct the YAML at this place.`;
      return { file, ...this.at(error.pos[0]), rule: "contract/yaml", message: text };
    });
  }

  /** Where the character at this offset stands. */
  at(offset: number): LineColumn {
    const { line, col: column } = this.#lines.linePos(offset);
    return { line, column };
  }

  /** Where the value at this path is written, or the nearest place around it. A place is that of the key. */
  place(path: readonly string[]): LineColumn {
    let node = this.document.contents as Node | null;
    let key: Node | null = null;
    for (const token of path) {
      const next = child(node, token, this.document);
      if (next === undefined) break;
      ({ key, value: node } = next);
    }
    return this.at((key ?? node)?.range?.[0] ?? 0);
  }
}

/** Where the value at a path of a valid JSON text is written, as `place` says it of YAML, whose parser takes twenty times as long. */
export function placeInJson(text: string, path: readonly string[]): LineColumn {
  const before = text.slice(0, findOffset(text, path));
  return { line: before.split("\n").length, column: before.length - before.lastIndexOf("\n") };
}

function findOffset(text: string, path: readonly string[]): number {
  // How many objects and lists are open, and how many keys of the path are found
  let [depth, found, offset, item, isList] = [0, 0, 0, 0, false];
  for (const { 0: token, 1: end = "", index } of text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]|[^\s"{}[\],:]+/g)) {
    const isOpening = token === "{" || token === "[";
    if (depth === found + 1) {
      if (token === "}" || token === "]") return offset;
      const key: unknown = isList ? `${item++}` : end ? JSON.parse(token.slice(0, -end.length)) : undefined;
      if (key === path[found]) {
        offset = index;
        found++;
        if (isList && !isOpening) return offset;
      }
    } else if (depth === found && found > 0 && !isOpening) return offset;
    if (found === path.length) return found === 0 ? index : offset;
    if (isOpening) {
      depth++;
      if (depth === found + 1) [item, isList] = [0, token === "["];
    } else if (token === "}" || token === "]") depth--;
  }
  return offset;
}

/** An integer that may be beyond 2^53. */
const isLong = /\d{16}/;

function isSafe(value: unknown): boolean {
  return typeof value === "bigint" && Number.isSafeInteger(Number(value));
}

/** The entry under a key or an index, behind aliases and merged maps too. */
function child(
  at: Node | null,
  token: string,
  document: Document,
): { key: Node | null; value: Node | null } | undefined {
  const node = isAlias(at) ? at.resolve(document) : at;
  if (isMap(node)) {
    const pair = node.items.find((item) => writeName(item.key) === token);
    if (pair) return { key: isNode(pair.key) ? pair.key : null, value: isNode(pair.value) ? pair.value : null };
    for (const { key, value } of node.items) {
      if (writeName(key) !== "<<") continue;
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

function writeName(key: unknown): string {
  const value = isScalar(key) ? key.value : key;
  // The key that merges is a symbol to the parser
  return typeof value === "symbol" ? (value.description ?? "") : String(value);
}
