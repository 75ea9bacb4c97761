// Reads a document as it was in a git revision, without touching the working tree or the index.
import { realpathSync } from "node:fs";
import { mkdir, readFile, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, extname, join, relative, sep } from "node:path";
import { Git } from "../contract/index.ts";
import { Failure, makeTemporaryDirectory } from "../terminal/index.ts";

/** A document of a revision in a temporary directory; call `remove` when done. */
export interface CheckedOut {
  readonly root: string;
  /** The path of one of its files in the repository. */
  inRepository(file: string): string;
  remove(): Promise<void>;
}

/** A revision that was found by default. */
export interface Revision {
  readonly name: string;
  readonly commit: string;
}

/** The git repository of a document. */
export class Repository {
  readonly #git: Git;

  private constructor(git: Git) {
    this.#git = git;
  }

  /** The repository around a file; undefined when there is none, or no git. */
  static async around(file: string): Promise<Repository | undefined> {
    const top = await new Git(dirname(file)).top().catch(() => undefined);
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
  async latestRelease(): Promise<Revision> {
    const tags = await this.#git.releases();
    const written = await this.#latestInChangelog();
    const isMissing = written !== undefined && !tags.includes(`v${written}`);
    const [latest] = tags;
    if ((latest === undefined || isMissing) && (await this.#git.isShallow())) throw shallow("the latest release");
    if (isMissing) {
      throw new Failure(
        `CHANGELOG.md lists release ${written}, but the history of this commit has no tag v${written}.`,
        "Fetch the tags with `git fetch --tags`, or pass a base: `npm run breaking -- BASE`.",
      );
    }
    const branches = { main: "refs/heads/main", "origin/main": "refs/remotes/origin/main" };
    // By its full name: a branch may have the name of a tag
    for (const [name, reference] of Object.entries(latest ? { [latest]: `refs/tags/${latest}` } : branches)) {
      const commit = await this.#git.commit(reference);
      if (commit !== undefined) return { name, commit };
    }
    throw new Failure(
      "Found neither a release tag (v1.2.3) nor a main branch to compare with.",
      "Pass a base: `npm run breaking -- BASE`.",
    );
  }

  /** The newest release that CHANGELOG.md has a heading for; undefined without one. */
  async #latestInChangelog(): Promise<string | undefined> {
    const text = await readFile(join(this.#git.directory, "CHANGELOG.md"), "utf8").catch(() => "");
    return /^## \[?(\d+\.\d+\.\d+)\]?/m.exec(text)?.[1];
  }

  /**
   * Writes the documents of a revision to a temporary directory.
   *
   * @param file The root document as it is called now.
   */
  async checkOut(commit: string, name: string, file: string): Promise<CheckedOut> {
    const path = relative(this.#git.directory, join(realpathSync(dirname(file)), relative(dirname(file), file)));
    const temporary = makeTemporaryDirectory(join(tmpdir(), "breaking-"));
    const directory = realpathSync(temporary.path);
    const remove = async () => temporary.remove();
    try {
      const listed = await this.#git.run("ls-tree", "-r", "-z", "--full-tree", commit);
      const entries = listed.stdout.split("\0").map((line) => line.split("\t"));
      const documents = entries.map(([, entry = ""]) => entry).filter((entry) => endings.has(extname(entry)));
      if (!documents.includes(path.split(sep).join("/"))) {
        throw new Failure(`${name} has no ${path}.`, "Pass another --root, or another revision.");
      }
      const files = join(directory, "files");
      await mkdir(files);
      const environment = { GIT_INDEX_FILE: join(directory, "index") };
      const steps = [
        await this.#git.runWith({ environment }, "read-tree", commit),
        await this.#git.runWith(
          { environment, input: documents.join("\0") },
          ...["checkout-index", "-z", "--stdin", `--prefix=${files}/`],
        ),
      ];
      const failed = steps.find(({ code }) => code !== 0);
      if (failed) {
        throw new Failure(
          `git could not read ${name}: ${failed.stderr.trim()}`,
          "Check the repository with `git fsck`.",
        );
      }
      const links = entries.filter(([mode, entry = ""]) => mode?.startsWith("120000") && documents.includes(entry));
      for (const [, link = ""] of links) await requireInside(files, link, name);
      return { root: join(files, path), inRepository: (at) => join(this.#git.directory, relative(files, at)), remove };
    } catch (error) {
      await remove();
      throw error;
    }
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

/** Refuses a symbolic link out of the revision: it would read a file of the working tree. */
async function requireInside(files: string, link: string, name: string): Promise<void> {
  const target = await realpath(join(files, link)).catch(() => undefined);
  if (target === undefined || target.startsWith(`${files}${sep}`)) return;
  throw new Failure(
    `${link} is a symbolic link in ${name} to a file outside of it.`,
    "Use a revision that contains the file itself.",
  );
}

const endings = new Set([".yaml", ".yml", ".json"]);

function shallow(what: string): Failure {
  return new Failure(`This is a shallow clone without ${what}.`, "Fetch the rest with `git fetch --unshallow --tags`.");
}
