// Releases as a maintainer makes them, each in a small git repository of its own: version, changelog, commit and tag.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { releaseCommandIn } from "../../src/release/command.ts";
import { runHere } from "../commands.ts";
import { emptyRepository, type TemporaryRepository } from "../git-repository.ts";

let repository: TemporaryRepository;

/** A contract that was never released, and the same after its first release: made once, each test has a copy. */
const ready: TemporaryRepository[] = [];
beforeAll(async () => {
  repository = emptyRepository();
  ready.push(repository);
  for (const folder of ["openapi", "generated"]) await mkdir(join(repository.directory, folder));
  const scripts = { generate: "cp openapi/openapi.yaml generated/openapi.yaml" };
  const manifest = { name: "a-contract", version: "0.1.0", scripts };
  await repository.write("package.json", `${JSON.stringify(manifest, null, 2)}\n`);
  const lock = { name: "a-contract", version: "0.1.0", lockfileVersion: 3, packages: { "": { version: "0.1.0" } } };
  await repository.write("package-lock.json", `${JSON.stringify(lock, null, 2)}\n`);
  await repository.write("CHANGELOG.md", "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- The contract.\n");
  await writeContract(10);
  repository.commitAll("Start");
  repository = repository.copy();
  ready.push(repository);
  await release();
});

/** Begins each test with a copy. */
function beginWith(which: "unreleased" | "released"): void {
  beforeEach(() => {
    repository = ready[which === "unreleased" ? 0 : 1]?.copy() ?? repository;
  });
}

/** A contract with one operation that takes a name of at most so many characters. */
async function writeContract(maxLength: number, version = "0.1.0", summary = "Make a thing"): Promise<void> {
  const name = { type: "string", maxLength };
  const schema = { type: "object", properties: { name } };
  const requestBody = { content: { "application/json": { schema } } };
  const responses = { 204: { description: "Made" } };
  const post = { operationId: "makeThing", summary, requestBody, responses };
  const info = { title: "A contract", version };
  await repository.write("openapi/openapi.yaml", stringify({ openapi: "3.1.1", info, paths: { "/things": { post } } }));
}

/** Writes notes under Unreleased, as a person does. */
function writeNotes(notes: string): Promise<void> {
  return repository.edit("CHANGELOG.md", (text) => text.replace("## [Unreleased]\n", `## [Unreleased]\n\n${notes}\n`));
}

function release(...args: readonly string[]) {
  return runHere(releaseCommandIn(repository.directory), args, repository.directory);
}

/** Everything that a release could leave behind. */
function readState(): string[] {
  return [repository.git("show-ref", "--head"), repository.git("status", "--porcelain")];
}

async function readVersions(): Promise<string[]> {
  const files = ["package.json", "package-lock.json", "openapi/openapi.yaml", "generated/openapi.yaml"];
  const texts = await Promise.all(files.map((file) => repository.read(file)));
  return texts.flatMap((text) =>
    Array.from(text.matchAll(/version"?: "?(\d+\.\d+\.\d+)/g), ([, version = ""]) => version),
  );
}

/** Leaves main with a change that could be released. */
async function switchAway(...args: readonly string[]): Promise<void> {
  repository.git("switch", ...args);
  await writeNotes("### Fixed\n\n- A message.");
  repository.commitAll("A change");
}

const waiver = stringify([
  {
    rule: "schema/max-length",
    pointer: "#/paths/~1things/post/requestBody/content/application~1json/schema/properties/name/maxLength",
    reason: "Names were never longer.",
  },
]);

describe("the first release", () => {
  beginWith("unreleased");

  test("has the version of package.json, a section of the changelog, one commit and one tag", async () => {
    const started = new Date();
    const { code, stdout } = await release();
    expect(stdout).toContain("git push --atomic origin main v0.1.0");
    expect(code).toBe(0);
    // The day may end meanwhile
    const days = [started, new Date()].map((time) => time.toISOString().slice(0, 10));
    expect(
      days.map((day) => `# Changelog\n\n## [Unreleased]\n\n## [0.1.0] - ${day}\n\n### Added\n\n- The contract.\n`),
    ).toContain(await repository.read("CHANGELOG.md"));
    expect(repository.git("log", "--format=%s")).toBe("Release 0.1.0\nStart\n");
    expect(repository.git("tag", "--list", "--format=%(objecttype) %(refname:short) %(contents)")).toBe(
      "tag v0.1.0 v0.1.0\n\n### Added\n\n- The contract.\n\n",
    );
    expect(repository.git("status", "--porcelain")).toBe("");
  });
});

