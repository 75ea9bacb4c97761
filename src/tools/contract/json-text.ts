// Finds where the values of a JSON text are written. It reads only the maps and lists on the way to what is asked for.
import { type LineColumn, Lines } from "./lines.ts";

/** Where an entry begins, with its key, and where its value does. */
interface Entry {
  readonly start: number;
  readonly value: number;
}

/** A text that JSON.parse could read. */
export class JsonText {
  readonly #text: string;
  readonly #entries = new Map<number, ReadonlyMap<string, Entry>>();
  readonly #lines: Lines;

  constructor(text: string) {
    this.#text = text;
    this.#lines = new Lines(text);
  }

  /** Where the value at this path is written, or the nearest place around it. A place is that of the key. */
  place(path: readonly string[]): LineColumn {
    let at: Entry = { start: this.#behindSpace(0), value: this.#behindSpace(0) };
    for (const token of path) {
      const entry = this.#entriesAt(at.value).get(token);
      if (entry === undefined) break;
      at = entry;
    }
    return this.#lines.at(at.start);
  }

  /** The entries of the map or list that begins at an offset; none for a plain value. */
  #entriesAt(offset: number): ReadonlyMap<string, Entry> {
    const known = this.#entries.get(offset);
    if (known !== undefined) return known;
    const entries = new Map<string, Entry>();
    const isMap = this.#text[offset] === "{";
    let at = this.#behindSpace(offset + 1);
    while ((isMap || this.#text[offset] === "[") && this.#text[at] !== "}" && this.#text[at] !== "]") {
      const start = at;
      if (isMap) at = this.#behindSpace(this.#behindSpace(this.#behindString(at)) + 1);
      const key = isMap ? String(JSON.parse(this.#text.slice(start, this.#behindString(start)))) : `${entries.size}`;
      entries.set(key, { start, value: at });
      at = this.#behindSpace(this.#behindValue(at));
      if (this.#text[at] === ",") at = this.#behindSpace(at + 1);
    }
    this.#entries.set(offset, entries);
    return entries;
  }

  #behindSpace(at: number): number {
    let end = at;
    while (" \t\r\n".includes(this.#text[end] ?? "x")) end++;
    return end;
  }

  #behindString(at: number): number {
    for (let end = this.#text.indexOf('"', at + 1); ; end = this.#text.indexOf('"', end + 1)) {
      let slashes = 0;
      while (this.#text[end - 1 - slashes] === "\\") slashes++;
      if (slashes % 2 === 0) return end + 1;
    }
  }

  #behindValue(at: number): number {
    const mark = /["{}[\],]/g;
    let depth = 0;
    mark.lastIndex = at;
    for (let found = mark.exec(this.#text); found !== null; found = mark.exec(this.#text)) {
      const [character] = found;
      if (character === '"') mark.lastIndex = this.#behindString(found.index);
      else if (character === "{" || character === "[") depth++;
      else if (character === ",") {
        if (depth === 0) return found.index;
        continue;
      } else if (depth === 0) return found.index;
      else depth--;
      if (depth === 0) return mark.lastIndex;
    }
    return this.#text.length;
  }
}
