// The layout check: are the contract's files named, placed and linked as openapi/README.md says?
import { readdir } from "node:fs/promises";
import { basename, dirname, extname, join, posix, relative, resolve } from "node:path";
import { isMap, type Scalar } from "yaml";
import type { Finding } from "../../tools/terminal/index.ts";
import { readSourceFiles, type SourceFile } from "../bundle/index.ts";

/** Every rule of this check. */
export const layoutRules = [
  "layout/index-length",
  "layout/opening-line",
  "layout/reference-climb",
  "layout/unique-name",
  "layout/operation-file",
  "layout/event-file",
  "layout/index-only",
  "layout/unused-file",
  "layout/shared",
  "layout/foreign-file",
] as const;

type LayoutRule = (typeof layoutRules)[number];

interface Place {
  readonly line: number;
  readonly column: number;
}

type Found = (rule: LayoutRule, path: string, message: string, at?: Place) => Finding;

const indexLimit = 250;
const climbLimit = 2;
const link = "See openapi/README.md#layout.";

/**
 * Checks the files of a contract.
 *
 * @param root The root document; its directory holds all others.
 */
export async function layoutFindings(root: string): Promise<Finding[]> {
  const directory = dirname(resolve(root));
  const files = await readSourceFiles(root);
  const index = basename(root);
  const place = (path: string) => relative(process.cwd(), join(directory, path));
  const found: Found = (rule, path, message, at) => ({
    file: place(path),
    line: at?.line ?? 1,
    column: at?.column ?? 1,
    rule,
    message: `${message} ${link}`,
  });
  return [
    ...indexLength(files, index, found),
    ...openingLine(files, found),
    ...climbs(files, found),
    ...uniqueNames(files, found),
    ...operationFiles(files, index, found),
    ...folders(files, index, found),
    ...(await foreignFiles(directory, found)),
  ];
}

function indexLength(files: readonly SourceFile[], index: string, found: Found): Finding[] {
  const lines =
    files
      .find((file) => file.path === index)
      ?.text.trimEnd()
      .split("\n").length ?? 0;
  if (lines <= indexLimit) return [];
  const message = `The index has ${lines} lines, expected at most ${indexLimit}. Move text into the files that it names.`;
  return [found("layout/index-length", index, message)];
}

