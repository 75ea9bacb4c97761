// Reads a document as it was in a git revision, without touching the working tree or the index.
import { spawn } from "node:child_process";
import { realpathSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, extname, join, relative, sep } from "node:path";
import { Failure } from "../terminal/index.ts";

/** A document of a revision, written to a place of its own; call `remove` when done. */
export interface CheckedOut {
  readonly root: string;
  /** Where a file of it stands in the repository. */
  inRepository(file: string): string;
  remove(): Promise<void>;
}

/** The git repository that a document stands in. */
export class Repository {
  readonly #directory: string;

  private constructor(directory: string) {
    this.#directory = directory;
  }

  /** The repository around a file; undefined when there is none, or no git. */
  static async around(file: string): Promise<Repository | undefined> {
    const run = await git(dirname(file), ["rev-parse", "--show-toplevel"]).catch(() => undefined);
    return run?.code === 0 ? new Repository(realpathSync(run.stdout.trim())) : undefined;
  }

  /** The commit that a name stands for; undefined when there is none. */
  async commit(name: string): Promise<string | undefined> {
    if (name.startsWith("-")) return undefined;
    const { code, stdout } = await this.#git(["rev-parse", "--verify", "--quiet", `${name}^{commit}`]);
    return code === 0 ? stdout.trim() : undefined;
  }

  /** Whether only the newest part of the history is here. */
  async isShallow(): Promise<boolean> {
    return (await this.#git(["rev-parse", "--is-shallow-repository"])).stdout.trim() === "true";
  }

  /** What a change is compared with when nobody says: the latest release, or the main branch before there is one. */
  async latestRelease(): Promise<string> {
    const { stdout } = await this.#git(["tag", "--merged", "HEAD", "--list", "v*", "--sort=-v:refname"]);
    const release = stdout.split("\n").find((tag) => /^v\d+\.\d+\.\d+$/.test(tag));
    if (release !== undefined) return release;
    // In a part of the history the main branch may be the change itself: that would compare it with itself
    if (await this.isShallow()) throw shallow("the latest release");
    for (const branch of ["main", "origin/main"]) if (await this.commit(branch)) return branch;
    throw new Failure(
      "There is no release tag (v1.2.3) and no main branch to compare with.",
      "Name a base: `npm run breaking -- BASE`.",
    );
  }

  /**
   * Writes the documents of a revision to a temporary directory.
   *
   * @param file The root document as it is called now.
   */
  async checkOut(commit: string, name: string, file: string): Promise<CheckedOut> {
    const path = relative(this.#directory, join(realpathSync(dirname(file)), relative(dirname(file), file)));
    const directory = realpathSync(await mkdtemp(join(tmpdir(), "breaking-")));
    const remove = () => rm(directory, { recursive: true, force: true });
    try {
      const listed = await this.#git(["ls-tree", "-r", "-z", "--name-only", "--full-tree", commit]);
      const documents = listed.stdout.split("\0").filter((entry) => endings.has(extname(entry)));
      if (!documents.includes(path.split(sep).join("/"))) {
        throw new Failure(`There is no ${path} in ${name}.`, "Name the document with --root, or another revision.");
      }
      const files = join(directory, "files");
      await mkdir(files);
      const environment = { GIT_INDEX_FILE: join(directory, "index") };
      const steps = [
        await this.#git(["read-tree", commit], environment),
        await this.#git(["checkout-index", "-z", "--stdin", `--prefix=${files}/`], environment, documents.join("\0")),
      ];
      const failed = steps.find(({ code }) => code !== 0);
      if (failed) {
        throw new Failure(`git could not read ${name}: ${failed.stderr.trim()}`, "Look at it with `git fsck`.");
      }
      return { root: join(files, path), inRepository: (at) => join(this.#directory, relative(files, at)), remove };
    } catch (error) {
      await remove();
      throw error;
    }
  }

  /** Why there is no such revision, with what to do. */
  async missing(name: string): Promise<Failure> {
    if (await this.isShallow()) return shallow(name);
    return new Failure(
      `"${name}" is neither a file nor a revision of this git repository.`,
      "Correct the name; `git fetch --tags` fetches the tags of releases.",
    );
  }

  #git(args: readonly string[], environment: Readonly<Record<string, string>> = {}, input = ""): Promise<GitRun> {
    return git(this.#directory, args, environment, input);
  }
}

const endings = new Set([".yaml", ".yml", ".json"]);

function shallow(what: string): Failure {
  return new Failure(
    `This is a shallow clone, and ${what} is not in it.`,
    "Fetch the rest with `git fetch --unshallow --tags`.",
  );
}

interface GitRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function git(
  directory: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  input = "",
): Promise<GitRun> {
  // What a hook sets would lead elsewhere
  const { GIT_DIR: _, GIT_INDEX_FILE: __, GIT_WORK_TREE: ___, ...inherited } = process.env;
  return new Promise((resolve, reject) => {
    const child = spawn("git", ["-C", directory, ...args], { env: { ...inherited, ...environment, LC_ALL: "C" } });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      stdout += chunk;
    });
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      stderr += chunk;
    });
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr }));
    child.stdin.on("error", () => {});
    child.stdin.end(input);
  });
}
