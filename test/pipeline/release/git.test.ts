// What a release asks git, and the repositories that it refuses.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openRepository } from "../../../src/pipeline/release/index.ts";
import { emptyRepository, type TemporaryRepository } from "./empty-repository.ts";

let repository: TemporaryRepository;
beforeEach(async () => {
  repository = await emptyRepository();
});
afterEach(() => repository.remove());

async function commit(message: string): Promise<void> {
  await repository.write("a.txt", message);
  repository.commitAll(message);
}

test("the latest release is the largest version in the history of this commit", async () => {
  await commit("Start");
  const git = await openRepository(repository.directory);
  expect(await git.latestRelease()).toBeUndefined();
  for (const tag of ["v0.1.0", "v0.9.0", "v0.10.0", "v0.11.0-beta.1", "v1", "next"]) repository.git("tag", tag);
  repository.git("switch", "--quiet", "--create", "other");
  await commit("Elsewhere");
  repository.git("tag", "v2.0.0");
  repository.git("switch", "--quiet", "main");
  expect(await git.latestRelease()).toBe("v0.10.0");
});

test("the files of a revision are read as they were then, byte for byte", async () => {
  await mkdir(join(repository.directory, "folder"));
  await writeFile(join(repository.directory, "folder", '\u00fc "b".txt'), Buffer.from("\xff\n\0", "latin1"));
  for (const name of ["c.txt", "empty.txt"]) await repository.write(name, "");
  await commit("then");
  repository.git("tag", "v0.1.0");
  await commit("now");
  const git = await openRepository(repository.directory);
  const files = await git.filesAt("v0.1.0", (path) => path !== "c.txt");
  expect(Object.fromEntries(Array.from(files, ([path, { bytes }]) => [path, bytes.toString("latin1")]))).toEqual({
    "a.txt": "then",
    "empty.txt": "",
    'folder/\u00fc "b".txt': "\xff\n\0",
  });
});

test("a failure is reported with the message of git", async () => {
  await commit("Start");
  const git = await openRepository(repository.directory);
  await expect(git.text("rev-parse", "--verify", "nowhere")).rejects.toThrow(/`git rev-parse` failed: fatal: .*\.$/);
});

test("a repository without a commit is refused", async () => {
  await expect(openRepository(repository.directory)).rejects.toMatchObject({
    message: "There is no commit yet.",
    remedy: "Commit what is to be released.",
  });
});

test("a folder in a repository is refused: its files are not the whole", async () => {
  await commit("Start");
  await mkdir(join(repository.directory, "folder"));
  await expect(openRepository(join(repository.directory, "folder"))).rejects.toThrow(
    "is not the root of a git repository",
  );
});

test("a folder outside of any repository, and a shallow clone, are refused", async () => {
  await commit("Start");
  await commit("More");
  const elsewhere = await mkdtemp(join(tmpdir(), "release-test-"));
  try {
    await expect(openRepository(elsewhere)).rejects.toMatchObject({
      message: `${elsewhere} is not the root of a git repository.`,
      remedy: "Release from a clone of this project.",
    });
    const clone = join(elsewhere, "clone");
    repository.git("clone", "--quiet", "--depth=1", `file://${repository.directory}`, clone);
    await expect(openRepository(clone)).rejects.toMatchObject({
      message: "This is a shallow clone: the latest release may be missing.",
      remedy: "Fetch the rest with `git fetch --unshallow --tags`.",
    });
  } finally {
    await rm(elsewhere, { recursive: true, force: true });
  }
});
