// Runs git in the repository that is released, and asks it what a release has to know.
import { realpathSync } from "node:fs";
import { type ProcessRun, runProcess } from "../contract/index.ts";
import { Failure } from "../terminal/index.ts";

/** A git repository. */
export class Git {
  readonly directory: string;

  private constructor(directory: string) {
    this.directory = directory;
  }

  /**
   * Opens the repository whose top is this directory.
   *
   * @throws {Failure} when there is none, nothing was committed, or a part of the history is missing.
   */
  static async open(directory: string): Promise<Git> {
    const git = new Git(realpathSync(directory));
    const top = await git.run("rev-parse", "--show-toplevel").catch((error: unknown) => {
      throw new Failure("git could not be started.", "Install git.", { cause: error });
    });
    if (top.code !== 0 || realpathSync(top.stdout.trim()) !== git.directory) {
      throw new Failure(`${directory} is not the root of a git repository.`, "Release from a clone of this project.");
    }
    if ((await git.text("rev-parse", "--is-shallow-repository")) === "true") {
      throw new Failure(
        "This is a shallow clone: the latest release may be missing.",
        "Fetch the rest with `git fetch --unshallow --tags`.",
      );
    }
    if ((await git.run("rev-parse", "--verify", "--quiet", "HEAD")).code !== 0) {
      throw new Failure("There is no commit yet.", "Commit what is to be released.");
    }
    return git;
  }

  /** Runs git, whatever the outcome. */
  run(...args: readonly string[]): Promise<ProcessRun> {
    // What a hook sets would lead elsewhere
    const { GIT_DIR: _, GIT_INDEX_FILE: __, GIT_WORK_TREE: ___, ...environment } = process.env;
    return runProcess("git", ["-C", this.directory, ...args], { ...environment, LC_ALL: "C" });
  }

  /**
   * Runs git and gives what it prints.
   *
   * @throws {Failure} with what git says.
   */
  async text(...args: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await this.run(...args);
    if (code === 0) return stdout.trimEnd();
    const said = (stderr || stdout).trim().replace(/\s*\n\s*/g, " ");
    throw new Failure(`\`git ${args[0]}\` failed: ${said || `exit code ${code}`}.`, "Correct it, and start again.");
  }

  /** Lines of what git prints. */
  async lines(...args: readonly string[]): Promise<string[]> {
    return (await this.text(...args)).split("\n").filter((line) => line !== "");
  }

  /** The tag of the latest release before this commit; undefined before the first. */
  async latestRelease(): Promise<string | undefined> {
    const tags = await this.lines("tag", "--merged", "HEAD", "--list", "v*", "--sort=-v:refname");
    return tags.find((tag) => /^v\d+\.\d+\.\d+$/.test(tag));
  }

  /** A file as it was in a revision; undefined when it was not there. */
  async fileAt(revision: string, path: string): Promise<string | undefined> {
    const { code, stdout } = await this.run("show", `${revision}:${path}`);
    return code === 0 ? stdout : undefined;
  }
}
