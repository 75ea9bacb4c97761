// Finds git revisions, and reads files as they were there: neither the working tree nor the index is touched.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname, join, relative, sep } from "node:path";
import type { ReadBytes } from "../shared/contract/index.ts";
import { Git } from "../shared/git/index.ts";
import { Failure } from "../shared/terminal/index.ts";

/** A commit, and its name in messages. */
export interface Revision {
  readonly name: string;
  readonly commit: string;
}

/**
 * The git repository around a file; undefined when there is none, or no git.
 *
 * @throws {Failure} when git does not read it.
 */
export async function findRepository(file: string): Promise<Git | undefined> {
  // The file may be one of an older revision only, and its folder gone
  let directory = dirname(file);
  while (!existsSync(directory)) directory = dirname(directory);
  const top = await new Git(directory).top().catch((error: unknown) => {
    if (error instanceof Failure) throw error;
  });
  return top === undefined ? undefined : new Git(top);
}

/**
 * The default base: the latest release, or the main branch before the first release.
 *
 * @throws {Failure} when a release is missing: the main branch in its place may be the change itself.
 */
export async function findLatestRelease(git: Git): Promise<Revision> {
  const [tag, ...older] = await git.releases();
  const changelog = await readFile(join(git.directory, "CHANGELOG.md"), "utf8").catch(() => "");
  const [, version] = /^## \[(\d+\.\d+\.\d+)\]/m.exec(changelog) ?? [];
  const isTagged = version === undefined || [tag, ...older].includes(`v${version}`);
  if ((tag === undefined || !isTagged) && (await git.isShallow())) throw reportShallow("the latest release");
  // A tag that was not pushed, or not fetched: the commit of the release has set the version in the changelog
  const commit = isTagged ? undefined : await git.firstCommitWith(`## [${version}]`, "CHANGELOG.md");
  if (commit !== undefined) return { name: `${version} (${commit.slice(0, 8)})`, commit };
  const branches = { main: "refs/heads/main", "origin/main": "refs/remotes/origin/main" };
  // By its full name: a branch may have the name of a tag
  for (const [name, reference] of Object.entries(tag ? { [tag]: `refs/tags/${tag}` } : branches)) {
    const commit = await git.commit(reference);
    if (commit !== undefined) return { name, commit };
  }
  throw new Failure(
    "Found neither a release tag (v1.2.3) nor a main branch to compare with.",
    "Pass a base: a file, or a git revision.",
  );
}

/**
 * Reads the files of a document as they were in a revision, by the paths that they have now.
 *
 * @param root The root document, and its generated bundle.
 * @throws {Failure} when there was neither.
 */
export async function readFilesAt(
  git: Git,
  { commit, name }: Revision,
  root: string,
  bundle: string,
): Promise<ReadBytes> {
  const findPath = (file: string) => relative(git.directory, file).split(sep).join("/");
  const wanted = [findPath(root), findPath(bundle)];
  const directory = findPath(root).slice(0, -basename(root).length);
  const files = await git.filesAt(commit, (path) => {
    return wanted.includes(path) || (path.startsWith(directory) && /\.(ya?ml|json)$/.test(path));
  });
  if (!wanted.some((path) => files.has(path))) {
    throw new Failure(`${name} has no ${findPath(root)}.`, "Pass another --root, or another revision.");
  }
  return (absolute) => {
    const path = findPath(absolute);
    const file = files.get(path);
    if (file === undefined) throw Object.assign(new Error(`${name} has no ${path}.`), { code: "ENOENT" });
    if (!file.isLink) return file.bytes;
    // It may lead to a file of the working tree
    throw new Failure(`${path} is a symbolic link in ${name}.`, "Use a revision that contains the file itself.");
  };
}

/** The error about a name that a shallow clone may lack. */
export function reportShallow(missing: string): Failure {
  return new Failure(
    `This is a shallow clone without ${missing}.`,
    "Fetch the rest with `git fetch --unshallow --tags`.",
  );
}
