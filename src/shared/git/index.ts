// The git room: asks a git repository what a release and the gate have to know of its revisions.
import { spawn } from "node:child_process";
import { realpathSync } from "node:fs";
import { Failure } from "../terminal/index.ts";

/** How a process ended. */
interface ProcessRun {
  readonly code: number | null;
  /** The output, as UTF-8. */
  readonly stdout: string;
  /** The same, byte for byte. */
  readonly bytes: Buffer;
  readonly stderr: string;
}

/** A file of a revision. */
export interface CommittedFile {
  readonly bytes: Buffer;
  /** The bytes are the path that a symbolic link leads to. */
  readonly isLink: boolean;
}

/** A git repository. */
export class Git {
  readonly directory: string;

  /** @param directory Where git runs. */
  constructor(directory: string) {
    this.directory = directory;
  }

  /** Runs git, whatever the outcome. */
  run(...args: readonly string[]): Promise<ProcessRun> {
    return this.#run(args);
  }

  #run(args: readonly string[], input?: string): Promise<ProcessRun> {
    // The variables of a hook would lead elsewhere
    const { GIT_DIR: _, GIT_INDEX_FILE: __, GIT_WORK_TREE: ___, ...inherited } = process.env;
    return runGit(["-C", this.directory, ...args], { ...inherited, LC_ALL: "C" }, input);
  }

  /**
   * Runs git and gives what it prints.
   *
   * @throws {Failure} with what git says.
   */
  async text(...args: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await this.run(...args);
    if (code === 0) return stdout.trimEnd();
    const said = onOneLine(stderr || stdout);
    throw new Failure(`\`git ${args[0]}\` failed: ${said || `exit code ${code}`}.`, "Correct it, and start again.");
  }

  /** Lines of what git prints. */
  async lines(...args: readonly string[]): Promise<string[]> {
    return (await this.text(...args)).split("\n").filter((line) => line !== "");
  }

  /**
   * The top of the repository around this directory; undefined when there is none.
   *
   * @throws {Failure} with what git says of one that it does not read, such as that of another user.
   * @throws when git cannot be started.
   */
  async top(): Promise<string | undefined> {
    const { code, stdout, stderr } = await this.run("rev-parse", "--show-toplevel");
    if (code === 0) return realpathSync(stdout.trim());
    if (stderr.includes("not a git repository")) return undefined;
    throw new Failure(`git did not read this repository: ${onOneLine(stderr)}.`, "Correct it, and start again.");
  }

  /** The commit that a name stands for; undefined when there is none. */
  async commit(name: string): Promise<string | undefined> {
    if (name.startsWith("-")) return undefined;
    const { code, stdout } = await this.run("rev-parse", "--verify", "--quiet", `${name}^{commit}`);
    return code === 0 ? stdout.trim() : undefined;
  }

  /** Tells a clone that has only the newest part of the history. */
  async isShallow(): Promise<boolean> {
    return (await this.run("rev-parse", "--is-shallow-repository")).stdout.trim() === "true";
  }

  /** The oldest commit of this history that brought a text into a file; undefined without one. */
  async firstCommitWith(text: string, file: string): Promise<string | undefined> {
    return (await this.lines("log", "--reverse", "--format=%H", `-S${text}`, "--", file))[0];
  }

  /**
   * The tags of releases in the history of this commit, newest first.
   *
   * @throws {Failure} when one cannot be read.
   */
  async releases(): Promise<string[]> {
    // git leaves out what it cannot read, and still ends with 0: so all of them are looked at first
    const format = "--format=%(objecttype) %(*objecttype) %(refname)";
    const looked = await this.run("for-each-ref", format, "refs/tags/v*");
    // Not by `git tag`, which the settings of a person bring into columns
    const newest = ["--merged=HEAD", "--sort=-v:refname", "--format=%(refname:strip=2)"];
    const listed = await this.run("for-each-ref", ...newest, "refs/tags/v*");
    for (const { code, stderr } of [looked, listed]) {
      if (code === 0 && !stderr.includes("refs/tags/")) continue;
      throw new Failure(
        `git could not read the tags of releases: ${onOneLine(stderr) || `it ended with ${code}`}.`,
        "Delete the broken tag with `git update-ref -d refs/tags/TAG`, and fetch it again with `git fetch --tags`.",
      );
    }
    return listed.stdout.split("\n").filter((tag) => /^v\d+\.\d+\.\d+$/.test(tag));
  }

  /**
   * The files of a revision by their path, all of them read by one process of git.
   *
   * @param isWanted Whether a file of this path is read.
   * @throws {Failure} with what git says.
   */
  async filesAt(revision: string, isWanted: (path: string) => boolean): Promise<Map<string, CommittedFile>> {
    const listed = await this.text("ls-tree", "-r", "-z", "--full-tree", revision);
    const entries = listed.split("\0").flatMap((line) => {
      const [, mode, id, path = ""] = /^(\d+) blob (\w+)\t(.+)$/s.exec(line) ?? [];
      return id !== undefined && isWanted(path) ? [{ id, path, isLink: mode === "120000" }] : [];
    });
    const input = entries.map(({ id }) => `${id}\n`).join("");
    const { code, bytes, stderr } = await this.#run(["cat-file", "--batch", "--buffer"], input);
    const files = new Map<string, CommittedFile>();
    let at = 0;
    for (const { id, path, isLink } of entries) {
      // Before each file: its id, its kind and its size; after it, the end of a line
      const start = bytes.indexOf("\n", at) + 1;
      const header = bytes.toString("latin1", at, start);
      const size = /^\w+ blob (\d+)\n$/.exec(header)?.[1];
      if (size === undefined) {
        const said = onOneLine(stderr || header) || `exit code ${code}`;
        throw new Failure(
          `git could not read ${path} of ${revision} (${id}): ${said}.`,
          "Check the repository with `git fsck`.",
        );
      }
      at = start + Number(size) + 1;
      files.set(path, { bytes: bytes.subarray(start, at - 1), isLink });
    }
    return files;
  }
}

function onOneLine(text: string): string {
  return text.trim().replace(/\s*\n\s*/g, " ");
}

/** Runs git to its end, whatever the outcome. */
function runGit(args: readonly string[], env: NodeJS.ProcessEnv, input = ""): Promise<ProcessRun> {
  return new Promise((resolve, reject) => {
    const child = spawn("git", args, { env });
    const chunks: Buffer[] = [];
    let stderr = "";
    child.stdout.on("data", (chunk: Buffer) => void chunks.push(chunk));
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      stderr += chunk;
    });
    child.on("error", reject);
    child.on("close", (code) => {
      const bytes = Buffer.concat(chunks);
      resolve({ code, bytes, stdout: bytes.toString(), stderr });
    });
    // When git does not read to the end, its exit code says whether that is well
    child.stdin.on("error", () => {});
    child.stdin.end(input);
  });
}
