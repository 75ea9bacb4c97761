// `npm run release` on a copy of this project: before its first release, and after it.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { notShipped } from "../../src/release/shipped.ts";
import { runToEnd } from "../commands.ts";
import { projectCopy, type TemporaryRepository } from "./repository.ts";

let repository: TemporaryRepository;
let start: string;
beforeAll(async () => {
  repository = await projectCopy();
  start = repository.git("rev-parse", "HEAD").trim();
});
afterAll(() => repository?.remove());

/** Makes the repository as it was at a commit, with these tags and no other. */
function goTo(commit: string, tags: Readonly<Record<string, string>> = {}): void {
  repository.git("switch", "--quiet", "--discard-changes", "main");
  repository.git("reset", "--quiet", "--hard", commit);
  repository.git("clean", "--quiet", "--force", "-d");
  for (const tag of repository.git("tag").split("\n")) if (tag !== "") repository.git("tag", "--delete", tag);
  for (const [tag, object] of Object.entries(tags)) repository.git("update-ref", `refs/tags/${tag}`, object);
}

/** Runs a command of the copy to its end. */
async function run(file: string, ...args: string[]) {
  const environment = Object.entries(process.env).filter(([name]) => !/^(GIT_|FORCE_COLOR|NO_COLOR)/.test(name));
  const ended = promisify(execFile)(process.execPath, [join(repository.directory, "src", file), ...args], {
    cwd: repository.directory,
    env: Object.fromEntries(environment),
  });
  return ended.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
  );
}

const release = (...args: string[]) => run("release.ts", ...args);

/** All that a release could leave behind. */
const state = () => ({
  head: repository.git("rev-parse", "HEAD"),
  status: repository.git("status", "--porcelain"),
  tags: repository.git("tag"),
});

/** Tries a release that is to be refused: it leaves nothing behind. */
async function refused(...args: string[]) {
  const before = state();
  const ended = await release(...args);
  expect(state()).toEqual(before);
  return ended;
}

/** The version, wherever it is written. */
async function versions(): Promise<unknown[]> {
  const manifest = JSON.parse(await repository.read("package.json")) as { version: string };
  const lock = JSON.parse(await repository.read("package-lock.json")) as {
    version: string;
    packages: Record<string, { version: string }>;
  };
  const contract = parse(await repository.read("openapi/openapi.yaml")) as { info: { version: string } };
  const generated = JSON.parse(await repository.read("generated/openapi.json")) as { info: { version: string } };
  return [manifest.version, lock.version, lock.packages[""]?.version, contract.info.version, generated.info.version];
}

test("--help tells what it does", async () => {
  const { code, stdout } = await runToEnd("release.ts", ["--help"]);
  expect(code).toBe(0);
  expect(stdout).toContain("--dry-run");
});

test("--check-tag takes the version of package.json only", async () => {
  const { version } = JSON.parse(await repository.read("package.json")) as { version: string };
  expect(await release("--check-tag", `v${version}`)).toEqual({ code: 0, stdout: "", stderr: "" });
  const { code, stderr } = await release("--check-tag", "v9.9.9");
  expect(stderr).toContain(`The tag is v9.9.9, and package.json says ${version}.`);
  expect(code).toBe(1);
});

test("every exception to what ships is there", () => {
  expect(notShipped.filter((path) => repository.git("ls-files", "--", path) === "")).toEqual([]);
});

