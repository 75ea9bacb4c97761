// Makes of findings a row of edits, each of the size of a commit, tries each on a copy of the contract, and applies them.

import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { createTwoFilesPatch } from "diff";
import {
  contractRoot,
  fromHere,
  own,
  projectDirectory,
  replaceFiles,
  stringsOf,
} from "../../../tools/contract/index.ts";
import { counted, Failure, FindingsError, makeTemporaryDirectory } from "../../../tools/terminal/index.ts";
import { lintContract } from "../../lint/index.ts";
import type { Finding } from "../proposal.ts";
import { CannotEdit } from "./edited.ts";
import { carryOut } from "./edits.ts";
import { ContractTree } from "./tree.ts";
import { type Dropped, type Unit, unitsOf } from "./units.ts";

/** A file before and after a group; undefined where it is not there. */
export interface EditedFile {
  /** Relative to the contract's directory. */
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** What belongs into one commit. */
export interface EditGroup {
  /** The first line of the commit message. */
  readonly title: string;
  /** The rest of it: what was found, with the evidence. */
  readonly body: string;
  readonly files: readonly EditedFile[];
  /** What a person still has to do, each a sentence that begins with its place. */
  readonly byHand: readonly string[];
  readonly findings: readonly Finding[];
  /** The same as a unified diff. */
  readonly patch: string;
}

/** The edits that findings lead to, in their order: each group continues from the one before it. */
export interface EditPlan {
  readonly groups: readonly EditGroup[];
  /** What leads to no edit, and why. */
  readonly dropped: readonly Dropped[];
}

/**
 * Makes edits of what findings propose, and keeps those after which the contract is as sound as before.
 * Nothing is written but into a temporary directory.
 *
 * @param root The index of the contract.
 * @throws {FindingsError} when lint has findings before any edit.
 */
export async function planEdits(findings: readonly Finding[], root = contractRoot): Promise<EditPlan> {
  const directory = dirname(resolve(root));
  const tree = await ContractTree.read(directory);
  const { units, dropped } = unitsOf(findings, tree);
  if (units.length === 0) return { groups: [], dropped };
  const copy = makeTemporaryDirectory(join(tmpdir(), "learn-"));
  try {
    const tried = await copyOf(directory, copy.path);
    const { groups, refused } = await tryUnits(units, tree, tried);
    return { groups, dropped: [...dropped, ...refused] };
  } finally {
    copy.remove();
  }
}

/** Which units became edits, and which did not. */
interface Tried {
  readonly groups: readonly EditGroup[];
  readonly refused: readonly Dropped[];
}

/**
 * Edits the tree and its copy. One check of the contract is enough for all units;
 * where it fails, each half is tried by itself, down to the unit that it fails for.
 *
 * @throws {FindingsError} when lint had findings before.
 */
async function tryUnits(units: readonly Unit[], tree: ContractTree, root: string): Promise<Tried> {
  const directory = dirname(root);
  const first = tree.texts();
  const takeBack = tree.snapshot();
  const groups: EditGroup[] = [];
  const refused: Dropped[] = [];
  for (const unit of units) {
    const findings = unit.findings.map(({ finding }) => finding);
    const before = tree.texts();
    const takeUnitBack = tree.snapshot();
    try {
      const edited = carryOut(tree, unit);
      const files = changesBetween(before, tree.texts());
      if (files.length === 0) throw new CannotEdit("The contract says so already.");
      const byHand = [...edited.byHand, ...notShownByHand(tree, unit)];
      groups.push({ ...edited, byHand, body: bodyOf(findings), files, findings, patch: patchOf(files) });
    } catch (error) {
      if (!(error instanceof CannotEdit)) throw error;
      takeUnitBack();
      refused.push({ findings, reason: error.message });
    }
  }
  const files = changesBetween(first, tree.texts());
  if (files.length === 0) return { groups, refused };
  await writeTo(directory, files);
  const { findings: complaints } = await lintContract(root);
  if (complaints.length === 0) return { groups, refused };
  takeBack();
  await writeTo(
    directory,
    files.map(({ path, before, after }) => ({ path, before: after, after: before })),
  );
  const [only, ...others] = units;
  if (only !== undefined && others.length === 0) {
    const { findings: before } = await lintContract(root);
    if (before.length > 0) throw new FindingsError(before);
    const said = [...new Set(complaints.map(({ message }) => message))].join(" ");
    return {
      groups: [],
      refused: [{ findings: only.findings.map(({ finding }) => finding), reason: `Lint refuses the edit: ${said}` }],
    };
  }
  const middle = Math.ceil(units.length / 2);
  const one = await tryUnits(units.slice(0, middle), tree, root);
  const other = await tryUnits(units.slice(middle), tree, root);
  return { groups: [...one.groups, ...other.groups], refused: [...one.refused, ...other.refused] };
}

/**
 * Writes the files of a group, all or none.
 *
 * @throws {Failure} when a file has changed since the group was made.
 */
export function applyGroup({ files }: EditGroup, root = contractRoot): void {
  const directory = dirname(resolve(root));
  for (const { path, before } of files) {
    const file = join(directory, path);
    const text = existsSync(file) ? readFileSync(file, "utf8") : undefined;
    if (text === before) continue;
    throw new Failure(`${fromHere(file)} changed since the edit was made; nothing was written.`, "Run it again.");
  }
  const written = files.filter(({ after }) => after !== undefined);
  for (const { path } of written) mkdirSync(dirname(join(directory, path)), { recursive: true });
  replaceFiles(directory, new Map(written.map(({ path, after = "" }) => [path, after])));
  for (const { path, after } of files) if (after === undefined) rmSync(join(directory, path));
}

/** The index of a copy of a contract, with the exceptions of Redocly that belong to it. */
async function copyOf(directory: string, to: string): Promise<string> {
  const root = join(to, "openapi", "openapi.yaml");
  await cp(directory, dirname(root), { recursive: true });
  const home = existsSync(join(directory, "..", "redocly.yaml")) ? join(directory, "..") : projectDirectory;
  for (const name of ["redocly.yaml", ".redocly.lint-ignore.yaml"]) {
    if (existsSync(join(home, name))) await cp(join(home, name), join(to, name));
  }
  return root;
}

async function writeTo(directory: string, files: readonly EditedFile[]): Promise<void> {
  for (const { path, after } of files) {
    const file = join(directory, path);
    await mkdir(dirname(file), { recursive: true });
    if (after === undefined) await rm(file, { force: true });
    else await writeFile(file, after);
  }
}

function changesBetween(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): EditedFile[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .sort()
    .map((path) => ({ path, before: before.get(path), after: after.get(path) }))
    .filter((file) => file.before !== file.after);
}

function patchOf(files: readonly EditedFile[]): string {
  return files
    .map(({ path, before, after }) => {
      const name = (side: string, text: string | undefined) =>
        text === undefined ? "/dev/null" : `${side}/openapi/${path}`;
      const diff = createTwoFilesPatch(name("a", before), name("b", after), before ?? "", after ?? "", "", "");
      return diff.replace(/^=+\n/, "").replaceAll(/^((?:---|\+\+\+) .*?)\t$/gm, "$1");
    })
    .join("");
}

/** What the nodes that changed still call not shown. */
function notShownByHand(tree: ContractTree, { key, findings }: Unit): string[] {
  if (key.startsWith("confirm ")) return [];
  const places = findings.flatMap(({ target, subject }) => [tree.now(target), tree.now(subject)]);
  const lines = places.flatMap((place) => {
    if (!tree.files.includes(place.file)) return [];
    // What a renamed or moved field refers to is as it was
    const { file, path } = /^(?:change|add)-/.test(key) ? tree.resolved(place) : place;
    return stringsOf(own(tree.value({ file, path }), "x-not-shown")).map((text) => {
      const line =
        tree
          .text(file)
          .split("\n")
          .findIndex((one) => one.includes(text.slice(0, 40))) + 1;
      return `openapi/${file}:${line}: is this still not shown? ${text}`;
    });
  });
  return [...new Set(lines)];
}

/** What was found, a line for each. */
function bodyOf(findings: readonly Finding[]): string {
  return findings
    .map(({ pointer, message, evidence: { exchanges, users, date }, against, shownBy }) => {
      const of = users === 0 ? "" : ` of ${counted(users, "user")}`;
      const but = against === 0 ? "" : `, and ${against} against it`;
      const shown = shownBy.length === 0 ? "" : `; see ${shownBy.join(", ")}`;
      return `- ${pointer}: ${message.replace(/\.$/, "")} (${counted(exchanges, "exchange")}${of}${but}, the latest of ${date}${shown}).`;
    })
    .join("\n");
}