function openingLine(files: readonly SourceFile[], found: Found): Finding[] {
  return files
    .filter((file) => !(isExample(file) ? /^summary: \S/ : /^# \S/).test(file.text))
    .map((file) => {
      const expected = isExample(file) ? "a `summary:`" : "a comment of one sentence";
      return found(
        "layout/opening-line",
        file.path,
        `The file does not open with ${expected} that says what it is for. Add it.`,
      );
    });
}

function climbs(files: readonly SourceFile[], found: Found): Finding[] {
  return files.flatMap((file) =>
    file.references
      .filter((reference) => reference.text.split("../").length - 1 > climbLimit)
      .map((reference) =>
        found(
          "layout/reference-climb",
          file.path,
          `"${reference.text}" climbs more than ${climbLimit} levels. Move what is shared into shared/.`,
          reference,
        ),
      ),
  );
}

function uniqueNames(files: readonly SourceFile[], found: Found): Finding[] {
  const first = new Map<string, string>();
  return files.flatMap((file) => {
    const kind = basename(dirname(file.path));
    if (!["schemas", "parameters", "responses", "links", "examples", "security"].includes(kind)) return [];
    // Case is ignored, since some file systems do
    const key = `${kind}/${basename(file.path).toLowerCase()}`;
    const other = first.get(key);
    if (other === undefined) {
      first.set(key, file.path);
      return [];
    }
    const message = `${other} has the same name, and a file's name is its component's name. Rename one of them.`;
    return [found("layout/unique-name", file.path, message)];
  });
}

/** Each operation stands in the folder of its version, in a file named after its operationId; events likewise. */
function operationFiles(files: readonly SourceFile[], index: string, found: Found): Finding[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const root = byPath.get(index);
  if (root === undefined) return [];
  return entriesOf(root).flatMap(({ key, place, target }) => {
    if (target === undefined) {
      return [
        found(
          "layout/index-only",
          index,
          `"${key}" is written in the index. Move it to a file, and refer to the file here.`,
          place,
        ),
      ];
    }
    const file = byPath.get(target);
    if (file === undefined) return [];
    if (!key.startsWith("/")) {
      const expected = `webhooks/${key}.yaml`;
      if (file.path === expected) return [];
      return [found("layout/event-file", file.path, `The event ${key} belongs in ${expected}. Rename the file.`)];
    }
    const version = /\/(v\d+)(?:\/|$)/.exec(key)?.[1];
    if (version === undefined) {
      const message = `${key} has no version, and folders are named by version. Add the version to the path.`;
      return [found("layout/operation-file", index, message, place)];
    }
    const operation = /^ {2}operationId: (\S+)$/m.exec(file.text);
    // Redocly reports an operation without an id
    if (operation?.[1] === undefined) return [];
    const expected = `${version}/paths/${kebabCase(operation[1])}.yaml`;
    if (file.path === expected) return [];
    const line = file.text.slice(0, operation.index).split("\n").length;
    const message = `${operation[1]} (${key}) belongs in ${expected}. Move the file.`;
    return [found("layout/operation-file", file.path, message, { line, column: 3 })];
  });
}

/** The paths and events of the index, each with its place there and the file it names. */
function entriesOf({ placed }: SourceFile): { key: string; place: Place; target: string | undefined }[] {
  return ["paths", "webhooks"].flatMap((section) => {
    const entries = placed.document.get(section);
    if (!isMap<Scalar>(entries)) return [];
    return entries.items.map(({ key, value }) => {
      const reference = isMap(value) ? value.get("$ref") : undefined;
      return {
        key: String(key.value),
        place: placed.at(key.range?.[0] ?? 0),
        target: typeof reference === "string" ? posix.normalize(decodeURIComponent(reference)) : undefined,
      };
    });
  });
}

/** Files are used; what one folder uses stands there, and what two folders use stands in shared/. */
function folders(files: readonly SourceFile[], index: string, found: Found): Finding[] {
  const users = new Map<string, Set<string>>(files.map((file) => [file.path, new Set()]));
  for (const file of files) for (const reference of file.references) users.get(reference.target)?.add(file.path);
  return files.flatMap((file) => {
    // Waivers are read by the gate against breaking changes
    if (file.path === index || file.path === "waivers.yaml") return [];
    const usedBy = [...(users.get(file.path) ?? [])];
    if (usedBy.length === 0) {
      return [found("layout/unused-file", file.path, "No file refers to this file. Add a reference, or delete it.")];
    }
    const home = topFolder(file.path);
    const tops = new Set(usedBy.map(topFolder));
    const usedAtHome = tops.has(home) || tops.has(index);
    if (home === "shared") {
      // What the index or another shared file uses is shared by that
      if (tops.size > 1 || tops.has("shared") || tops.has(index)) return [];
      const message = `Only ${[...tops][0]}/ uses this file. Move it there: shared/ is for files that two folders use.`;
      return [found("layout/shared", file.path, message)];
    }
    tops.delete(home);
    tops.delete(index);
    if (tops.size === 0) return [];
    const message =
      tops.size === 1 && !usedAtHome
        ? `Only ${[...tops][0]}/ uses this file. Move it there.`
        : `This file is used in ${[...tops].map((top) => `${top}/`).join(" and ")}, too. Move it to shared/.`;
    return [found("layout/shared", file.path, message)];
  });
}

/** Only YAML is read: a file of another kind would be there without meaning anything. */
async function foreignFiles(directory: string, found: Found): Promise<Finding[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && ![".yaml", ".yml"].includes(extname(entry.name)) && entry.name !== "README.md")
    .map((entry) => {
      const path = relative(directory, join(entry.parentPath, entry.name));
      return found("layout/foreign-file", path, "The contract is written in .yaml files. Rename or delete this one.");
    });
}

function isExample(file: SourceFile): boolean {
  return basename(dirname(file.path)) === "examples";
}

function topFolder(path: string): string {
  return path.split("/")[0] ?? path;
}

function kebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
