// A release is written whole or not at all: files, one commit, one tag.
import { cp, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openRepository, writeRelease } from "../../../src/pipeline/release/index.ts";
import type { Git } from "../../../src/tools/contract/index.ts";
import { emptyRepository, type TemporaryRepository } from "./empty-repository.ts";

let repository: TemporaryRepository;
let git: Git;
let start: string;
beforeAll(async () => {
  repository = await emptyRepository();
  await repository.write("a.txt", "old\n");
  await repository.write("b.txt", "old\n");
  await mkdir(join(repository.directory, "folder"));
  await repository.write("folder/c.txt", "old\n");
  repository.commitAll("Start");
  git = await openRepository(repository.directory);
  start = `${repository.directory}-start`;
  await cp(repository.directory, start, { recursive: true, preserveTimestamps: true });
});
afterAll(() => Promise.all([repository.remove(), rm(start, { recursive: true, force: true })]));
beforeEach(async () => {
  await repository.remove();
  await cp(start, repository.directory, { recursive: true, preserveTimestamps: true });
});

const files = new Map([
  ["a.txt", "new\n"],
  ["folder/c.txt", "new\n"],
]);
const name = { version: "0.2.0", tag: "v0.2.0", notes: "### Added\n\n- A thing." };

/** All that a release could leave behind. */
const state = () => ({
  references: repository.git("show-ref", "--head"),
  status: repository.git("status", "--porcelain"),
});

test("one commit of those files, and one annotated tag with the notes, and Ctrl-C does not end it halfway", async () => {
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  const held = () => signals.map((signal) => process.listenerCount(signal));
  const before = held();
  const writing = writeRelease(git, files, name);
  expect(held()).toEqual(before.map((count) => count + 1));
  const commit = await writing;
  expect(held()).toEqual(before);
  expect(repository.git("log", "-1", "--format=%h %s").trim()).toBe(`${commit} Release 0.2.0`);
  expect(repository.git("show", "--name-only", "--format=").trim().split("\n")).toEqual(["a.txt", "folder/c.txt"]);
  expect(repository.git("tag", "--list", "--format=%(objecttype) %(refname:short)%0a%(contents)").trim()).toBe(
    "tag v0.2.0\nRelease 0.2.0\n\n### Added\n\n- A thing.",
  );
  expect(state().status).toBe("");
  expect(await repository.read("a.txt")).toBe("new\n");
});

test.each<[step: string, prepare: () => Promise<void>, said: RegExp]>([
  ["the commit", () => repository.hook("pre-commit", "echo no commit >&2; exit 1"), /`git commit` failed: no commit/],
  [
    "the tag",
    () => repository.hook("reference-transaction", 'grep -q refs/tags/ && [ "$1" = prepared ] && exit 1; exit 0'),
    /`git tag` failed/,
  ],
  [
    "a file that cannot be written",
    async () => {
      // A folder stands where the file is to be
      repository.git("mv", "folder/c.txt", "c.txt");
      await mkdir(join(repository.directory, "folder", "c.txt"), { recursive: true });
      await repository.write("folder/c.txt/d.txt", "old\n");
      repository.commitAll("A folder");
    },
    /c\.txt/,
  ],
])("with %s failing, the repository is unchanged", async (_, prepare, said) => {
  await prepare();
  const before = state();
  const failed = writeRelease(git, files, name);
  await expect(failed).rejects.toThrow(said);
  await expect(failed).rejects.toThrow("Nothing was released, and the repository is unchanged.");
  expect(state()).toEqual(before);
  expect(await repository.read("a.txt")).toBe("old\n");
  // And it can be started again
  await repository.hook("pre-commit", "");
  await repository.hook("reference-transaction", "");
  await writeRelease(git, new Map([["a.txt", "new\n"]]), name);
});

test("with another process of git at work, nothing is written", async () => {
  await repository.write(".git/index.lock", "");
  const before = state();
  await expect(writeRelease(git, files, name)).rejects.toMatchObject({
    message: "Another git process seems to be running: .git/index.lock exists. Nothing was released.",
    remedy: "Wait until it ends; if none is running, remove that file.",
  });
  expect(state()).toEqual(before);
  expect(await repository.read("a.txt")).toBe("old\n");
});

test("with git locked in the middle of it, the old texts are written back", async () => {
  // The hook stands for another process, which starts between two steps
  await repository.hook("pre-commit", "touch .git/index.lock; exit 1");
  const head = repository.git("rev-parse", "HEAD").trim();
  await expect(writeRelease(git, files, name)).rejects.toMatchObject({
    message: expect.stringMatching(
      /Nothing was released, but the changes could not be undone: .*index\.lock/s,
    ) as string,
    remedy: `Undo it with \`git reset --hard ${head}\`.`,
  });
  expect(await repository.read("a.txt")).toBe("old\n");
  expect(await repository.read("folder/c.txt")).toBe("old\n");
});

test("a file without a text is removed, and is there again when the release fails", async () => {
  const removing = new Map([...files, ["b.txt", undefined]]);
  await repository.hook("pre-commit", "exit 1");
  await expect(writeRelease(git, removing, name)).rejects.toThrow("the repository is unchanged");
  expect(await repository.read("b.txt")).toBe("old\n");
  expect(state().status).toBe("");
  await repository.hook("pre-commit", "");
  await writeRelease(git, removing, name);
  expect(repository.git("ls-files", "--", "b.txt")).toBe("");
  expect(state().status).toBe("");
});

test("what is edited meanwhile is neither committed nor overwritten", async () => {
  await repository.write("b.txt", "mine\n");
  const before = state();
  await expect(writeRelease(git, files, name)).rejects.toMatchObject({
    message: "The working tree changed during the release. Nothing was released.",
    remedy: "Commit it, and start again.",
  });
  expect(state()).toEqual(before);
});

test("a tag that exists is not moved", async () => {
  repository.git("tag", "v0.2.0");
  const before = state();
  await expect(writeRelease(git, files, name)).rejects.toThrow("already exists");
  expect(state()).toEqual(before);
});
