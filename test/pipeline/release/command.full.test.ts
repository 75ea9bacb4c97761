// `npm run release` refuses what it cannot release, and leaves nothing behind: as a process, on a copy of this project.
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { useCopy } from "./copy.ts";
import { regenerate } from "./repository.ts";

const copy = useCopy();

test("a dry run shows the first release, lists all obstacles, and writes nothing", async () => {
  copy.goTo(copy.start);
  copy.repository.git("switch", "--quiet", "--force-create", "other");
  await copy.repository.write("generated/types.ts", "export {};\n");
  await copy.repository.write("stray.txt", "A stray file.\n");
  const { code, stdout, stderr } = await copy.refused("--dry-run");
  expect(code).toBe(1);
  expect(stdout).toMatch(/^Base: +none: this is the first release/);
  expect(stdout).toMatch(/^Version: +0\.1\.0$/m);
  expect(stdout).toMatch(/^## \[0\.1\.0\] - \d{4}-\d\d-\d\d\n\n### Added\n\n- The contract\.$/m);
  expect(stderr).toContain("Releases are made from main, and this is other.");
  expect(stderr).toContain("The working tree is not clean: generated/types.ts, stray.txt.");
  expect(stderr).toContain("Generated files are stale: generated/types.ts. Run `npm run generate`");
});

describe("before the first release", () => {
  beforeEach(() => copy.goTo(copy.start));

  test.each<[what: string, change: () => Promise<void>, code: number, said: RegExp]>([
    [
      "versions that differ",
      () => copy.repository.edit("openapi/openapi.yaml", (text) => text.replace("version: 0.1.0", "version: 0.3.0")),
      1,
      /openapi\/openapi\.yaml says 0\.3\.0, and package\.json 0\.1\.0\. Write the same/,
    ],
    [
      "nothing to tell",
      () => copy.repository.write("CHANGELOG.md", "# Changelog\n\n## [Unreleased]\n"),
      1,
      /CHANGELOG\.md does not mention this release\. Under `## \[Unreleased\]`, write/,
    ],
    [
      "no place to tell it",
      () => copy.repository.write("CHANGELOG.md", "# Changelog\n"),
      2,
      /has no `## \[Unreleased\]`\. Add the heading/,
    ],
    [
      "a release without its tag",
      () => copy.repository.edit("CHANGELOG.md", (text) => `${text}\n## [0.0.9] - 2026-01-01\n\n- It.\n`),
      2,
      /is 0\.0\.9 by CHANGELOG\.md, and none by the tags.*git fetch --tags/,
    ],
    [
      "a version of another form",
      () => copy.repository.edit("package.json", (text) => text.replace('"0.1.0"', '"0.1.0-beta.1"')),
      2,
      /the form 1\.2\.3, found "0\.1\.0-beta\.1" in package\.json\. Correct it/,
    ],
  ])("%s: refused", async (_, change, code, said) => {
    await change();
    copy.repository.commitAll("Change");
    const ended = await copy.refused();
    expect(ended.stderr).toMatch(said);
    expect(ended.stderr).not.toMatch(/^ +at /m);
    expect(ended.code).toBe(code);
  });

  test("a commit off every branch: refused", async () => {
    copy.repository.git("switch", "--quiet", "--detach");
    const { code, stderr } = await copy.refused();
    expect(stderr).toContain("Releases are made from main, and this is no branch. Switch with `git switch main`.");
    expect(code).toBe(1);
  });

  test("a tag of that name elsewhere: refused", async () => {
    copy.repository.git("switch", "--quiet", "--detach");
    await copy.repository.write("stray.txt", "A stray file.\n");
    copy.repository.commitAll("Elsewhere");
    copy.repository.git("tag", "v0.1.0");
    copy.repository.git("switch", "--quiet", "main");
    const { code, stderr } = await copy.refused();
    expect(stderr).toContain("The tag v0.1.0 exists, but not in the history of this commit.");
    expect(code).toBe(1);
  });

  test("an invalid version is refused in one line", async () => {
    expect(await copy.refused("--as", "next")).toEqual({
      code: 2,
      stdout: "",
      stderr: 'error: A version has the form 1.2.3, found "next" in --as. Correct it.\n',
    });
  });
});

describe("after the first release", () => {
  let first: Awaited<ReturnType<typeof copy.release>>;
  let commit: string;
  let tag: string;
  beforeAll(async () => {
    copy.goTo(copy.start);
    first = await copy.release();
    commit = copy.repository.git("rev-parse", "HEAD").trim();
    tag = copy.repository.git("rev-parse", "refs/tags/v0.1.0").trim();
  });
  beforeEach(() => copy.goTo(commit, { "v0.1.0": tag }));

  test("which is everything under Unreleased, with the version as it is", async () => {
    expect(first.stderr).toBe("");
    expect(first.code).toBe(0);
    expect(first.stdout).toMatch(
      /Released 0\.1\.0: commit \w+, tag v0\.1\.0\. .*`git push --atomic origin main v0\.1\.0`/,
    );
    const shown = copy.repository.git("show", "--name-only", "--format=%s%d").trim().split(/\n+/);
    expect(shown).toEqual(["Release 0.1.0 (HEAD -> main, tag: v0.1.0)", "CHANGELOG.md"]);
    expect(await copy.repository.read("CHANGELOG.md")).toMatch(
      /## \[Unreleased\]\n\n## \[0\.1\.0\] - .*\n\n### Added\n\n- The/,
    );
    expect(copy.repository.git("cat-file", "-t", "v0.1.0").trim()).toBe("tag");
  });

  test("nothing changed: there is nothing to release", async () => {
    const said = "Nothing that ships has changed since v0.1.0: nothing to release.\n";
    expect(await copy.refused()).toEqual({ code: 0, stdout: said, stderr: "" });
  });

  test("code alone is a patch, and wants a word; what stays here does not count", async () => {
    await copy.repository.edit("src/package/client/retry.ts", (text) => `${text}\n// A word more.\n`);
    await copy.repository.edit("src/pipeline/mock/mock.ts", (text) => `${text}\n// A word more.\n`);
    copy.repository.commitAll("Code");
    const { code, stdout, stderr } = await copy.refused();
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^Code: +patch\n {2}src\/package\/client\/retry\.ts\nVersion: +0\.1\.0 to 0\.1\.1 \(patch\)$/m,
    );
    expect(stderr).toContain("CHANGELOG.md does not mention this release.");
  });

  test("a name that is gone is a major, which below 1.0 is a minor; a smaller version is refused", async () => {
    await copy.repository.edit("test/pipeline/build/surface/client.api.md", (text) =>
      text.replace(/\/\/ @public\nexport function unwrap.*\n\n/, ""),
    );
    // Keeps it from being released
    await copy.repository.write("stray.txt", "A stray file.\n");
    const { stdout } = await copy.refused();
    expect(stdout).toMatch(/^Package: +major\n {2}removed: wearable-health-api unwrap$/m);
    expect(stdout).toMatch(/^Version: +0\.1\.0 to 0\.2\.0 \(major: below 1\.0 a break is a minor\)$/m);
    expect(stdout).toContain(
      "### Breaking\n\n- Removed from `wearable-health-api`: `unwrap`. What to do: stop importing it.\n",
    );
    const wish = await copy.refused("--as", "0.1.1");
    expect(wish.stderr).toContain("0.1.1 is lower than the changes need: 0.2.0.");
    expect(wish.code).toBe(2);
  });

  test("a break without a waiver: refused", async () => {
    await copy.repository.edit("openapi/v3/parameters/SizeQuery.yaml", (text) =>
      text.replace("maximum: 100", "maximum: 60"),
    );
    await regenerate(copy.repository);
    copy.repository.commitAll("A break");

    const before = await copy.refused();
    expect(before.code).toBe(1);
    expect(before.stderr).toMatch(
      /The break schema\/maximum at openapi\/v3\/parameters\/SizeQuery\.yaml:\d+:\d+ is not acknowledged/,
    );
  });

  test("a larger version than the changes need is released; then there is nothing to release", async () => {
    await copy.repository.edit("CHANGELOG.md", (text) =>
      text.replace("## [Unreleased]\n", "## [Unreleased]\n\n### Fixed\n\n- A word by hand.\n"),
    );
    copy.repository.commitAll("A word");
    expect(await copy.release("--as", "1.0.0")).toMatchObject({ code: 0, stderr: "" });
    const after = await copy.refused();
    expect(after.stdout).toContain("Nothing that ships has changed since v1.0.0");
    expect(after.code).toBe(0);
  });
});
