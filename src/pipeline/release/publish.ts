// Writes a release into the repository: files, one commit and one tag, or nothing at all.
import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { type Git, replaceFiles } from "../../tools/contract/index.ts";
import { Failure } from "../../tools/terminal/index.ts";
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
 * @param files New texts of committed files; none is new, and one without a text is removed.
 * @returns The commit.
 * @throws {Failure} when any step fails; the repository is then as it was.
 */
export async function writeRelease(git: Git, files: Files, name: ReleaseName): Promise<string> {
  // Ctrl-C reaches git as well: its step fails and is undone here, where ending at once would leave a half
  const ignore = () => {};
  for (const signal of signals) process.on(signal, ignore);
  try {
    await requireUnlocked(git);
    await requireClean(git);
    const before = await git.text("rev-parse", "HEAD");
    await commit(git, before, files, name);
    await tag(git, before, name);
    return await git.text("rev-parse", "--short", "HEAD");
  } finally {
    for (const signal of signals) process.off(signal, ignore);
  }
}

/** Checked again at the last moment: what is edited meanwhile must neither be overwritten nor committed. */
async function requireClean(git: Git): Promise<void> {
  if ((await git.text("status", "--porcelain")) === "") return;
  throw new Failure(
    "The working tree changed during the release. Nothing was released.",
    "Commit it, and start again.",
  );
}

/** Looked at before anything is written: with the lock there, git can neither commit nor undo. */
async function requireUnlocked(git: Git): Promise<void> {
  const lock = await git.text("rev-parse", "--git-path", "index.lock");
  if (!existsSync(resolve(git.directory, lock))) return;
  throw new Failure(
    `Another git process seems to be running: ${lock} exists. Nothing was released.`,
    "Wait until it ends; if none is running, remove that file.",
  );
}

async function commit(git: Git, head: string, files: Files, { version }: ReleaseName): Promise<void> {
  const paths = [...files.keys()];
  const before = new Map<string, string>();
  try {
    for (const path of paths) before.set(path, await textOf(git, path));
    await write(git, files);
    await git.text("add", "--", ...paths);
    await git.text("commit", "--quiet", "--message", `Release ${version}`);
  } catch (error) {
    // Without git, which may be what failed
    await write(git, before).catch(() => {});
    await undo(git, head, ["reset", "--quiet", "--", ...paths], error);
  }
}

async function textOf(git: Git, path: string): Promise<string> {
  try {
    return await readFile(join(git.directory, path), "utf8");
  } catch (error) {
    throw new Error(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

/** Writes texts, and removes the files that have none any more. */
async function write(git: Git, files: Files): Promise<void> {
  const texts = [...files].flatMap(([path, text]) => (text === undefined ? [] : [[path, text] as const]));
  for (const [folder, group] of Map.groupBy(texts, ([path]) => dirname(path))) {
    replaceFiles(join(git.directory, folder), new Map(group.map(([path, text]) => [basename(path), text])));
  }
  for (const [path, text] of files) if (text === undefined) await rm(join(git.directory, path));
}

async function tag(git: Git, before: string, { version, tag, notes }: ReleaseName): Promise<void> {
  try {
    // By default git takes the headings of the notes for comments
    await git.text("tag", "--annotate", "--cleanup=whitespace", "--message", `Release ${version}\n\n${notes}`, tag);
  } catch (error) {
    await undo(git, before, ["reset", "--quiet", "--keep", before], error);
  }
}

/** Undoes a step that failed, and says so. */
async function undo(git: Git, head: string, step: readonly string[], error: unknown): Promise<never> {
  const { stderr } = await git.run(...step);
  const cause = (error instanceof Error ? error.message : String(error)).replace(/(?<![.!?])$/, ".");
  // What counts is what is left, and not whether there was something to undo
  const [now, left] = [await git.run("rev-parse", "HEAD"), await git.run("status", "--porcelain")];
  if (now.stdout.trim() === head && left.code === 0 && left.stdout === "") {
    throw new Failure(
      `${cause} Nothing was released, and the repository is unchanged.`,
      "Correct it, and start again.",
      {
        cause: error,
      },
    );
  }
  throw new Failure(
    `${cause} Nothing was released, but the changes could not be undone: ${stderr.trim()}`,
    `Undo it with \`git reset --hard ${head}\`.`,
    { cause: error },
  );
}
