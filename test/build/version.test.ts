// The version of the packages: that of a release at its commit, and one of their own anywhere else.
import { tmpdir } from "node:os";
import { beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { decideVersion } from "../../src/build.ts";
import { emptyRepository, type TemporaryRepository } from "../git-repository.ts";

let repository: TemporaryRepository;
beforeAll(async () => {
  repository = emptyRepository();
  for (const version of ["0.1.0", "0.2.0"]) {
    await repository.write("package.json", `{ "version": "${version}" }\n`);
    repository.commitAll(`Release ${version}`);
  }
  repository.git("commit", "--quiet", "--allow-empty", "--message", "One.");
  repository.git("commit", "--quiet", "--allow-empty", "--message", "Two.");
});
beforeEach(() => void repository.git("switch", "--quiet", "--force", "main"));

const decide = (contents = "a", { directory } = repository) => decideVersion(directory, "0.2.0", [contents]);
const head = () => repository.git("rev-parse", "--short=8", "HEAD").trim();

test("the commit that set the version has it", async () => {
  repository.git("switch", "--quiet", "--detach", "HEAD~2");
  expect(await decide()).toBe("0.2.0");
});

test("a later commit has the next patch, the number of commits since then, and its id", async () => {
  expect(await decide()).toBe(`0.2.1-dev.2.g${head()}`);
});

test("a tag of the version decides which commit it is", async () => {
  repository.git("tag", "v0.2.0");
  onTestFinished(() => void repository.git("tag", "--delete", "v0.2.0"));
  expect(await decide()).toBe("0.2.0");
});

test("a working tree with changes has a version for each content", async () => {
  await repository.write("package.json", "{}");
  const [one, other] = [await decide("a"), await decide("b")];
  expect(one).toMatch(new RegExp(`^0\\.2\\.1-dev\\.2\\.g${head()}\\.dirty-\\w{8}$`));
  expect(other).not.toBe(one);
});

test("without git, and without the whole history, it is no release", async () => {
  const shallow = repository.copy();
  await shallow.write(".git/shallow", shallow.git("rev-parse", "HEAD"));
  expect(await decide("a", shallow)).toBe(`0.2.1-dev.0.g${head()}`);
  expect(await decideVersion(tmpdir(), "0.2.0", ["a"])).toMatch(/^0\.2\.1-dev\.0\.source-\w{8}$/);
});
