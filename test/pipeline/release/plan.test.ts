// The plan: which version follows from the contract, the package, the code and what a person wrote.
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ContractReport } from "../../../src/pipeline/release/contract-report.ts";
import type { History } from "../../../src/pipeline/release/history.ts";
import {
  driftObstacles,
  obstaclesText,
  openRepository,
  type Plan,
  planRelease,
  planText,
} from "../../../src/pipeline/release/index.ts";
import { emptyRepository } from "./empty-repository.ts";

const manifest = {
  name: "p",
  version: "1.2.3",
  exports: { ".": {}, "./events": {}, "./openapi.yaml": "./openapi.yaml" },
};
const tools = { name: "p-tools", exports: { ".": {}, "./control": {}, "./openapi.json": "./openapi.json" } };
const changelog = (written: string) => `## [Unreleased]\n${written}\n## [1.2.3] - 2026-01-31\n\n- It.\n`;
const surface = (code: string) => `\`\`\`ts\n\n// @public\nexport ${code}\n\n\`\`\`\n`;

const released: Readonly<Record<string, string>> = {
  "package.json": JSON.stringify(manifest),
  "package-lock.json": JSON.stringify({ version: "1.2.3", packages: { "": { version: "1.2.3" } } }),
  "openapi/openapi.yaml": "info:\n  version: 1.2.3\n",
  "CHANGELOG.md": changelog(""),
  "test/pipeline/build/surface/client.api.md": surface("const a: 1;"),
  "test/pipeline/build/surface/events.api.md": surface("const b: 1;"),
  "src/tools/manifest.json": JSON.stringify(tools),
  "test/pipeline/build/surface/tools.api.md": surface("const c: 1;"),
  "test/pipeline/build/surface/tools-control.api.md": surface("const d: 1;"),
  "src/package/client/client.ts": "export {};\n",
};

async function writeTo(directory: string, path: string, text: string): Promise<void> {
  await mkdir(join(directory, dirname(path)), { recursive: true });
  await writeFile(join(directory, path), text);
}

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "release-test-"));
  for (const [path, text] of Object.entries(released)) await write(path, text);
});
afterEach(() => rm(directory, { recursive: true, force: true }));

function write(path: string, text: string): Promise<void> {
  return writeTo(directory, path, text);
}

/** The release 1.2.3 and what was written since, all of it committed: git itself would take most of the time. */
const documents = (): History => ({
  directory,
  latestRelease: async () => "v1.2.3",
  filesAt: async (_, isWanted) =>
    new Map(
      Object.entries(released).flatMap(([path, text]) =>
        isWanted(path) ? [[path, { bytes: Buffer.from(text), isLink: false }] as const] : [],
      ),
    ),
  changedSince: async () => {
    const code = "src/package/client/client.ts";
    return (await readFile(join(directory, code), "utf8")) === released[code] ? [] : [code];
  },
  branch: async () => "main",
  uncommitted: async () => [],
  hasTag: async () => false,
});

function plan(
  report: Partial<ContractReport> = {},
  { wanted, git = documents() }: { wanted?: string; git?: History } = {},
): Promise<Plan | undefined> {
  return planRelease({ git, wanted, compare: async () => ({ bump: "none", changes: [], ...report }) });
}

const change = { rule: "a/b", operation: "listA", pointer: "#/paths", location: "a.yaml:1:1", message: "listA: A." };

/** What stands in the way of a release, a line each, as a person reads it. */
function inTheWay(found: Plan | undefined): string[] {
  return obstaclesText(found?.obstacles ?? [])
    .trimEnd()
    .split("\n");
}

test("nothing changed: there is no plan", async () => {
  expect(await plan()).toBeUndefined();
});

test("words of the contract are a patch", async () => {
  expect(await plan({ bump: "patch" })).toMatchObject({ version: "1.2.4", obstacles: [] });
});

