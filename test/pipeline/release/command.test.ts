// `npm run release` on a copy of this project, after its first release. What else it refuses: `command.full.test.ts`, and by its function `plan.test.ts`.
import { globSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { shipped } from "../../../src/pipeline/release/shipped.ts";
import { generateFile } from "../../../src/pipeline/release/stage.ts";
import { projectDirectory } from "../../../src/tools/contract/index.ts";
import { runToEnd } from "../../commands.ts";
import { isFull } from "../../run/depth.ts";
import { useCopy } from "./copy.ts";
import { regenerate } from "./repository.ts";

const copy = useCopy();

test("--check-tag takes the version of package.json only", async () => {
  copy.goTo(copy.start);
  const { version } = JSON.parse(await copy.repository.read("package.json")) as { version: string };
  const args = ["--check-tag", `v${version}`];
  // As a process in the full run, in this project: it only reads
  expect(await (isFull ? runToEnd("pipeline/release.ts", args) : copy.release(...args))).toEqual({
    code: 0,
    stdout: "",
    stderr: "",
  });
  const { code, stderr } = await copy.release("--check-tag", "v9.9.9");
  expect(stderr).toBe(
    `Nothing was released. Resolve this first:\n- The tag is v9.9.9, and package.json says ${version}. Delete the tag, and release with \`npm run release\`.\n`,
  );
  expect(code).toBe(1);
  // The whole tag counts, not a part of it
  expect((await copy.release("--check-tag", `v1${version}`)).code).toBe(1);
  expect((await copy.release("--check-tag", version)).code).toBe(1);
});

test("everything that ships is there", () => {
  const paths = shipped.filter((path) => !path.startsWith(":"));
  expect(paths.filter((path) => globSync(path, { cwd: projectDirectory }).length === 0)).toEqual([]);
});

test("the first release leaves the version, says how to publish it; then there is nothing to release, until a word by hand", async () => {
  copy.goTo(copy.start);
  await copy.repository.write("stray.txt", "A stray file.\n");
  const early = await copy.refused();
  expect(early.code).toBe(1);
  expect(early.stdout).toMatch(/^Base: +none: this is the first release/);
  expect(early.stderr).toMatch(
    /^Nothing was released\. Resolve this first:\n- The working tree is not clean: stray\.txt\. .*\n$/,
  );
  copy.goTo(copy.start);

  const today = () => new Date().toISOString().slice(0, 10);
  const before = today();
  const { code, stdout, stderr } = await copy.release();
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const [, day] = /^## \[0\.1\.0\] - (.*)$/m.exec(await copy.repository.read("CHANGELOG.md")) ?? [];
  expect([before, today()]).toContain(day);
  const commit = copy.repository.git("rev-parse", "--short", "HEAD").trim();
  expect(stdout.split("\n").slice(-2)).toEqual([
    `Released 0.1.0: commit ${commit}, tag v0.1.0. The release is only in this clone. To publish it, run \`git push --atomic origin main v0.1.0\`; the release workflow does the rest.`,
    "",
  ]);
  const shown = copy.repository.git("show", "--name-only", "--format=%s%d").trim().split(/\n+/);
  expect(shown).toEqual(["Release 0.1.0 (HEAD -> main, tag: v0.1.0)", "CHANGELOG.md"]);
  const said = "Nothing that ships has changed since v0.1.0: nothing to release.\n";
  expect(await copy.refused()).toEqual({ code: 0, stdout: said, stderr: "" });

  // What is released without a change of the contract has its new version in the contract, too
  await copy.repository.edit("CHANGELOG.md", (text) =>
    text.replace("## [Unreleased]\n", "## [Unreleased]\n\n### Fixed\n\n- A word by hand.\n"),
  );
  copy.repository.commitAll("A word");
  expect(await copy.release("--as", "0.1.1")).toMatchObject({ code: 0, stderr: "" });
  expect(await copy.versions()).toEqual(Array(5).fill("0.1.1"));
});

test("a contract that cannot be generated from, now or with its new version, is not released", async () => {
  copy.goTo(copy.start);
  const generates = (body: string) =>
    copy.repository.write(
      generateFile,
      `import { cpSync, readFileSync } from "node:fs";\nimport { relative } from "node:path";\nconst [, , , root, , out] = process.argv;\n${body}\n`,
    );
  await generates('console.error(relative(process.cwd(), root) + ":1:1: A fault."); process.exitCode = 1;');
  const now = await copy.refused("--dry-run");
  expect(now.code).toBe(1);
  expect(now.stderr).toMatch(
    /^- The contract has faults:\nopenapi\/openapi\.yaml:1:1: A fault\.\n Correct them: `npm run lint`\.$/m,
  );
  await generates('console.error("It broke."); process.exitCode = 2;');
  const broken = await copy.refused("--dry-run");
  expect(broken.code).toBe(2);
  expect(broken.stderr).toContain("`npm run generate` failed: It broke. Correct that first.");
  const committed = JSON.stringify(join(copy.repository.directory, "generated"));
  await generates(
    `if (readFileSync(root, "utf8").includes("2.0.0")) { console.error("A fault."); process.exitCode = 1; }\nelse cpSync(${committed}, out, { recursive: true });`,
  );
  copy.repository.commitAll("Another generator");
  const later = await copy.refused("--as", "2.0.0");
  expect(later.code).toBe(2);
  expect(later.stderr).toMatch(
    /With its new version the contract has faults:\nA fault\.\n Correct them; nothing was written\./,
  );
});

test("after a release, a break, an addition and a word by hand are shown by a dry run, and released", async () => {
  copy.goTo(copy.start);
  await copy.repository.edit("CHANGELOG.md", (text) =>
    text.replace("## [Unreleased]\n", "## [Unreleased]\n\n## [0.1.0] - 2026-01-31\n"),
  );
  copy.repository.commitAll("Release 0.1.0");
  copy.repository.git("tag", "--annotate", "--message", "Release 0.1.0", "v0.1.0");

  await copy.repository.edit("openapi/v3/parameters/SizeQuery.yaml", (text) =>
    text.replace("maximum: 100", "maximum: 60"),
  );
  await copy.repository.edit(
    "openapi/v2/schemas/LinkCode.yaml",
    (text) => `${text}  label:\n    type: string\n    description: A label.\n`,
  );
  await copy.repository.edit("CHANGELOG.md", (text) =>
    text.replace("## [Unreleased]\n", "## [Unreleased]\n\n### Fixed\n\n- A word by hand.\n"),
  );
  await regenerate(copy.repository);
  const waivers = [
    "# Breaks that were decided on.",
    "- rule: schema/maximum",
    "  pointer: '#/paths/~1v3~1lab_tests~1markers/get/parameters/3/schema/maximum'",
    "  reason: Pages of 100 were too slow",
    "",
  ];
  await copy.repository.write("openapi/waivers.yaml", waivers.join("\n"));
  copy.repository.commitAll("A break");

  const dry = await copy.refused("--dry-run", "--as", "1.0.0");
  expect(dry).toMatchObject({ code: 0, stderr: "" });
  expect(dry.stdout).toMatch(
    /^Version: +0\.1\.0 to 1\.0\.0 .*\n[\s\S]*^### Breaking\n[\s\S]*^Dry run: nothing was written\.\n$/m,
  );

  // What a dry run finds as it prepares the release, and what it shows all the same
  await copy.repository.edit("generated/openapi.json", (text) => text.replace("0.1.0", "0.3.0"));
  const stale = await copy.refused("--dry-run");
  expect(stale.code).toBe(1);
  expect(stale.stdout).toMatch(/^Version: +0\.1\.0 to 0\.2\.0 /m);
  expect(stale.stderr).toMatch(
    /not clean: generated\/openapi\.json\..*\n.*Generated files are stale: generated\/openapi\.json\./,
  );
  copy.repository.git("checkout", "--quiet", "--", ".");

  // One version more than the changes ask for
  const { code, stdout, stderr } = await copy.release("--as", "1.0.0");
  expect(stderr).toBe("");
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Base: +v0\.1\.0\nContract: +major\n {2}breaking, waived: .*SizeQuery\.yaml:\d+:\d+\)$/m);
  expect(stdout).toMatch(/^Package: +none \(no change in test\/pipeline\/build\/surface\)$/m);
  expect(stdout).toMatch(
    /^Files: +package\.json, package-lock\.json, openapi\/openapi\.yaml, openapi\/waivers\.yaml, CHANGELOG\.md, generated\/$/m,
  );
  expect(await copy.versions()).toEqual(["1.0.0", "1.0.0", "1.0.0", "1.0.0", "1.0.0"]);
  expect(copy.repository.git("ls-files", "--", "openapi/waivers.yaml")).toBe("");
  const expected = [
    "## \\[Unreleased\\]\n\n## \\[1\\.0\\.0\\] - \\d{4}-\\d\\d-\\d\\d\n",
    "### Breaking\n\n- .*`size`.* Why: Pages of 100 were too slow\\. What to do: adapt every call of `listMarkers` that relies on it\\.\n",
    "### Added\n\n- createLinkCode, POST /v2/link/code/create: field `label` .*\n",
    "### Fixed\n\n- A word by hand\\.\n",
    "## \\[0\\.1\\.0\\] ",
  ];
  expect(await copy.repository.read("CHANGELOG.md")).toMatch(new RegExp(expected.join("\n")));
  // The rest of a file stays as it is, comments and all
  const changed = (path: string) => copy.repository.git("show", "--numstat", "--format=", "--", path).split("\t");
  expect(changed("openapi/openapi.yaml").slice(0, 2)).toEqual(["1", "1"]);
  expect(changed("package.json").slice(0, 2)).toEqual(["1", "1"]);
  expect(changed("package-lock.json").slice(0, 2)).toEqual(["2", "2"]);
  expect(copy.repository.git("tag", "--points-at", "HEAD").trim()).toBe("v1.0.0");
  expect(copy.repository.git("status", "--porcelain")).toBe("");
});