describe("after a release", () => {
  beginWith("released");

  test.each<[what: string, maxLength: number, notes: string, version: string]>([
    ["a fix of the code", 10, "### Fixed\n\n- A message.", "0.1.1"],
    ["an addition to the code", 10, "### Added\n\n- An option.", "0.2.0"],
    ["something removed from the code", 10, "### Removed\n\n- An option.", "0.2.0"],
    ["a contract that accepts more, whatever the heading says", 20, "### Fixed\n\n- Longer names.", "0.2.0"],
  ])("%s", async (_, maxLength, notes, version) => {
    await writeContract(maxLength);
    await writeNotes(notes);
    repository.commitAll("A change");
    expect((await release()).code).toBe(0);
    expect(await readVersions()).toEqual(Array(5).fill(version));
    expect(repository.git("log", "-1", "--format=%s%n%(trailers)", `v${version}`)).toBe(`Release ${version}\n\n`);
    const changelog = await repository.read("CHANGELOG.md");
    expect(changelog).toContain(`## [Unreleased]\n\n## [${version}] - `);
    expect(changelog).toContain(`${notes}\n\n## [0.1.0] - `);
  });

  test("from 1.0 on, a waived break is a major version, and its reason moves into the changelog", async () => {
    await writeNotes("### Added\n\n- Stability.");
    repository.commitAll("Ready");
    expect((await release("--as", "1.0.0")).code).toBe(0);
    await writeContract(5, "1.0.0");
    await repository.write("openapi/waivers.yaml", waiver);
    await writeNotes("### Fixed\n\n- Names.");
    repository.commitAll("Shorter names");
    const { code, stderr } = await release();
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(await readVersions()).toEqual(Array(5).fill("2.0.0"));
    expect(await repository.read("CHANGELOG.md")).toMatch(
      /## \[2\.0\.0\] - .+\n\n### Breaking in the contract\n\n- .*`name`.* Names were never longer\.\n\n### Fixed\n\n- Names\.\n/,
    );
    expect(repository.git("ls-files", "openapi")).toBe("openapi/openapi.yaml\n");
  });

  test("an addition that the changelog names is released", async () => {
    await repository.edit("openapi/openapi.yaml", (text) =>
      text.replace("operationId: makeThing", "operationId: createThing"),
    );
    await writeNotes("### Changed\n\n- `makeThing` is called `createThing`.");
    repository.commitAll("Another name");
    expect((await release()).code).toBe(0);
  });

  test("a dry run shows version and notes, also those that are not committed yet, and writes nothing", async () => {
    await writeNotes("### Fixed\n\n- A message.");
    const before = readState();
    const { code, stdout } = await release("--dry-run");
    expect(stdout).toBe("Release 0.1.1, after 0.1.0\n\n### Fixed\n\n- A message.\n\nDry run: nothing was written.\n");
    expect(code).toBe(0);
    expect(readState()).toEqual(before);
  });

  test("in a clone without tags the latest release is the commit that set its version", async () => {
    repository.git("tag", "--delete", "v0.1.0");
    await writeContract(5);
    await writeNotes("### Fixed\n\n- Names.");
    repository.commitAll("Shorter names");
    const { code, stderr } = await release();
    expect(stderr).toContain("`npm run breaking` fails");
    expect(code).toBe(1);
  });

  test.each<[what: string, prepare: () => unknown, args: string[], code: number, expected: string]>([
    [
      "a changed working tree, also where the settings of a person hide new files",
      () => {
        repository.git("config", "status.showUntrackedFiles", "no");
        return repository.write("a.txt", "");
      },
      ["--dry-run"],
      1,
      "?? a.txt\n Commit or delete",
    ],
    ["another branch than main", () => switchAway("-c", "next"), [], 1, 'on the branch "next". Run `git switch main`'],
    ["no branch at all", () => switchAway("--detach"), [], 1, "on no branch. Run `git switch main`"],
    ["notes that are not committed", () => writeNotes("### Fixed\n\n- A message."), [], 1, " M CHANGELOG.md"],
    ["nothing under Unreleased", () => {}, [], 0, "nothing to release"],
    [
      "a changed contract that nobody describes",
      async () => {
        await writeContract(20);
        repository.commitAll("Longer names");
      },
      [],
      1,
      "Unreleased in CHANGELOG.md is empty",
    ],
    [
      "a break without a waiver",
      async () => {
        await writeContract(5);
        await writeNotes("### Fixed\n\n- Names.");
        repository.commitAll("Shorter names");
      },
      [],
      1,
      "`npm run breaking` fails. Waive each break",
    ],
    [
      "a waiver that nothing needs",
      async () => {
        await repository.write("openapi/waivers.yaml", waiver);
        await writeNotes("### Fixed\n\n- Names.");
        repository.commitAll("A waiver");
      },
      [],
      1,
      "`npm run breaking` fails",
    ],
    [
      "an added operation that the changelog does not name",
      async () => {
        await repository.edit("openapi/openapi.yaml", (text) =>
          text.replace(
            "paths:\n",
            "paths:\n  /others:\n    get: { operationId: listOthers, responses: { 200: { description: They } } }\n",
          ),
        );
        await writeNotes("### Added\n\n- A way to list what listOthersToo lists.");
        repository.commitAll("Others");
      },
      [],
      1,
      "CHANGELOG.md names none of these under Unreleased:\n- listOthers, GET /others: operation was added.",
    ],
    [
      "a warning that the changelog does not name",
      async () => {
        await repository.edit("openapi/openapi.yaml", (text) =>
          text.replace("operationId: makeThing", "operationId: createThing"),
        );
        await writeNotes("### Changed\n\n- A name.");
        repository.commitAll("Another name");
      },
      [],
      1,
      "- createThing, POST /things: operationId `makeThing` is now `createThing`.",
    ],
    [
      "a tag that exists",
      async () => {
        await writeNotes("### Fixed\n\n- A message.");
        repository.commitAll("A change");
        repository.git("tag", "v0.1.1", "HEAD^");
        repository.git("tag", "v0.0.1", "HEAD^");
      },
      [],
      1,
      "There is a tag v0.1.1 already",
    ],
    [
      "a version lower than the changes need",
      async () => {
        await writeNotes("### Added\n\n- An option.");
        repository.commitAll("A change");
      },
      ["--as", "0.1.1"],
      2,
      'Expected a version like 1.2.3 from 0.2.0 on, found "0.1.1"',
    ],
    ["a version that has a v", () => {}, ["--as", "v1.0.0"], 2, '--as takes a version like 1.0.0, found "v1.0.0"'],
    ["a version of one number", () => {}, ["--as", "1"], 2, '--as takes a version like 1.0.0, found "1"'],
    [
      "a version and a tag to check",
      () => {},
      ["--check-tag", "v0.1.0", "--as", "1.0.0"],
      2,
      "--check-tag only checks",
    ],
    [
      "a heading that no version is known for",
      async () => {
        await writeNotes("### Brakeing\n\n- An option.");
        repository.commitAll("A change");
      },
      [],
      1,
      "CHANGELOG.md has the heading Brakeing under Unreleased",
    ],
    [
      "a changelog without Unreleased",
      async () => {
        await repository.write("CHANGELOG.md", "# Changelog\n");
        repository.commitAll("No changelog");
      },
      [],
      2,
      "has no `## [Unreleased]`",
    ],
    [
      "a tag to check that is not the version",
      () => {},
      ["--check-tag", "v0.2.0"],
      1,
      "not the version of package.json",
    ],
    ["a tag to check that is right", () => {}, ["--check-tag", "v0.1.0"], 0, ""],
    [
      "a tag to check whose version has no notes",
      async () => {
        await repository.edit("package.json", (text) => text.replace("0.1.0", "0.2.0"));
        repository.commitAll("By hand");
      },
      ["--check-tag", "v0.2.0"],
      1,
      "CHANGELOG.md has no section 0.2.0",
    ],
  ])("%s leaves everything as it was", async (_, prepare, args, code, expected) => {
    await prepare();
    const before = readState();
    const ended = await release(...args);
    expect(ended.stdout + ended.stderr).toContain(expected);
    expect(ended.code).toBe(code);
    expect(readState()).toEqual(before);
  });

  test("a bundle that is not current stops it: the gate would compare the old one", async () => {
    await repository.edit("package.json", (text) => text.replace("generated/openapi.yaml", "generated/openapi.json"));
    await repository.write("generated/openapi.json", "old");
    await writeNotes("### Fixed\n\n- A message.");
    repository.commitAll("Without generating");
    const { code, stderr } = await release();
    expect([code, stderr]).toEqual([1, expect.stringContaining("generated/ was not current:")]);
    expect(repository.git("log", "-1", "--format=%s")).toBe("Without generating\n");
  });

  test("a tag that git refuses says how to tag the commit", async () => {
    await writeNotes("### Fixed\n\n- A message.");
    repository.commitAll("A change");
    repository.hook("reference-transaction", 'grep -q refs/tags/ && [ "$1" = prepared ] && exit 1; exit 0');
    const { code, stderr } = await release();
    expect(stderr).toContain("The commit is made. Tag it with `git tag --annotate v0.1.1`.");
    expect(code).toBe(2);
    expect(repository.git("log", "-1", "--format=%s")).toBe("Release 0.1.1\n");
  });

  test.each<[what: string, command: string, hook: string, expected: string]>([
    ["a commit that a hook refuses", "cp  ", "echo refused by a hook >&2; exit 1", "refused by a hook"],
    ["a generate that fails", "echo no generate >&2; false ", "", "no generate"],
  ])("%s says how to undo the edits", async (_, command, hook, expected) => {
    await writeNotes("### Fixed\n\n- A message.");
    await repository.edit("package.json", (text) => text.replace(/cp |$/, command));
    repository.commitAll("A change");
    repository.hook("pre-commit", hook);
    const before = readState();
    const { code, stderr } = await release();
    expect(stderr).toContain(expected);
    expect(stderr).toContain("Undo the edits with `git restore --staged --worktree .`");
    expect(code).toBe(2);
    repository.git("restore", "--staged", "--worktree", ".");
    expect(readState()).toEqual(before);
  });
});
