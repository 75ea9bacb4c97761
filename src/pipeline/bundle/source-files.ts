// Reads the files of a contract, and finds what keeps them from being put together.
import { existsSync, statSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { basename, dirname, extname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { isMap, type Scalar, visit } from "yaml";
import { contractRoot, type LineColumn, PlacedText } from "../../tools/contract/index.ts";
import type { Finding } from "../../tools/terminal/index.ts";

/** A reference to another file. */
export interface SourceReference extends LineColumn {
  /** What it leads to, relative to the contract's directory. */
  readonly target: string;
  /** As it is written. */
  readonly text: string;
}

/** One file of a contract. */
export interface SourceFile {
  /** Path relative to the contract's directory, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly placed: PlacedText;
  readonly references: readonly SourceReference[];
}

/** Reads every YAML file in the directory of a root document. */
export async function readSourceFiles(root: string): Promise<SourceFile[]> {
  const directory = dirname(resolve(root));
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && [".yaml", ".yml"].includes(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  return Promise.all(paths.map((path) => readSourceFile(path, directory)));
}

async function readSourceFile(path: string, directory: string): Promise<SourceFile> {
  const text = await readFile(path, "utf8");
  const { placed, references } = parsed(text);
  return {
    path: slashed(relative(directory, path)),
    text,
    placed,
    references: references.map((reference) => {
      const target = join(dirname(path), decodeURIComponent(reference.text.split("#")[0] ?? ""));
      return { ...reference, target: slashed(relative(directory, target)) };
    }),
  };
}

/** What a text says, wherever its file stands. */
interface Parsed {
  readonly placed: PlacedText;
  readonly references: readonly Omit<SourceReference, "target">[];
}

/** The texts that were parsed last: after an edit, most files of a contract are as they were. */
const parsedTexts = new Map<string, Parsed>();
const mostParsed = 1000;

function parsed(text: string): Parsed {
  const known = parsedTexts.get(text) ?? parse(text);
  // The one that was not asked for the longest time is the first
  parsedTexts.delete(text);
  parsedTexts.set(text, known);
  for (const [oldest] of parsedTexts) {
    if (parsedTexts.size <= mostParsed) break;
    parsedTexts.delete(oldest);
  }
  return known;
}

function parse(text: string): Parsed {
  const placed = new PlacedText(text);
  const references: Omit<SourceReference, "target">[] = [];
  visit(placed.document, {
    Pair(_, pair) {
      const { key, value } = pair as { key: Scalar; value: Scalar | null };
      if (key?.value !== "$ref" || typeof value?.value !== "string" || value.value.startsWith("#")) return;
      references.push({ text: value.value, ...placed.at(value.range?.[0] ?? 0) });
    },
  });
  return { placed, references };
}

/**
 * Finds files that do not parse and references that lead nowhere or out of the contract,
 * each with its place and what to do.
 */
export function sourceFindings(root: string, files: readonly SourceFile[]): Finding[] {
  const directory = dirname(resolve(root));
  const place = (path: string) => relative(process.cwd(), join(directory, path));
  const byPath = new Map(files.map((file) => [file.path, file]));
  const findings: Finding[] = [];
  for (const { path, text, placed, references } of files) {
    if (text.startsWith("\uFEFF")) {
      const message = "The file starts with a byte order mark. Save it as UTF-8 without one.";
      findings.push({ file: place(path), line: 1, column: 1, rule: "contract/encoding", message });
    }
    findings.push(...placed.findings(place(path)));
    for (const { target, text, line, column } of references) {
      const message = complaintAbout(text, target, byPath, directory);
      if (message) findings.push({ file: place(path), line, column, rule: "contract/reference", message });
    }
  }
  const index = byPath.get(basename(root));
  if (
    findings.length === 0 &&
    index &&
    !(isMap(index.placed.document.contents) && index.placed.document.contents.has("openapi"))
  ) {
    const message =
      "This is not an OpenAPI document: it has no `openapi` field. Start it with `openapi: 3.1.1`, or name another root.";
    findings.push({ file: place(index.path), line: 1, column: 1, rule: "contract/root", message });
  }
  return findings;
}

function complaintAbout(
  text: string,
  target: string,
  files: ReadonlyMap<string, SourceFile>,
  directory: string,
): string | undefined {
  if (/^[a-z][a-z\d+.-]*:/i.test(text) || text.startsWith("//")) {
    return `The reference ${text} leads to another host. Copy its target to a file in the contract's directory.`;
  }
  // The control plane shows things of the service as the contract describes them
  const ownContract = slashed(relative(directory, dirname(contractRoot)));
  const isOwn = target.startsWith(`${ownContract}/`) && existsSync(join(directory, target));
  if (isOwn && ownContract.startsWith("../")) return undefined;
  if (isAbsolute(text) || target === ".." || target.startsWith("../")) {
    return `The reference ${text} leads out of the contract's directory. Move the file into it.`;
  }
  const file = files.get(target);
  if (file === undefined) {
    if (statSync(join(directory, target), { throwIfNoEntry: false })?.isFile()) {
      return `The reference ${text} does not end with .yaml. Rename the file to ${target.replace(/\.\w+$/, "")}.yaml.`;
    }
    return `The reference ${text} leads to ${target}, which does not exist. Correct the path of the reference, or create its file.`;
  }
  if (file.placed.document.contents === null && file.placed.document.errors.length === 0) {
    return `The reference ${text} leads to ${target}, which is empty. Write it, or remove the reference.`;
  }
  if (isCircle(target, files)) {
    return `The reference ${text} leads to ${target}, which is only a reference back. Point it to a part with content.`;
  }
  return undefined;
}

/** Whether following a file that is only a reference, and what that leads to, comes back to where it began. */
function isCircle(start: string, files: ReadonlyMap<string, SourceFile>): boolean {
  const seen = new Set<string>();
  for (let path: string | undefined = start; path !== undefined; ) {
    if (seen.has(path)) return true;
    seen.add(path);
    const file = files.get(path);
    const isOnlyReference = isMap(file?.placed.document.contents) && file.placed.document.contents.has("$ref");
    path = isOnlyReference ? file.references[0]?.target : undefined;
  }
  return false;
}

function slashed(path: string): string {
  return path.split(sep).join("/");
}
