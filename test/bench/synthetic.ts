// Makes contracts that are this one several times over, to see how the tools grow with the number of operations.
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, extname, join, posix, relative, sep } from "node:path";
import { isMap, isScalar, type Node, parse, parseDocument, type Scalar, stringify, visit, type YAMLMap } from "yaml";
import { contractRoot, projectDirectory } from "../../src/tools/contract/index.ts";

/** A contract that was written for a measurement. */
export interface SyntheticContract {
  /** The root document. */
  readonly root: string;
  readonly operations: number;
  readonly events: number;
  readonly files: number;
}

/** How a copy's names differ from those of the original. */
const marks = {
  /** Behind a component's name or an operationId: `UserCopy2`. */
  pascal: (copy: number) => `Copy${copy}`,
  /** Behind an example's or a path file's name: `user-copy2`. */
  kebab: (copy: number) => `-copy${copy}`,
  /** Before the name of an event: `copy2.order.partial_results`. */
  event: (copy: number) => `copy${copy}.`,
  /** The same in a pattern: `^copy2\.order\..+$`. */
  pattern: (copy: number) => `copy${copy}\\.`,
  /** The same in a pattern that is written in double quotes. */
  quotedPattern: (copy: number) => `copy${copy}\\\\.`,
} as const;
type Mark = keyof typeof marks;

/** What a copy writes into the text of the original, and where. */
interface Insertion {
  readonly at: number;
  readonly mark: Mark;
}

interface SourceFile {
  /** Path relative to the contract's directory, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly insertions: readonly Insertion[];
}

/** Exceptions from Redocly's rules: by file, then by rule, as in `.redocly.lint-ignore.yaml`. */
type Exceptions = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** An entry of the index: a URL or an event, and the file that it is written in. */
type Entry = readonly [key: string, file: string];

/**
 * This contract as it was read once, to be written as often as needed.
 *
 * The first copy is the contract itself. Every other has its own operations, events, schemas, parameters, responses
 * and examples, each with a name of its own, so that the result keeps every rule of lint.
 * All copies share what stands in `shared/`, and closed enums, which lint allows by name.
 */
export class ContractTemplate {
  readonly #index: string;
  readonly #paths: readonly Entry[];
  readonly #events: readonly Entry[];
  /** Files that stand once, whatever the number of copies. */
  readonly #common: readonly SourceFile[];
  readonly #copied: readonly SourceFile[];
  readonly #configuration: string;
  readonly #exceptions: Exceptions;

  private constructor(files: ReadonlyMap<string, string>, configuration: string, exceptions: Exceptions) {
    const index = files.get(basename(contractRoot)) ?? "";
    const { paths, webhooks } = parse(index) as Record<"paths" | "webhooks", Record<string, { $ref: string }>>;
    const entries = (section: Record<string, { $ref: string }>) =>
      Object.entries(section).map(([key, { $ref }]) => [key, $ref] as const);
    const common = new Set([...files].filter(([path, text]) => isCommon(path, text)).map(([path]) => path));
    const others = [...files].filter(([path]) => path !== basename(contractRoot));
    this.#index = index;
    this.#paths = entries(paths);
    this.#events = entries(webhooks);
    this.#common = others.filter(([path]) => common.has(path)).map(([path, text]) => ({ path, text, insertions: [] }));
    this.#copied = others
      .filter(([path]) => !common.has(path))
      .map(([path, text]) => ({ path, text, insertions: insertionsOf(path, text, common) }));
    this.#configuration = configuration;
    this.#exceptions = exceptions;
  }

