// Writes a release into the repository: files, one commit and one tag, or nothing at all.
import { basename, dirname, join } from "node:path";
import { replaceFiles } from "../contract/index.ts";
import { Failure } from "../terminal/index.ts";
import type { Git } from "./git.ts";
import type { Files } from "./stage.ts";

/** What a release is called in git. */
export interface ReleaseName {
  readonly version: string;
  readonly tag: string;
  /** The text of the annotated tag, below its first line. */
  readonly notes: string;
}

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Writes the files, commits them and tags the commit. The working tree has to be clean.
 *
 * @param files New texts of committed files; none is new.
 * @returns The commit.
 * @throws {Failure} when any step fails; the repository is then as it was.
 */
export async function writeRelease(git: Git, files: Files, name: ReleaseName): Promise<string> {
  // Ctrl-C reaches git as well: its step fails and is undone here, where ending at once would leave a half
  const ignore = () => {};
  for (const signal of signals) process.on(signal, ignore);
  try {
    await requireClean(git);
    const before = await git.text("rev-parse", "HEAD");
    await commit(git, files, name);
    await tag(git, before, name);
    return await git.text("rev-parse", "--short", "HEAD");
  } finally {
    for (const signal of signals) process.off(signal, ignore);
  }
}

/** Checked again at the last moment: what is edited meanwhile must neither be overwritten nor committed. */
async function requireClean(git: Git): Promise<void> {
  if ((await git.text("status", "--porcelain")) === "") return;
  throw new Failure("The working tree has changed meanwhile. Nothing was released.", "Commit it, and start again.");
}

async function commit(git: Git, files: Files, { version }: ReleaseName): Promise<void> {
  const paths = [...files.keys()];
  try {
    for (const [folder, group] of Map.groupBy(files, ([path]) => dirname(path))) {
      await replaceFiles(join(git.directory, folder), new Map(group.map(([path, text]) => [basename(path), text])));
    }
    await git.text("add", "--", ...paths);
    await git.text("commit", "--quiet", "--message", `Release ${version}`);
  } catch (error) {
    await undo(git, ["restore", "--source=HEAD", "--staged", "--worktree", "--", ...paths], error);
  }
}

async function tag(git: Git, before: string, { version, tag, notes }: ReleaseName): Promise<void> {
  try {
    // By default git takes the headings of the notes for comments
    await git.text("tag", "--annotate", "--cleanup=whitespace", "--message", `Release ${version}\n\n${notes}`, tag);
  } catch (error) {
    await undo(git, ["reset", "--quiet", "--keep", before], error);
  }
}

/** Undoes a step that failed, and says so. */
async function undo(git: Git, step: readonly string[], error: unknown): Promise<never> {
  const { code, stderr } = await git.run(...step);
  const cause = (error instanceof Error ? error.message : String(error)).replace(/(?<![.!?])$/, ".");
  if (code === 0) {
    throw new Failure(`${cause} Nothing was released, and everything is as it was.`, "Correct it, and start again.", {
      cause: error,
    });
  }
  throw new Failure(
    `${cause} Nothing was released, but it could not be undone: ${stderr.trim()}`,
    `Undo it with \`git ${step.join(" ")}\`.`,
    { cause: error },
  );
}
