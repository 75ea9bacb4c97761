// Reads YAML with the place of each part. JSON is YAML, too.
import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml";
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

  constructor(text: string) {
    // `<<` merges, as it does where Redocly reads the same file, although YAML 1.2 has no such key any more
    this.document = parseDocument(text, { merge: true, lineCounter: this.#lines, intAsBigInt: true });
  }

  /** The value of the text. Only an integer beyond 2^53 is a bigint. */
  get value(): unknown {
    return this.document.toJS({
      reviver: (_: unknown, value: unknown) =>
        typeof value === "bigint" && Number.isSafeInteger(Number(value)) ? Number(value) : value,
    }) as unknown;
  }

  /** The errors of the parser. */
  problems(file: string): FileProblem[] {
    return this.document.errors.map((error) => {
      const [message = ""] = error.message.split(/ at line \d+|:\n/);
      const text = `The YAML cannot be read: ${message}. Correct the YAML at this place.`;
      return { file, ...this.#at(error.pos[0]), rule: "contract/yaml", message: text };
    });
  }

  /** Where the value at this path is written, or the nearest place around it. A place is that of the key. */
  place(path: readonly string[]): LineColumn {
    let node = this.document.contents as Node | null;
    let place = node;
    for (const token of path) {
      if (isAlias(node)) node = node.resolve(this.document) ?? null;
      const pair = isMap<Node, Node>(node)
        ? node.items.find(({ key }) => String(isScalar(key) ? key.value : key) === token)
        : undefined;
      const item = isSeq<Node>(node) ? node.items[Number(token)] : undefined;
      if (pair === undefined && item === undefined) break;
      place = pair?.key ?? item ?? null;
      node = pair?.value ?? item ?? null;
    }
    return this.#at(place?.range?.[0] ?? 0);
  }

  #at(offset: number): LineColumn {
    const { line, col: column } = this.#lines.linePos(offset);
    return { line, column };
  }
}
