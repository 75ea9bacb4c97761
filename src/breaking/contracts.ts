// Finds the two contracts to compare: files, or what a git revision has. Of a repository the generated bundle is compared.
import { statSync } from "node:fs";
import { basename, dirname, extname, join, resolve } from "node:path";
import {
  fromHere,
  isMissing,
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
import { findLatestRelease, findRepository, type Revision, readFilesAt, reportShallow } from "./revisions.ts";

const documentName = /\.(ya?ml|json)$/;

type PointedPlace = Place & { readonly pointer: string };

/** One of the two contracts. */
export interface Contract {
  /** Its name in messages: a file, or a revision. */
  readonly name: string;
  /** The bundle. */
  readonly document: JsonObject;
  readonly root: string;
  /** Where a part of the bundle is written, with its pointer in that file. */
  readonly findPlace: (at: Path) => PointedPlace | Promise<PointedPlace>;
  /** Reads one of its files; by default from the disk. */
  readonly readBytes: ReadBytes | undefined;
  /** It is the main branch, because there is no release yet. */
  readonly isUnreleased?: boolean | undefined;
}

/** Names of the contracts to compare. */
export interface Named {
  /** A file or a git revision; by default the latest release, or the main branch before there is one. */
  readonly base?: string | undefined;
  /** A file or a git revision; by default the root document as it is. */
  readonly revision?: string | undefined;
  /** The root document of the repository. */
  readonly root: string;
}

/** Finds the contract that is compared with: a file, a revision, or the latest release. */
export async function findBase({ base, root }: Named): Promise<Contract> {
  if (base !== undefined) return findNamed(base, root);
  const git = await findRepository(root);
  if (git === undefined) throw reportOutsideGit(`No release was found: ${fromHere(root)}`);
  if ((await git.commit("HEAD")) === undefined) {
    throw new Failure(
      "No release was found: nothing is committed to this git branch yet.",
      "Pass two files, a base and a revision.",
    );
  }
  return readRevision(git, await findLatestRelease(git), root);
}

/** Finds the contract that changed: a file, a revision, or the root document as it is now. */
export async function findRevision({ revision, root }: Named): Promise<Contract> {
  if (revision !== undefined) return findNamed(revision, root);
  await assertGenerated(root);
  return readRepository(fromHere(root), root);
}

async function findNamed(named: string, root: string): Promise<Contract> {
  if (statSync(named, { throwIfNoEntry: false })?.isFile()) return readFiles(fromHere(resolve(named)), resolve(named));
  const git = await findRepository(root);
  const commit = await git?.commit(named);
  if (git && commit !== undefined) return readRevision(git, { name: named, commit }, root);
  if (documentName.test(named)) {
    throw new Failure(`Found no document at ${named}.`, "Correct the path, or pass a git revision.");
  }
  if (git === undefined) throw reportOutsideGit(`"${named}" is not a file, and ${fromHere(root)}`);
  if (await git.isShallow()) throw reportShallow(named);
  throw new Failure(
    `"${named}" is neither a file nor a revision of this git repository.`,
    "Correct the name; `git fetch --tags` fetches the tags of releases.",
  );
}

function reportOutsideGit(problem: string): Failure {
  return new Failure(`${problem} is not in a git repository.`, "Pass two files, a base and a revision.");
}

async function readRevision(git: Git, revision: Revision, root: string): Promise<Contract> {
  const readBytes = await readFilesAt(git, revision, root, findBundle(root));
  const { name, isUnreleased } = revision;
  return { ...(await readRepository(name, root, readBytes)), isUnreleased };
}

/** Where \`npm run generate\` writes the bundle of a root document. */
function findBundle(root: string): string {
  return join(dirname(dirname(root)), "generated", `${basename(root, extname(root))}.json`);
}

/** Makes sure that no file changed after the bundle was generated. Git tells which did: a clone gives its files any time. */
async function assertGenerated(root: string): Promise<void> {
  const generated = statSync(findBundle(root), { throwIfNoEntry: false });
  if (!generated?.isFile()) return;
  const git = new Git(dirname(root));
  const lists = await Promise.all([
    git.run("diff", "--name-only", "-z", "--relative", "HEAD"),
    git.run("ls-files", "--others", "-z", "--exclude-standard"),
  ]);
  const changed = lists.flatMap(({ code, stdout }) =>
    code === 0 ? stdout.split("\0").filter((file) => file !== "") : [],
  );
  // The bundle has no waivers, no text for people and nothing of an editor
  const bundled = changed.filter((file) => documentName.test(file) && basename(file) !== "waivers.yaml");
  const newer = bundled.find((file) => findTimeOfChange(join(git.directory, file)) > generated.mtimeMs);
  if (newer === undefined) return;
  throw new Failure(
    `${fromHere(join(git.directory, newer))} changed after ${fromHere(findBundle(root))} was generated.`,
    "Run `npm run generate` first: the gate compares generated bundles.",
  );
}

/** When a file was written; of a removed one, when the nearest folder that is left was. */
function findTimeOfChange(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? findTimeOfChange(dirname(path));
}

/** The generated bundle of a repository, or its files where there is none. They are read when a place in them is wanted. */
async function readRepository(name: string, root: string, readBytes?: ReadBytes): Promise<Contract> {
  const bundle = findBundle(root);
  const text = await readText(bundle, readBytes).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });
  if (text === undefined) return readFiles(name, root, readBytes);
  const document = parseJson(text);
  assertOpenApi(document, fromHere(bundle));
  let source: Promise<Source> | undefined;
  const findPlace = async (at: Path) => {
    source ??= Source.read(root, readBytes);
    return (await source).locate(at);
  };
  return { name, root, document, findPlace, readBytes };
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
  const { document, findPlace } = bundleFiles(source);
  return { name, root, document, findPlace, readBytes };
}

function assertOpenApi(document: unknown, file: string): asserts document is JsonObject {
  if (isObject(document) && "openapi" in document) return;
  throw new Failure(
    `${file} is not an OpenAPI document: it has no \`openapi\` field.`,
    "Pass the root document, which begins with `openapi: 3.1.1`.",
  );
}
