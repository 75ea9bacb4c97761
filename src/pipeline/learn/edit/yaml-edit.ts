// Changes single places of a YAML text, and leaves every other character of it as it is.
import {
  Document,
  isAlias,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { type Path, pointerOf } from "../../../tools/contract/index.ts";

/** A YAML text that is edited at its places; comments, order and line breaks elsewhere stay. */
export class YamlEdit {
  #text: string;
  #document: Document.Parsed;
  #root: { readonly value: unknown } | undefined;

  constructor(text: string) {
    this.#text = text;
    this.#document = parseDocument(text);
  }

  get text(): string {
    return this.#text;
  }

  /** What the text says, as a value. */
  get root(): unknown {
    this.#root ??= { value: this.#document.toJS() as unknown };
    return this.#root.value;
  }

  /** Writes a value: over the one that is there, or as a new entry behind `after`, and otherwise at the end. */
  set(path: Path, value: unknown, after?: string): void {
    const [holder, key] = this.#holderOf(path);
    if (isSeq(holder)) {
      const item = holder.items[Number(key)] as Node | undefined;
      if (item === undefined) this.#append(holder, value);
      else this.#splice(startOf(item), endOf(item), inFlow(value));
      return;
    }
    const pair = pairOf(holder, key);
    if (pair === undefined) {
      this.#insert(holder, { [key]: value }, after);
    } else if (holder.flow || (isScalar(pair.value) && isShort(value) && !isBlockText(pair.value))) {
      this.#splice(startOf(pair.value ?? pair.key), endOf(pair.value ?? pair.key), inFlow(value));
    } else {
      const start = startOf(pair.key);
      this.#splice(start, this.#lineEnd(pair), indented({ [key]: value }, this.#column(start)).trimStart());
    }
  }

  /** Adds a value to a list, unless it has it. */
  add(path: Path, value: string): void {
    const list = this.#nodeAt(path);
    if (!isSeq(list)) throw new Error(`Found no list at ${pointerOf(path)}.`);
    if (!(list.toJS(this.#document) as unknown[]).includes(value)) this.#append(list, value);
  }

  /** Gives an entry another key. */
  rename(path: Path, name: string): void {
    const [holder, key] = this.#holderOf(path);
    const pair = isMap(holder) ? pairOf(holder, key) : undefined;
    if (pair === undefined) throw new Error(`Found nothing at ${pointerOf(path)}.`);
    this.#splice(startOf(pair.key), endOf(pair.key), inFlow(name));
  }

  /** Rewrites the text of a value as it stands there. */
  rewrite(path: Path, change: (text: string) => string): void {
    const node = this.#nodeAt(path);
    if (node === undefined) throw new Error(`Found nothing at ${pointerOf(path)}.`);
    const text = this.#text.slice(startOf(node), endOf(node));
    const kept = /\n*$/.exec(text)?.[0] ?? "";
    this.#splice(startOf(node), endOf(node), `${change(text.slice(0, text.length - kept.length))}${kept}`);
  }

  /** Removes an entry with the comments above it; a map or a list that is empty then is `{}` or `[]`. */
  remove(path: Path): void {
    const [holder, key] = this.#holderOf(path);
    const index = isMap(holder) ? holder.items.findIndex((pair) => nameOf(pair.key) === key) : Number(key);
    const items = holder.items.map((item) => (isMap(holder) ? (item as Pair<Node, Node | null>) : (item as Node)));
    const item = items[index];
    if (item === undefined) throw new Error(`Found nothing at ${pointerOf(path)}.`);
    if (items.length === 1) {
      if (path.length > 1) this.set(path.slice(0, -1), isMap(holder) ? {} : []);
      return;
    }
    const [start, end] = [startOf(item), endOf(item)];
    const [before, next] = [items[index - 1], items[index + 1]];
    if (holder.flow) {
      if (next !== undefined) this.#splice(start, startOf(next), "");
      else if (before !== undefined) this.#splice(endOf(before), end, "");
      return;
    }
    const line = this.#lineStart(start);
    const isFirstOfItem = isMap(holder) && this.#text.slice(line, start).trim() !== "";
    if (isFirstOfItem && next !== undefined) this.#splice(start, startOf(next), "");
    else this.#splice(this.#commentsAbove(line), this.#lineEnd(item), "");
  }

  /** Puts an entry of a block map behind another one; in front when there is none. */
  reorder(path: Path, after: string | undefined): void {
    const [holder, key] = this.#holderOf(path);
    const pair = isMap(holder) ? pairOf(holder, key) : undefined;
    if (pair === undefined || !isMap(holder)) throw new Error(`Found nothing at ${pointerOf(path)}.`);
    const line = this.#commentsAbove(this.#lineStart(startOf(pair.key)));
    const end = this.#lineEnd(pair);
    const lines = this.#text.slice(line, end);
    const before = after === undefined ? holder.items[0] : pairOf(holder, after);
    if (before === undefined || before === pair) return;
    const to = after === undefined ? this.#commentsAbove(this.#lineStart(startOf(before))) : this.#lineEnd(before);
    const without = this.#text.slice(0, line) + this.#text.slice(end);
    const at = to > line ? to - lines.length : to;
    this.#replace(without.slice(0, at) + lines + without.slice(at));
  }

  #insert(holder: YAMLMap<Node, Node | null>, entry: Readonly<Record<string, unknown>>, after?: string): void {
    const last = (after === undefined ? undefined : pairOf(holder, after)) ?? holder.items.at(-1);
    const [inner] = Object.values(entry);
    const line = this.#lineStart(startOf(holder));
    const isInFlow = /[{[]/.test(this.#text.slice(line, startOf(holder)));
    if (last === undefined && typeof inner === "object" && inner !== null && !isInFlow) {
      // An empty map becomes lines under its key
      const column = /^[ -]*/.exec(this.#text.slice(line))?.[0].length ?? 0;
      const text = `\n${indented(entry, column + 2).trimEnd()}`;
      this.#splice(this.#text.slice(0, startOf(holder)).trimEnd().length, endOf(holder), text);
      return;
    }
    if (holder.flow || last === undefined) {
      const [key = "", value] = Object.entries(entry)[0] ?? [];
      const text = `${inFlow(key)}: ${inFlow(value)}`;
      if (last === undefined) this.#splice(startOf(holder), endOf(holder), `{ ${text} }`);
      else this.#splice(endOf(last), endOf(last), `, ${text}`);
      return;
    }
    const end = this.#lineEnd(last);
    const text = indented(entry, this.#column(startOf(holder.items[0] ?? last)));
    this.#splice(end, end, this.#text[end - 1] === "\n" ? text : `\n${text}`);
  }

  #append(list: YAMLSeq, value: unknown): void {
    const last = list.items.at(-1) as Node | undefined;
    if (list.flow || last === undefined) {
      if (last === undefined) this.#splice(startOf(list), endOf(list), `[${inFlow(value)}]`);
      else this.#splice(endOf(last), endOf(last), `, ${inFlow(value)}`);
      return;
    }
    const end = this.#lineEnd(last);
    const dash = this.#text.lastIndexOf("-", startOf(last));
    const column = this.#column(dash);
    const text = isShort(value) ? `${" ".repeat(column)}- ${inFlow(value)}\n` : indented([value], column);
    this.#splice(end, end, this.#text[end - 1] === "\n" ? text : `\n${text}`);
  }

  #splice(start: number, end: number, text: string): void {
    this.#replace(this.#text.slice(0, start) + text + this.#text.slice(end));
  }

  #replace(text: string): void {
    const document = parseDocument(text);
    const [error] = document.errors;
    if (error !== undefined) throw new Error(`The edited YAML cannot be read: ${error.message}`);
    this.#text = text;
    this.#document = document;
    this.#root = undefined;
  }

  #nodeAt(path: Path): Node | undefined {
    let node = this.#document.contents as Node | null | undefined;
    for (const key of path) {
      if (isAlias(node)) node = node.resolve(this.#document);
      if (isMap<Node, Node | null>(node)) node = pairOf(node, key)?.value;
      else if (isSeq(node)) node = node.items[Number(key)] as Node | undefined;
      else return undefined;
    }
    return node ?? undefined;
  }

  #holderOf(path: Path): [YAMLMap<Node, Node | null> | YAMLSeq<Node>, string] {
    const holder = this.#nodeAt(path.slice(0, -1));
    const key = path.at(-1);
    if (key === undefined || !(isMap<Node, Node | null>(holder) || isSeq<Node>(holder))) {
      throw new Error(`Found nothing at ${pointerOf(path.slice(0, -1))} to edit.`);
    }
    return [holder, key];
  }

  #lineStart(offset: number): number {
    return this.#text.lastIndexOf("\n", offset - 1) + 1;
  }

  #column(offset: number): number {
    return offset - this.#lineStart(offset);
  }

  /** Where the lines of a value end, with a comment behind it. */
  #lineEnd(item: Node | Pair<Node, Node | null>): number {
    const end = endOf(item);
    if (this.#text[end - 1] === "\n") return end;
    const next = this.#text.indexOf("\n", end);
    return next === -1 ? this.#text.length : next + 1;
  }

  /** The first line of the comments right above a line; the opening comment of the file stays where it is. */
  #commentsAbove(line: number): number {
    let first = line;
    while (first > 0) {
      const above = this.#lineStart(first - 1);
      if (!/^ *#/.test(this.#text.slice(above, first)) || above === 0) break;
      first = above;
    }
    return first;
  }
}

/** A value as the contract writes it, as the lines of a YAML text. */
export function yamlOf(value: unknown): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  visit(document, {
    Seq(_, list) {
      const items = list.items.map((item) => (isScalar(item) ? String(item.value) : undefined));
      const isPlain = items.every((item) => item !== undefined && /^[\w.-]*$/.test(item));
      if (isPlain && items.join(", ").length < 100) list.flow = true;
    },
    Scalar(key, scalar) {
      if (key === "key" || typeof scalar.value !== "string") return;
      if (scalar.value.length > 110) scalar.type = "BLOCK_FOLDED";
      // As the examples have it: a reader of older YAML makes a date of it
      if (/^\d{4}-\d\d-\d\d/.test(scalar.value)) scalar.type = "QUOTE_SINGLE";
    },
  });
  return document
    .toString({ lineWidth: 150, singleQuote: true, flowCollectionPadding: false })
    .replaceAll(/\n +exchanges: (\d+)\n +users: (\d+)\n +date: '(\S+)'/g, " { exchanges: $1, users: $2, date: $3 }");
}

function indented(value: unknown, column: number): string {
  return yamlOf(value).replaceAll(/^(?=.)/gm, " ".repeat(column));
}

/** A value on one line. */
function inFlow(value: unknown): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  if (/^\d{4}-\d\d-\d\d/.test(String(value)) && isScalar(document.contents)) document.contents.type = "QUOTE_SINGLE";
  if (isCollection(document.contents)) document.contents.flow = true;
  return document
    .toString({ lineWidth: 0, singleQuote: true, flowCollectionPadding: isMap(document.contents) })
    .trimEnd();
}

