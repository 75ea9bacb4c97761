// Reads a document as it was in a git revision, without a file of its own: neither the working tree nor the index is touched.
import { existsSync, realpathSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname, extname, join, relative, sep } from "node:path";
import type { ReadBytes } from "../shared/contract/index.ts";
import { type CommittedFile, Git } from "../shared/git/index.ts";
import { Failure } from "../shared/terminal/index.ts";

/** A document of a revision: its files are called as in the working tree. */
interface DocumentThen {
  readonly root: string;
  /** The generated bundle, where the revision has it. */
  readonly bundle: Buffer | undefined;
  /** Reads all files of the document, to give those that are asked for. */
  readonly readFiles: () => Promise<ReadBytes>;
}

/** A revision that was found by default. */
export interface Revision {
  readonly name: string;
  readonly commit: string;
  /** It is the main branch, before there is a release. */
  readonly isUnreleased: boolean;
}

/** How the gate is called in this repository. */
export const defaultCommand = "npm run breaking --";

/** The git repository of a document. */
export class Repository {
  readonly #git: Git;

  private constructor(git: Git) {
    this.#git = git;
  }

  /** The repository around a file; undefined when there is none, or no git. */
  static async around(file: string): Promise<Repository | undefined> {
    // The file may be one of an older revision only, and its folder gone
    let directory = dirname(file);
    while (!existsSync(directory)) directory = dirname(directory);
    const top = await new Git(directory).top().catch(() => undefined);
    return top === undefined ? undefined : new Repository(new Git(top));
  }

  /** The commit of a name; undefined when there is none. */
  commit(name: string): Promise<string | undefined> {
    return this.#git.commit(name);
  }

  /**
   * The default base: the latest release, or the main branch before the first release.
   *
   * @throws {Failure} when a release is missing: the main branch in its place may be the change itself.
   */
  async latestRelease(command = defaultCommand): Promise<Revision> {
    const tags = await this.#git.releases();
    const written = await this.#latestInChangelog();
    const isTagged = written === undefined || tags.includes(`v${written}`);
    if ((tags.length === 0 || !isTagged) && (await this.#git.isShallow())) throw shallow("the latest release");
    // A tag that was not pushed, or not fetched: the commit of the release has set the version in the changelog
    const commit = isTagged ? undefined : await this.#git.firstCommitWith(`## [${written}]`, "CHANGELOG.md");
    if (commit !== undefined) return { name: `${written} (${commit.slice(0, 8)})`, commit, isUnreleased: false };
    const [tag] = tags;
    const branches = { main: "refs/heads/main", "origin/main": "refs/remotes/origin/main" };
    // By its full name: a branch may have the name of a tag
    for (const [name, reference] of Object.entries(tag ? { [tag]: `refs/tags/${tag}` } : branches)) {
      const commit = await this.#git.commit(reference);
      if (commit !== undefined) return { name, commit, isUnreleased: tag === undefined };
    }
    throw new Failure(
      "Found neither a release tag (v1.2.3) nor a main branch to compare with.",
      `Pass a base: \`${command} BASE\`.`,
    );
  }

  /** The newest release that CHANGELOG.md has a heading for; undefined without one. */
  async #latestInChangelog(): Promise<string | undefined> {
    const text = await readFile(join(this.#git.directory, "CHANGELOG.md"), "utf8").catch(() => "");
    return /^## \[(\d+\.\d+\.\d+)\]/m.exec(text)?.[1];
  }

  /**
   * The document as it was in a revision, and how its files are read.
   *
   * @param file The root document as it is called now, and its generated bundle.
   * @throws {Failure} when it was not there.
   */
  async readDocument(commit: string, name: string, file: string, bundle: string): Promise<DocumentThen> {
    const top = this.#git.directory;
    const real = (path: string) => join(findReal(dirname(path)), basename(path));
    const inRepository = (absolute: string) => relative(top, absolute).split(sep).join("/");
    const [root, generated] = [real(file), inRepository(real(bundle))];
    const found = await this.#git.filesAt(commit, (path) => path === generated);
    return {
      root,
      bundle: found.get(generated)?.bytes,
      readFiles: async () => {
        const files = await this.#git.filesAt(commit, (path) => endings.has(extname(path)));
        const path = inRepository(root);
        if (!files.has(path)) throw new Failure(`${name} has no ${path}.`, "Pass another --root, or another revision.");
        return (absolute) => bytesAt(files, inRepository(absolute), name);
      },
    };
  }

  /** The error for an unknown revision. */
  async missing(name: string): Promise<Failure> {
    if (await this.#git.isShallow()) return shallow(name);
    return new Failure(
      `"${name}" is neither a file nor a revision of this git repository.`,
      "Correct the name; `git fetch --tags` fetches the tags of releases.",
    );
  }
}

/** The directory behind symbolic links; the nearest one that is there. */
function findReal(directory: string): string {
  try {
    return realpathSync(directory);
  } catch {
    return join(findReal(dirname(directory)), basename(directory));
  }
}

/** The bytes of a file of a revision: a symbolic link may lead to a file of the working tree. */
function bytesAt(files: ReadonlyMap<string, CommittedFile>, path: string, name: string): Buffer {
  const file = files.get(path);
  if (file === undefined) throw Object.assign(new Error(`${name} has no ${path}.`), { code: "ENOENT" });
  if (!file.isLink) return file.bytes;
  throw new Failure(`${path} is a symbolic link in ${name}.`, "Use a revision that contains the file itself.");
}

const endings = new Set([".yaml", ".yml", ".json"]);

function shallow(what: string): Failure {
  return new Failure(`This is a shallow clone without ${what}.`, "Fetch the rest with `git fetch --unshallow --tags`.");
}
