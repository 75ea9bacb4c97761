// Finds the two contracts to compare: files, or what a git revision has. Of a repository the generated bundle is compared.
import { statSync } from "node:fs";
import { basename, dirname, extname, join, resolve } from "node:path";
import {
  fromHere,
  isObject,
  type JsonObject,
  type Path,
  type Place,
  parseJson,
  type ReadBytes,
  readText,
  Source,
} from "../shared/contract/index.ts";
import { type FileProblem, FileProblemsError } from "../shared/findings/index.ts";
import { Git } from "../shared/git/index.ts";
import { Failure } from "../shared/terminal/index.ts";
import { bundleFiles } from "./bundle-files.ts";
import { defaultCommand, Repository } from "./revisions.ts";

/** One of the two contracts. */
export interface Contract {
  /** Its name in messages: a file, or a revision. */
  readonly name: string;
  /** The bundle. */
  readonly document: JsonObject;
  readonly root: string;
  /** Where a part of the bundle is written. */
  readonly findPlace: (at: Path) => Promise<Place>;
  /** Reads one of its files; by default from the disk. */
  readonly readBytes?: ReadBytes;
  /** It is the main branch, because there is no release yet. */
  readonly isUnreleased?: boolean;
}

/** Names of the contracts to compare. */
export interface Named {
  /** A file or a git revision; by default the latest release, or the main branch before there is one. */
  readonly base?: string | undefined;
  /** A file or a git revision; by default the root document as it is. */
  readonly revision?: string | undefined;
  /** The root document of the repository. */
  readonly root: string;
  /** How the reader calls the command, for messages. */
  readonly command?: string | undefined;
}

/** Finds the contract that is compared with: a file, a revision, or the latest release. */
export async function findBase({ base, root, command }: Named): Promise<Contract> {
  if (base !== undefined) return findNamed(base, root, command);
  const repository = await Repository.around(root);
  if (repository === undefined) throw outsideGit(`There is no release to compare with: ${fromHere(root)}`, command);
  const { name, commit, isUnreleased } = await repository.latestRelease(command);
  return { ...(await readRevision(repository, commit, name, root)), isUnreleased };
}

/** Finds the contract that changed: a file, a revision, or the root document as it is now. */
export async function findRevision({ revision, root, command }: Named): Promise<Contract> {
  return revision === undefined ? readTree(root) : findNamed(revision, root, command);
}

async function findNamed(named: string, root: string, command: string | undefined): Promise<Contract> {
  if (statSync(named, { throwIfNoEntry: false })?.isFile()) return readFiles(fromHere(resolve(named)), resolve(named));
  const repository = await Repository.around(root);
  const commit = await repository?.commit(named);
  if (repository !== undefined && commit !== undefined) return readRevision(repository, commit, named, root);
  if (/\.(ya?ml|json)$/.test(named)) {
    throw new Failure(`Found no document at ${named}.`, "Correct the path, or pass a git revision.");
  }
  if (repository === undefined) throw outsideGit(`"${named}" is not a file, and ${fromHere(root)}`, command);
  throw await repository.missing(named);
}

function outsideGit(problem: string, command = defaultCommand): Failure {
  return new Failure(`${problem} is not in a git repository.`, `Pass two files: \`${command} BASE REVISION\`.`);
}

/** Where \`npm run generate\` writes the bundle of a root document. */
function findBundle(root: string): string {
  return join(dirname(dirname(root)), "generated", `${basename(root, extname(root))}.json`);
}

/** The working tree. */
async function readTree(root: string): Promise<Contract> {
  const bundle = findBundle(root);
  const name = fromHere(root);
  const generated = statSync(bundle, { throwIfNoEntry: false });
  if (!generated?.isFile()) return readFiles(name, root);
  const newer = (await listEdits(dirname(root))).find((file) => {
    // The bundle has none of it
    if (basename(file) === "waivers.yaml") return false;
    const edited = statSync(file, { throwIfNoEntry: false });
    return edited === undefined || edited.mtimeMs > generated.mtimeMs;
  });
  if (newer !== undefined) {
    const remedy = "Run `npm run generate` first: the gate compares generated bundles.";
    throw new Failure(`${fromHere(newer)} was edited after ${fromHere(bundle)} was generated.`, remedy);
  }
  return { name, root, ...readBundle(await readText(bundle), bundle, () => Source.read(root)) };
}

/** The files below a directory that were edited since the last commit, removed ones included. Git tells: a clone gives its files any time. */
async function listEdits(directory: string): Promise<string[]> {
  const git = new Git(directory);
  const lists = await Promise.all([
    git.run("diff", "--name-only", "--relative", "HEAD"),
    git.run("ls-files", "--others", "--exclude-standard"),
  ]);
  return lists.flatMap(({ code, stdout }) =>
    code === 0 ? stdout.split("\n").flatMap((file) => (file === "" ? [] : [join(directory, file)])) : [],
  );
}

async function readRevision(repository: Repository, commit: string, name: string, root: string): Promise<Contract> {
  const then = await repository.readDocument(commit, name, root, findBundle(root));
  if (then.bundle === undefined) return readFiles(name, then.root, await then.readFiles());
  const readSource = async () => Source.read(then.root, await then.readFiles());
  const text = new TextDecoder().decode(then.bundle);
  return { name, root: then.root, ...readBundle(text, `${name}:${fromHere(findBundle(root))}`, readSource) };
}

/** A generated bundle; its files are read when a place in them is wanted. */
function readBundle(text: string, file: string, readSource: () => Promise<Source>) {
  let source: Promise<Source> | undefined;
  const document = parseJson(text);
  assertOpenApi(document, file);
  return {
    document,
    findPlace: async (at: Path) => {
      source ??= readSource();
      return withoutPointer((await source).locate(at));
    },
  };
}

function withoutPointer({ file, line, column }: Place): Place {
  return { file, line, column };
}

/** A document of one or several files. */
async function readFiles(name: string, root: string, readBytes?: ReadBytes): Promise<Contract> {
  const source = await Source.read(root, readBytes);
  assertOpenApi(source.root, fromHere(root));
  const problems = source.brokenReferences().map(({ place, reference }): FileProblem => {
    const message = /^[a-z][a-z\d+.-]*:/i.test(reference)
      ? `The reference ${reference} leads to another host, which is not read. Copy its target to a file.`
      : `The reference ${reference} leads nowhere. Correct it, or add its target.`;
    return { ...place, rule: "breaking/reference", message };
  });
  if (problems.length > 0) throw new FileProblemsError(problems);
  const { document, place } = bundleFiles(source);
  const findPlace = async (at: Path) => withoutPointer(place(at));
  return { name, root, document, findPlace, ...(readBytes === undefined ? {} : { readBytes }) };
}

function assertOpenApi(document: unknown, file: string): asserts document is JsonObject {
  if (isObject(document) && "openapi" in document) return;
  throw new Failure(
    `${file} is not an OpenAPI document: it has no \`openapi\` field.`,
    "Pass the root document, which begins with `openapi: 3.1.1`.",
  );
}