describe("before the first release", () => {
  beforeEach(() => goTo(start));

  test("a dry run shows it, names all that stands in the way, and writes nothing", async () => {
    repository.git("switch", "--quiet", "--force-create", "other");
    await repository.write("generated/types.ts", "export {};\n");
    await repository.write("stray.txt", "A stray file.\n");
    const { code, stdout, stderr } = await refused("--dry-run");
    expect(code).toBe(1);
    expect(stdout).toMatch(/^Base: +none: this is the first release/);
    expect(stdout).toMatch(/^Version: +0\.1\.0$/m);
    expect(stdout).toMatch(/^## \[0\.1\.0\] - \d{4}-\d\d-\d\d\n\n### Added\n\n- The contract\.$/m);
    expect(stderr).toContain("Releases are made from main, and this is other.");
    expect(stderr).toContain("The working tree is not clean: generated/types.ts, stray.txt.");
    expect(stderr).toContain("Generated files are stale: generated/types.ts. Run `npm run generate`");
  });

  test.each<[what: string, change: () => Promise<void>, code: number, said: RegExp]>([
    [
      "versions that differ",
      () => repository.edit("openapi/openapi.yaml", (text) => text.replace("version: 0.1.0", "version: 0.3.0")),
      1,
      /openapi\/openapi\.yaml says 0\.3\.0, and package\.json 0\.1\.0\. Write the same/,
    ],
    [
      "nothing to tell",
      () => repository.write("CHANGELOG.md", "# Changelog\n\n## [Unreleased]\n"),
      1,
      /CHANGELOG\.md does not mention this release\. Under `## \[Unreleased\]`, write/,
    ],
    [
      "no place to tell it",
      () => repository.write("CHANGELOG.md", "# Changelog\n"),
      2,
      /has no `## \[Unreleased\]`\. Add the heading/,
    ],
    [
      "a release without its tag",
      () => repository.edit("CHANGELOG.md", (text) => `${text}\n## [0.0.9] - 2026-01-01\n\n- It.\n`),
      2,
      /is 0\.0\.9 by CHANGELOG\.md, and none by the tags.*git fetch --tags/,
    ],
    [
      "a version of another form",
      () => repository.edit("package.json", (text) => text.replace('"0.1.0"', '"0.1.0-beta.1"')),
      2,
      /the form 1\.2\.3, found "0\.1\.0-beta\.1" in package\.json\. Correct it/,
    ],
  ])("%s: refused", async (_, change, code, said) => {
    await change();
    repository.commitAll("Change");
    const ended = await refused();
    expect(ended.stderr).toMatch(said);
    expect(ended.stderr).not.toMatch(/^ +at /m);
    expect(ended.code).toBe(code);
  });

  test("a commit off every branch: refused", async () => {
    repository.git("switch", "--quiet", "--detach");
    const { code, stderr } = await refused();
    expect(stderr).toContain("Releases are made from main, and this is no branch. Switch with `git switch main`.");
    expect(code).toBe(1);
  });

  test("a tag of that name elsewhere: refused", async () => {
    repository.git("switch", "--quiet", "--detach");
    await repository.write("stray.txt", "A stray file.\n");
    repository.commitAll("Elsewhere");
    repository.git("tag", "v0.1.0");
    repository.git("switch", "--quiet", "main");
    const { code, stderr } = await refused();
    expect(stderr).toContain("The tag v0.1.0 exists, but not in the history of this commit.");
    expect(code).toBe(1);
  });

  test("a version that is none: refused in a line", async () => {
    expect(await refused("--as", "next")).toEqual({
      code: 2,
      stdout: "",
      stderr: 'error: A version has the form 1.2.3, found "next" in --as. Correct it.\n',
    });
  });
});

describe("after the first release", () => {
  let first: Awaited<ReturnType<typeof release>>;
  let commit: string;
  let tag: string;
  beforeAll(async () => {
    goTo(start);
    first = await release();
    commit = repository.git("rev-parse", "HEAD").trim();
    tag = repository.git("rev-parse", "refs/tags/v0.1.0").trim();
  });
  beforeEach(() => goTo(commit, { "v0.1.0": tag }));

  test("which is everything under Unreleased, with the version as it is", async () => {
    expect(first.stderr).toBe("");
    expect(first.code).toBe(0);
    expect(first.stdout).toMatch(
      /Released 0\.1\.0: commit \w+, tag v0\.1\.0\. .*`git push --atomic origin main v0\.1\.0`/,
    );
    const shown = repository.git("show", "--name-only", "--format=%s%d").trim().split(/\n+/);
    expect(shown).toEqual(["Release 0.1.0 (HEAD -> main, tag: v0.1.0)", "CHANGELOG.md"]);
    expect(await repository.read("CHANGELOG.md")).toMatch(
      /## \[Unreleased\]\n\n## \[0\.1\.0\] - .*\n\n### Added\n\n- The/,
    );
    expect(repository.git("cat-file", "-t", "v0.1.0").trim()).toBe("tag");
  });

  test("nothing changed: there is nothing to release", async () => {
    const said = "Nothing that ships has changed since v0.1.0: nothing to release.\n";
    expect(await refused()).toEqual({ code: 0, stdout: said, stderr: "" });
  });

  test("code alone is a patch, and wants a word; what stays here does not count", async () => {
    await repository.edit("src/client/retry.ts", (text) => `${text}\n// A word more.\n`);
    await repository.edit("src/mock/mock.ts", (text) => `${text}\n// A word more.\n`);
    repository.commitAll("Code");
    const { code, stdout, stderr } = await refused();
    expect(code).toBe(1);
    expect(stdout).toMatch(/^Code: +patch\n {2}src\/client\/retry\.ts\nVersion: +0\.1\.0 to 0\.1\.1 \(patch\)$/m);
    expect(stderr).toContain("CHANGELOG.md does not mention this release.");
  });

  test("a name that is gone is a major, which below 1.0 is a minor; a smaller wish is refused", async () => {
    await repository.edit("test/package/surface/client.api.md", (text) =>
      text.replace(/\/\/ @public\nexport function unwrap.*\n\n/, ""),
    );
    // Keeps it from being released
    await repository.write("stray.txt", "A stray file.\n");
    const { stdout } = await refused();
    expect(stdout).toMatch(/^Package: +major\n {2}removed: wearable-health-api unwrap$/m);
    expect(stdout).toMatch(/^Version: +0\.1\.0 to 0\.2\.0 \(major: below 1\.0 a break is a minor\)$/m);
    expect(stdout).toContain(
      "### Breaking\n\n- Removed from `wearable-health-api`: `unwrap`. What to do: stop importing it.\n",
    );
    const wish = await refused("--as", "0.1.1");
    expect(wish.stderr).toContain("0.1.1 is lower than the changes need: 0.2.0.");
    expect(wish.code).toBe(2);
  });

  test("a break, an addition and a word by hand are released; then there is nothing to release", async () => {
    await repository.edit("openapi/v3/parameters/SizeQuery.yaml", (text) =>
      text.replace("maximum: 100", "maximum: 60"),
    );
    await repository.edit(
      "openapi/v2/schemas/LinkCode.yaml",
      (text) => `${text}  label:\n    type: string\n    description: A label.\n`,
    );
    await repository.edit("CHANGELOG.md", (text) =>
      text.replace("## [Unreleased]\n", "## [Unreleased]\n\n### Fixed\n\n- A word by hand.\n"),
    );
    expect((await run("generate.ts")).code).toBe(0);
    repository.commitAll("A break");

    const before = await refused();
    expect(before.code).toBe(1);
    expect(before.stderr).toMatch(
      /The break schema\/maximum at openapi\/v3\/parameters\/SizeQuery\.yaml:\d+:\d+ is not acknowledged/,
    );

    const waivers = [
      "# Breaks that were decided on.",
      "- rule: schema/maximum",
      "  pointer: '#/paths/~1v3~1lab_tests~1markers/get/parameters/3/schema/maximum'",
      "  reason: Pages of 100 were too slow",
      "",
    ];
    await repository.write("openapi/waivers.yaml", waivers.join("\n"));
    repository.commitAll("Acknowledge it");

    // One version more than the changes ask for
    const { code, stdout, stderr } = await release("--as", "1.0.0");
    expect(stderr).toBe("");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Base: +v0\.1\.0\nContract: +major\n {2}breaking, waived: .*SizeQuery\.yaml:\d+:\d+\)$/m);
    expect(stdout).toMatch(/^Package: +none \(no change in test\/package\/surface\)$/m);
    expect(await versions()).toEqual(["1.0.0", "1.0.0", "1.0.0", "1.0.0", "1.0.0"]);
    expect(repository.git("ls-files", "--", "openapi/waivers.yaml")).toBe("");
    const expected = [
      "## \\[Unreleased\\]\n\n## \\[1\\.0\\.0\\] - \\d{4}-\\d\\d-\\d\\d\n",
      "### Breaking\n\n- .*`size`.* Why: Pages of 100 were too slow\\. What to do: adapt every call of `listMarkers` that relies on it\\.\n",
      "### Added\n\n- createLinkCode, POST /v2/link/code/create: field `label` .*\n",
      "### Fixed\n\n- A word by hand\\.\n",
      "## \\[0\\.1\\.0\\] ",
    ];
    expect(await repository.read("CHANGELOG.md")).toMatch(new RegExp(expected.join("\n")));
    // The rest of a file stays as it is, comments and all
    const changed = (path: string) => repository.git("show", "--numstat", "--format=", "--", path).split("\t");
    expect(changed("openapi/openapi.yaml").slice(0, 2)).toEqual(["1", "1"]);
    expect(changed("package.json").slice(0, 2)).toEqual(["1", "1"]);
    expect(changed("package-lock.json").slice(0, 2)).toEqual(["2", "2"]);
    expect(repository.git("tag", "--points-at", "HEAD").trim()).toBe("v1.0.0");
    expect(state().status).toBe("");

    const after = await refused();
    expect(after.stdout).toContain("Nothing that ships has changed since v1.0.0");
    expect(after.code).toBe(0);
  });
});