test("the largest bump decides", async () => {
  await write("src/package/client/client.ts", "export const a = 1;\n");
  const report: ContractReport = {
    bump: "minor",
    changes: [{ ...change, level: "compatible", rule: "operation/added" }],
  };
  expect(await plan(report)).toMatchObject({
    version: "1.3.0",
    notes: expect.stringMatching(/^### Added\n\n- listA/) as string,
  });
  await write("test/pipeline/build/surface/client.api.md", surface("const a: 2;"));
  expect(await plan(report)).toMatchObject({ version: "2.0.0" });
});

test("another name in generated code is nothing on the wire, and a major of the package", async () => {
  const found = await plan({ bump: "minor", changes: [{ ...change, rule: "code/component", level: "warning" }] });
  expect(found?.version).toBe("2.0.0");
  expect(found?.reasons.map(({ source, bump }) => [source, bump])).toEqual([
    ["contract", "minor"],
    ["package", "major"],
    ["code", "none"],
  ]);
  expect(found?.reasons[1]?.changes).toEqual(["changed: a name in generated code (code/component, a.yaml:1:1)"]);
});

test.each<[what: string, entries: object, version: string, notes: string]>([
  ["an entry with a report", { "./events": undefined }, "2.0.0", "The entry `p/events` was removed."],
  ["an entry without one", { "./openapi.yaml": undefined }, "2.0.0", "The entry `p/openapi.yaml` was removed."],
  ["a new one", { "./more.json": "./more.json" }, "1.3.0", "The entry `p/more.json`."],
])("%s comes or goes", async (_, entries, version, notes) => {
  await write("package.json", JSON.stringify({ ...manifest, exports: { ...manifest.exports, ...entries } }));
  if ("./events" in entries) await rm(join(directory, "test/pipeline/build/surface/events.api.md"));
  const found = await plan();
  expect(found?.version).toBe(version);
  expect(found?.notes).toContain(notes);
});

test("the exports of the tools count like those of the first package", async () => {
  await write("test/pipeline/build/surface/tools-control.api.md", surface("const d: 2;"));
  expect(await plan()).toMatchObject({
    version: "2.0.0",
    notes: expect.stringContaining("`p-tools/control`") as string,
  });
  const { "./openapi.json": _, ...exports } = tools.exports;
  await write("src/tools/manifest.json", JSON.stringify({ ...tools, exports }));
  expect((await plan())?.notes).toContain("The entry `p-tools/openapi.json` was removed.");
});

test.each<[heading: string, version: string]>([
  ["Breaking", "2.0.0"],
  ["Removed", "2.0.0"],
  ["Added", "1.3.0"],
  ["Changed", "1.3.0"],
  ["Deprecated", "1.3.0"],
  ["Fixed", "1.2.4"],
])("code that a person calls %s makes %s", async (heading, version) => {
  await write("CHANGELOG.md", changelog(`\n### ${heading}\n\n- A thing.\n`));
  expect(await plan()).toBeUndefined();
  await write("src/package/client/client.ts", "export const a = 1;\n");
  expect((await plan())?.version).toBe(version);
});

test.each<[field: string, counts: boolean]>([
  ["scripts", false],
  ["devDependencies", false],
  ["allowScripts", false],
  ["scarfSettings", false],
  ["dependencies", true],
  ["engines", true],
])("%s of package.json reach consumers: %s", async (field, counts) => {
  await write("package.json", JSON.stringify({ ...manifest, [field]: { a: "1.0.0" } }));
  const found = await plan();
  expect(found?.reasons.at(-1)?.changes).toEqual(counts ? ["package.json"] : undefined);
});

test("a version as large as the changes need, or larger, can be wished for, even when nothing changed, and then wants a word", async () => {
  const found = await plan({}, { wanted: "2.0.0" });
  expect(found?.version).toBe("2.0.0");
  expect(found?.obstacles).toMatchObject([{ message: "CHANGELOG.md does not mention this release." }]);
  expect((await plan({ bump: "minor" }, { wanted: "1.3.0" }))?.version).toBe("1.3.0");
  await expect(plan({}, { wanted: "next" })).rejects.toThrow('A version has the form 1.2.3, found "next" in --as.');
  await expect(plan({}, { wanted: "1.2.3" })).rejects.toMatchObject({
    message: "1.2.3 is lower than the changes need: 1.2.4.",
    remedy: "Leave --as out, or pass a higher version.",
  });
});

test("a waiver without a break, and a version that a person has set, stand in the way", async () => {
  for (const path of ["package.json", "package-lock.json", "openapi/openapi.yaml"]) {
    await write(path, (released[path] ?? "").replaceAll("1.2.3", "1.3.0"));
  }
  const unusedWaivers = [{ rule: "a/b", location: "waivers.yaml:1:1" }];
  const found = await plan({ bump: "minor", changes: [{ ...change, level: "compatible" }], unusedWaivers });
  expect(inTheWay(found)).toEqual([
    "- package.json says 1.3.0, and the latest release is v1.2.3. Write the released version there: `npm run release` sets the next one.",
    "- No change needs the waiver of a/b at waivers.yaml:1:1. Remove it.",
  ]);
});

test("a break without a waiver, and another version of the contract or of the lock, stand in the way", async () => {
  await write("openapi/openapi.yaml", "info:\n  title: It\n");
  await write("package-lock.json", JSON.stringify({ version: "1.2.3", packages: { "": { version: "1.3.0" } } }));
  const breaks = [{ ...change, level: "breaking" as const }];
  const found = await plan({ bump: "major", changes: [...breaks, { ...change, level: "breaking", waived: "Wanted" }] });
  expect(found?.version).toBe("2.0.0");
  expect(inTheWay(found)).toEqual([
    "- package-lock.json says 1.3.0, and package.json 1.2.3. Write the same version in both.",
    "- openapi/openapi.yaml says no version, and package.json 1.2.3. Write the same version in both.",
    "- The break a/b at a.yaml:1:1 is not acknowledged. Undo it, or add a waiver as `npm run breaking` says.",
  ]);
});

test("another branch, files that are not committed and a tag of that name elsewhere stand in the way", async () => {
  const git: History = {
    ...documents(),
    branch: async () => "other",
    uncommitted: async () => ["a", "b", "c", "d", "e", "f"],
    hasTag: async (tag) => tag === "v1.2.4",
  };
  const found = await plan({ bump: "patch" }, { git });
  expect(inTheWay(found)).toEqual([
    "- Releases are made from main, and this is other. Switch with `git switch main`.",
    "- The working tree is not clean: a, b, c, d, e and 1 more. Commit the changes, or stash them with `git stash --include-untracked`.",
    "- The tag v1.2.4 exists, but not in the history of this commit. Release from the branch that has it, or delete the tag if it was never published.",
  ]);
});

test("the first release is everything under Unreleased, in the version as it is or a higher one", async () => {
  const git: History = { ...documents(), latestRelease: async () => undefined };
  await write("CHANGELOG.md", "## [Unreleased]\n\n### Added\n\n- All of it.\n");
  const found = await plan({ bump: "major", changes: [{ ...change, level: "breaking" }] }, { git });
  expect(found).toMatchObject({ version: "1.2.3", tag: "v1.2.3", notes: "### Added\n\n- All of it.", obstacles: [] });
  expect(found && planText(found, ["CHANGELOG.md"], "2026-01-31")).toBe(
    `Base:     none: this is the first release, with everything under Unreleased
Version:  1.2.3
Tag:      v1.2.3
Files:    CHANGELOG.md

## [1.2.3] - 2026-01-31

### Added

- All of it.
`,
  );
  expect(await plan({}, { git, wanted: "2.0.0" })).toMatchObject({ version: "2.0.0", current: "1.2.3" });
  expect(await plan({}, { git, wanted: "1.2.3" })).toMatchObject({ version: "1.2.3" });
  await expect(plan({}, { git, wanted: "1.2.2" })).rejects.toThrow("1.2.2 is lower than the changes need: 1.2.3.");
});

test("the text of a plan says which version follows, and why, below 1.0 too", async () => {
  for (const path of ["package.json", "package-lock.json", "openapi/openapi.yaml", "CHANGELOG.md"]) {
    await write(path, (released[path] ?? "").replaceAll("1.2.3", "0.2.3"));
  }
  await write("src/package/client/client.ts", "export const a = 1;\n");
  const git: History = { ...documents(), latestRelease: async () => "v0.2.3" };
  const changes: ContractReport["changes"] = [{ ...change, level: "breaking", waived: "Wanted" }];
  const found = await plan({ bump: "major", changes }, { git });
  expect(found && planText(found, ["a.json", "b.json"], "2026-01-31").split("\n").slice(0, 8)).toEqual([
    "Base:     v0.2.3",
    "Contract: major",
    "  breaking, waived: listA: A. (a.yaml:1:1)",
    "Package:  none (no change in test/pipeline/build/surface)",
    "Code:     patch",
    "  src/package/client/client.ts",
    "Version:  0.2.3 to 0.3.0 (major: below 1.0 a break is a minor)",
    "Tag:      v0.3.0",
  ]);
  await write("src/package/client/client.ts", released["src/package/client/client.ts"] ?? "");
  const words = await plan({ bump: "patch" }, { git });
  expect(words && planText(words, [], "2026-01-31").split("\n").slice(1, 6)).toEqual([
    "Contract: patch",
    "  descriptions and examples only",
    "Package:  none (no change in test/pipeline/build/surface)",
    "Code:     none (no file that ships)",
    "Version:  0.2.3 to 0.2.4 (patch)",
  ]);
  await write("test/pipeline/build/surface/client.api.md", surface("const a: 2;"));
  const silent = await plan({}, { git });
  expect(silent && planText(silent, [], "2026-01-31")).toMatch(/^Contract: none \(no relevant changes\)$/m);
});

test.each<[what: string, code: string, version: string, found: string]>([
  ["an export that is gone", surface("const z: 1;"), "2.0.0", "removed: p a"],
  ["another type", surface("const a: 2;"), "2.0.0", "changed: p a"],
  ["a new export", surface("const a: 1;\n\n// @public\nexport const z: 1;"), "1.3.0", "added: p z"],
  ["a deprecated export", surface("const a: 1;").replace("@public", "@public @deprecated"), "1.3.0", "deprecated: p a"],
])("%s of the package decides on the version", async (_, code, version, found) => {
  await write("test/pipeline/build/surface/client.api.md", code);
  const planned = await plan();
  expect(planned?.version).toBe(version);
  expect(planned?.reasons[1]?.changes).toContain(found);
});

test("the report of an entry below another is read under its name", async () => {
  const exports = { ...manifest.exports, "./events/validate": {} };
  await write("package.json", JSON.stringify({ ...manifest, exports }));
  await write("test/pipeline/build/surface/events-validate.api.md", surface("const e: 1;"));
  expect((await plan())?.notes).toBe("### Added\n\n- The entry `p/events/validate`. What to do: nothing.");
});

test.each<[what: string, path: string, text: string, said: string, remedy: string]>([
  [
    "a changelog without a place for it",
    "CHANGELOG.md",
    "# Changelog\n",
    "CHANGELOG.md has no `## [Unreleased]`.",
    "Add the heading above the latest release.",
  ],
  [
    "a release without its tag",
    "CHANGELOG.md",
    changelog("").replaceAll("1.2.3", "1.2.9"),
    "The latest release is 1.2.9 by CHANGELOG.md, and v1.2.3 by the tags",
    "Fetch the tags with `git fetch --tags`, or correct the one that is wrong.",
  ],
  [
    "a version of another form",
    "package.json",
    JSON.stringify({ ...manifest, version: "1.2.3-beta.1" }),
    'A version has the form 1.2.3, found "1.2.3-beta.1" in package.json.',
    "Correct it.",
  ],
  ["no version", "package.json", '{ "name": "p" }', "package.json has no `name` and `version`.", "Write both."],
  ["no name", "package.json", '{ "version": "1.2.3" }', "package.json has no `name` and `version`.", "Write both."],
])("%s cannot be planned from", async (_, path, text, said, remedy) => {
  await write(path, text);
  await expect(plan({ bump: "patch" })).rejects.toMatchObject({
    message: expect.stringContaining(said) as string,
    remedy,
  });
});

test("generated files that differ, that are missing and that are too many are stale", async () => {
  for (const name of ["kept", "differs", "too-many"]) await write(`generated/${name}`, name);
  const files = new Map([
    ["generated/kept", "kept"],
    ["generated/differs", "other"],
    ["generated/missing", ""],
  ]);
  expect(obstaclesText(await driftObstacles(directory, { files }))).toBe(
    "- Generated files are stale: generated/differs, generated/too-many, generated/missing. Run `npm run generate` and commit the result.\n",
  );
});

test("git tells what a plan asks: what changed of what ships, what is committed, the branch and the tags", async () => {
  const repository = await emptyRepository();
  const others = [
    "LICENSE",
    "generated/types.ts",
    "src/package/README.md",
    "src/tools/cli.ts",
    "src/tools/look/README.md",
    "test/a.test.ts",
    "tsconfig.build.json",
    "tsconfig.json",
  ];
  try {
    for (const [path, text] of Object.entries(released)) await writeTo(repository.directory, path, text);
    for (const path of ["src/pipeline/mock/mock.ts", ...others])
      await writeTo(repository.directory, path, "export {};\n");
    repository.commitAll("Release 1.2.3");
    repository.git("tag", "v1.2.3");
    const git = await openRepository(repository.directory);
    expect(await plan({}, { git })).toBeUndefined();

    for (const path of ["src/package/client/client.ts", "src/pipeline/mock/mock.ts", ...others]) {
      await repository.write(path, "export const a = 1;\n");
    }
    await repository.write("test/pipeline/build/surface/events.api.md", surface("const b: 2;"));
    repository.git("switch", "--quiet", "--detach");
    repository.commitAll("Elsewhere");
    repository.git("tag", "v2.0.0");
    repository.git("switch", "--quiet", "--detach", "main");
    repository.git("checkout", "--quiet", "v2.0.0", "--", ".");
    const found = await plan({}, { git });
    expect(found?.base).toBe("v1.2.3");
    expect(found?.reasons).toMatchObject([
      { source: "contract", bump: "none" },
      { source: "package", bump: "major", changes: ["changed: p/events b"] },
      {
        source: "code",
        bump: "patch",
        changes: [
          "LICENSE",
          "generated/types.ts",
          "src/package/client/client.ts",
          "src/tools/cli.ts",
          "tsconfig.build.json",
          "tsconfig.json",
        ],
      },
    ]);
    expect(found?.obstacles.map(({ message }) => message)).toEqual([
      "Releases are made from main, and this is no branch.",
      "The working tree is not clean: LICENSE, generated/types.ts, src/package/README.md, src/package/client/client.ts, src/pipeline/mock/mock.ts and 6 more.",
      "The tag v2.0.0 exists, but not in the history of this commit.",
    ]);
  } finally {
    await repository.remove();
  }
});