  /** Reads this repository's contract. */
  static async read(): Promise<ContractTemplate> {
    const directory = dirname(contractRoot);
    const files = new Map<string, string>();
    for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || extname(entry.name) !== ".yaml") continue;
      const path = join(entry.parentPath, entry.name);
      files.set(relative(directory, path).split(sep).join("/"), await readFile(path, "utf8"));
    }
    const configuration = await readFile(join(projectDirectory, "redocly.yaml"), "utf8");
    const exceptions = await readFile(join(projectDirectory, ".redocly.lint-ignore.yaml"), "utf8");
    return new ContractTemplate(files, configuration, (parse(exceptions) ?? {}) as Exceptions);
  }

  /**
   * Writes a contract.
   *
   * @param directory An empty directory; the root document is `openapi/openapi.yaml` in it.
   * @param times How many times the operations of this contract it has.
   */
  async write(directory: string, times: number): Promise<SyntheticContract> {
    const copies = Array.from({ length: times }, (_, index) => index + 1);
    const files = new Map<string, string>([[basename(contractRoot), this.#indexOf(copies)]]);
    for (const file of this.#common) files.set(file.path, file.text);
    for (const copy of copies) {
      for (const file of this.#copied) files.set(copyOfPath(file.path, copy), textOf(file, copy));
    }
    const contract = join(directory, basename(dirname(contractRoot)));
    const folders = new Set([...files.keys()].map((path) => dirname(join(contract, path))));
    for (const folder of folders) await mkdir(folder, { recursive: true });
    for (const [path, text] of files) await writeFile(join(contract, path), text);
    await writeFile(join(directory, "redocly.yaml"), this.#configuration);
    await writeFile(join(directory, ".redocly.lint-ignore.yaml"), stringify(this.#exceptionsOf(copies)));
    return {
      root: join(contract, basename(contractRoot)),
      operations: this.#paths.length * times,
      events: this.#events.length * times,
      files: files.size,
    };
  }

  /**
   * The index with the entries of all copies, those of one copy on one line:
   * written one below the other, they would not keep the limit that lint sets to the length of an index,
   * and `npm run generate` would stop there.
   */
  #indexOf(copies: readonly number[]): string {
    if (copies.length === 1) return this.#index;
    const document = parseDocument(this.#index);
    const sections = [
      { node: document.get("paths", true), entries: this.#paths, keyOf: copyOfUrl },
      { node: document.get("webhooks", true), entries: this.#events, keyOf: copyOfEvent },
    ].map(({ node, entries, keyOf }) => {
      const lines = copies.map((copy) =>
        entries
          .map(([key, file]) => `${quoted(keyOf(key, copy))}: {$ref: ${quoted(copyOfPath(file, copy))}}`)
          .join(", "),
      );
      const [start, end] = rangeOf(node);
      return { start, end, text: `{\n    ${lines.join(",\n    ")}\n  }\n` };
    });
    return sections
      .sort((a, b) => b.start - a.start)
      .reduce((text, section) => text.slice(0, section.start) + section.text + text.slice(section.end), this.#index);
  }

  #exceptionsOf(copies: readonly number[]): Exceptions {
    const folder = basename(dirname(contractRoot));
    const index = posix.join(folder, basename(contractRoot));
    const all: Record<string, Record<string, string[]>> = {};
    for (const copy of copies) {
      for (const [file, rules] of Object.entries(this.#exceptions)) {
        const target = file === index ? file : posix.join(folder, copyOfPath(posix.relative(folder, file), copy));
        all[target] ??= {};
        for (const [rule, pointers] of Object.entries(rules)) {
          all[target][rule] ??= [];
          all[target][rule].push(...pointers.map((pointer) => copyOfPointer(pointer, copy)));
        }
      }
    }
    return all;
  }
}

/** Whether all copies share a file: it stands in `shared/`, or is a closed enum, which lint allows by name. */
function isCommon(path: string, text: string): boolean {
  return path.startsWith("shared/") || (path.includes("/schemas/") && /^enum:/m.test(text));
}

/** Finds what a copy of a file names otherwise than the original. */
function insertionsOf(path: string, text: string, common: ReadonlySet<string>): Insertion[] {
  const insertions: Insertion[] = [];
  const end = (scalar: Scalar) => rangeOf(scalar)[1] - (isQuoted(text, scalar) ? 1 : 0);
  const start = (scalar: Scalar) => rangeOf(scalar)[0] + (isQuoted(text, scalar) ? 1 : 0);
  visit(parseDocument(text), {
    Pair(_, { key, value }) {
      if (!isScalar(key)) return;
      if (key.value === "$ref" && isScalar(value)) {
        const target = posix.join(posix.dirname(path), decodeURIComponent(String(value.value)));
        if (common.has(target)) return;
        insertions.push({ at: end(value) - extname(target).length, mark: markOfFile(target) });
      }
      if (key.value === "operationId" && isScalar(value)) insertions.push({ at: end(value), mark: "pascal" });
      if (key.value === "event_type" && isScalar(value)) insertions.push({ at: start(value), mark: "event" });
      if (key.value === "event_type" && isMap(value)) {
        const constant = value.get("const", true);
        if (isScalar(constant)) insertions.push({ at: start(constant), mark: "event" });
        const pattern = value.get("pattern", true);
        if (isScalar(pattern)) {
          const mark = text[rangeOf(pattern)[0]] === '"' ? "quotedPattern" : "pattern";
          insertions.push({ at: start(pattern) + "^".length, mark });
        }
      }
      if (key.value === "examples" && isMap(value)) {
        for (const { key: name, value: example } of value.items) {
          if (isScalar(name) && isMap(example) && refersToCopied(example, path, common)) {
            insertions.push({ at: end(name), mark: "kebab" });
          }
        }
      }
    },
  });
  return insertions.sort((a, b) => a.at - b.at);
}

function refersToCopied(example: YAMLMap, path: string, common: ReadonlySet<string>): boolean {
  const reference = example.get("$ref");
  return typeof reference === "string" && !common.has(posix.join(posix.dirname(path), reference));
}

function isQuoted(text: string, scalar: Scalar): boolean {
  return ["'", '"'].includes(text[rangeOf(scalar)[0]] ?? "");
}

/** Where the text of a node begins and ends. */
function rangeOf(node: unknown): [start: number, end: number] {
  const range = (node as Node | undefined)?.range;
  if (!range) throw new Error("The node was not parsed from a text.");
  return [range[0], range[1]];
}

function textOf({ text, insertions }: SourceFile, copy: number): string {
  if (copy === 1) return text;
  let result = "";
  let from = 0;
  for (const { at, mark } of insertions) {
    result += text.slice(from, at) + marks[mark](copy);
    from = at;
  }
  return result + text.slice(from);
}

/** Which mark the name of a file takes: a component's name is in PascalCase, all others are in kebab-case. */
function markOfFile(path: string): Mark {
  return ["paths", "examples"].includes(posix.basename(posix.dirname(path))) ? "kebab" : "pascal";
}

function copyOfPath(path: string, copy: number): string {
  if (copy === 1) return path;
  const { dir, name, ext } = posix.parse(path);
  // The file of an event is named like the event itself
  if (dir === "webhooks") return posix.join(dir, `${copyOfEvent(name, copy)}${ext}`);
  return posix.join(dir, `${name}${marks[markOfFile(path)](copy)}${ext}`);
}

function copyOfUrl(url: string, copy: number): string {
  return copy === 1 ? url : `/copy${copy}${url}`;
}

function copyOfEvent(event: string, copy: number): string {
  return copy === 1 ? event : `${marks.event(copy)}${event}`;
}

/** A JSON pointer into the index or into a path file. */
function copyOfPointer(pointer: string, copy: number): string {
  if (copy === 1) return pointer;
  return pointer.replace(/^#\/paths\/~1/, `#/paths/~1copy${copy}~1`).replace(/^#\/webhooks\//, `$&copy${copy}.`);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