function isShort(value: unknown): boolean {
  return (typeof value !== "object" || value === null) && String(value).length <= 110;
}

function isBlockText(node: Node): boolean {
  return isScalar(node) && (node.type === "BLOCK_FOLDED" || node.type === "BLOCK_LITERAL");
}

function pairOf(map: YAMLMap<Node, Node | null> | YAMLSeq<Node>, key: string): Pair<Node, Node | null> | undefined {
  return isMap<Node, Node | null>(map) ? map.items.find((pair) => nameOf(pair.key) === key) : undefined;
}

function nameOf(key: unknown): string {
  return String(isScalar(key) ? key.value : key);
}

function startOf(item: Node | Pair<Node, Node | null>): number {
  const node = "key" in item ? item.key : item;
  return node.range?.[0] ?? 0;
}

/** Where the last character of a value is: of a block map or list, that of its last item. */
function endOf(item: Node | Pair<Node, Node | null>): number {
  if ("key" in item && !isScalar(item)) return endOf((item as Pair<Node, Node | null>).value ?? item.key);
  const node = item as Node;
  const last = isCollection(node) && !node.flow ? (node.items.at(-1) as Node | Pair<Node, Node | null>) : undefined;
  return last === undefined ? (node.range?.[1] ?? 0) : endOf(last);
}
