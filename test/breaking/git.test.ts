// Comparing with git revisions: which one, and without a trace in the repository.
import { readdirSync } from "node:fs";
import { cp, mkdir, mkdtemp, rename, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { stringify } from "yaml";
import { breakingCommand } from "../../src/breaking/index.ts";
import { runHere } from "../commands.ts";
import { commitAll, emptyRepository, git } from "../git-repository.ts";
import { documentWith } from "./documents.ts";

let place: string;
let repository: string;

/** A contract in two files, so that a revision is more than its root document. */
async function writeContract(directory: string, maxLength: number, version = "1.0.0") {
  await mkdir(join(directory, "openapi", "schemas"), { recursive: true });
  const document = documentWith({ $ref: "schemas/Thing.yaml" }, { type: "object" });
  const info = { title: "A test", version };
  await writeFile(join(directory, "openapi", "openapi.yaml"), stringify({ ...document, info }));
  const thing = { type: "object", properties: { name: { type: "string", maxLength } } };
  await writeFile(join(directory, "openapi", "schemas", "Thing.yaml"), stringify(thing));
}

async function commit(directory: string, maxLength: number, version?: string) {
  await writeContract(directory, maxLength, version);
  commitAll(directory, `At most ${maxLength}`);
}

async function startRepository(): Promise<string> {
  const { directory } = emptyRepository();
  await commit(directory, 10);
  return directory;
}

/** The repository of the file in a directory of its own. */
async function copyRepository(): Promise<string> {
  const copy = await mkdtemp(join(place, "copy-"));
  await cp(repository, copy, { recursive: true });
  return copy;
}

function breaking(directory: string, ...args: string[]) {
  return runHere(breakingCommand, [...args, "--root", "openapi/openapi.yaml"], directory);
}

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), "breaking-git-"));
  repository = await startRepository();
  git(repository, "tag", "v1.2.0");
  await commit(repository, 20, "1.10.0");
  git(repository, "tag", "v1.10.0");
  git(repository, "tag", "v9-draft");
  await writeContract(repository, 15, "1.10.0");
});
afterAll(() => rm(place, { recursive: true, force: true }));

test("before a release the working tree is compared with the main branch, or with that of the origin where there is no other", async () => {
  const young = await startRepository();
  git(young, "update-ref", "refs/remotes/origin/main", "HEAD");
  await writeContract(young, 5);
  const { code, stdout } = await breaking(young);
  expect(stdout).toMatch(
    /^main to openapi\/openapi\.yaml: 1 breaking.* Nothing is released yet: compared with main\.\n/,
  );
  expect(stdout).toContain("openapi/schemas/Thing.yaml:5:5");
  expect(code).toBe(1);
  git(young, "branch", "-m", "change");
  expect((await breaking(young)).stdout).toMatch(/^origin\/main to openapi\/openapi\.yaml: 1 breaking/);
});

test("from a folder of the repository it is the same document, and annotations name files from the top", async () => {
  const { code, stdout } = await runHere(breakingCommand, ["--format", "github"], join(repository, "openapi"));
  expect(code).toBe(1);
  expect(stdout).toMatch(/^::error file=openapi\/schemas\/Thing\.yaml,line=5,/);
  expect(stdout).toContain("v1.10.0 to openapi.yaml: 1 breaking");
});

test("the generated bundle of each side is compared, and a line is that of the files", async () => {
  const bundled = await copyRepository();
  const write = async (maxLength: number) => {
    await writeContract(bundled, maxLength);
    const thing = { type: "object", properties: { name: { type: "string", maxLength } } };
    const bundle = documentWith({ $ref: "#/components/schemas/Thing" }, { type: "object" });
    await mkdir(join(bundled, "generated"), { recursive: true });
    const text = JSON.stringify({ ...bundle, components: { schemas: { Thing: thing } } });
    await writeFile(join(bundled, "generated", "openapi.json"), text);
  };
  await write(30);
  commitAll(bundled, "With its bundle");
  await write(25);
  const { stdout } = await breaking(bundled, "HEAD");
  expect(stdout).toContain("schema `Thing`");
  expect(stdout).toContain("openapi/schemas/Thing.yaml:5:5  schema/max-length");
  // An edit after it was generated would be compared in silence
  await writeContract(bundled, 1);
  await utimes(join(bundled, "generated", "openapi.json"), 0, 0);
  const { code, stderr } = await breaking(bundled, "HEAD");
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining("Thing.yaml was edited after generated/openapi.json was"),
  ]);
  // The committed files alone are no change
  commitAll(bundled, "Without generating");
  expect((await breaking(bundled, "HEAD")).stdout).toContain("no relevant changes");
});

test("outside of a repository a revision cannot be found, and the message has the command as the reader called it", async () => {
  const installed = { ...breakingCommand, name: "npx wearable-health-api-tools breaking" };
  for (const args of [["main", "HEAD"], []]) {
    const { code, stderr } = await runHere(installed, args, place);
    expect(stderr).toContain("openapi/openapi.yaml is not in a git repository.");
    expect(stderr).toContain("Pass two files: `npx wearable-health-api-tools breaking BASE REVISION`.");
    expect(code).toBe(2);
  }
});

test("a repository without the folder of the contract is a repository, and a contract of an older revision is found", async () => {
  const copy = await copyRepository();
  await rm(join(copy, "openapi"), { recursive: true });
  const compared = await breaking(copy, "v1.2.0", "v1.10.0");
  expect(compared.stdout).toContain("v1.2.0 to v1.10.0: 1 compatible.");
  const { code, stderr } = await breaking(copy);
  expect(stderr).toContain("Found no document at openapi/openapi.yaml");
  expect(code).toBe(2);
});

test("after releases it is compared with the latest of them", async () => {
  const { code, stdout } = await breaking(repository);
  expect(stdout).toContain("v1.10.0 to openapi/openapi.yaml: 1 breaking");
  expect(code).toBe(1);
});

test("two revisions can be compared, whatever the working tree holds", async () => {
  const { code, stdout } = await breaking(repository, "v1.2.0", "v1.10.0");
  expect(stdout).toContain("v1.2.0 to v1.10.0: 1 compatible. The next version is a minor one.");
  expect(code).toBe(0);
});

test.each([
  ["v1.2.0", "v1.10.0", "1.1.0", 0],
  ["v1.10.0", "v1.2.0", "2.0.0", 1],
  ["v1.10.0", "v1.10.0", "1.10.0", 0],
])("the next version from %s to %s is %s", async (base, revision, version, code) => {
  expect(await breaking(repository, base, revision, "--next-version")).toEqual({
    code,
    stdout: `${version}\n`,
    stderr: "",
  });
});

test("the next version of what has no version of three numbers is refused", async () => {
  const draft = join(place, "draft.yaml");
  await writeFile(draft, stringify({ openapi: "3.1.1", info: { title: "A draft", version: "next" }, paths: {} }));
  const { code, stderr } = await runHere(breakingCommand, [draft, draft, "--next-version"], place);
  expect(stderr).toContain('to be like 1.2.3, found "next"');
  expect(code).toBe(2);
});

test("neither working tree nor index are touched, and no file is written", async () => {
  const before = [git(repository, "status", "--porcelain"), git(repository, "ls-files", "--stage")];
  // A folder of its own: other files of the run write to the one that they share
  const own = await mkdtemp(join(tmpdir(), "breaking-git-"));
  vi.stubEnv("TMPDIR", own);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await rm(own, { recursive: true });
  });
  await breaking(repository, "v1.2.0");
  expect([git(repository, "status", "--porcelain"), git(repository, "ls-files", "--stage")]).toEqual(before);
  expect(readdirSync(own)).toEqual([]);
});

test("something that was removed is shown where it stood, by its path in the repository", async () => {
  const copy = await copyRepository();
  await writeFile(join(copy, "openapi", "schemas", "Thing.yaml"), "type: object\n");
  const { stdout } = await breaking(copy, "v1.10.0", "--format", "github");
  expect(stdout).toMatch(/^::error file=openapi\/schemas\/Thing\.yaml,line=3,col=3,title=schema\/property-removed::/);
});

test.each<[what: string, args: string[], expected: string]>([
  ["a revision that does not exist", ["v3.0.0"], '"v3.0.0" is neither a file nor a revision'],
  ["what looks like an option", ["--", "-x"], '"-x" is neither a file nor a revision'],
])("%s cannot be compared with", async (_, args, expected) => {
  const { code, stderr } = await runHere(breakingCommand, ["--root", "openapi/openapi.yaml", ...args], repository);
  expect(stderr).toContain(expected);
  expect(code).toBe(2);
});

test("a revision without the document cannot be compared with", async () => {
  const { code, stderr } = await runHere(breakingCommand, ["v1.2.0", "--root", "package.yaml"], repository);
  expect(stderr).toContain("package.yaml");
  expect(code).toBe(2);
});

describe("the latest release", () => {
  let copy: string;
  beforeEach(async () => {
    copy = await copyRepository();
  });
  const missing = "1234567890123456789012345678901234567890";
  const tag = (name: string, content: string) => writeFile(join(copy, ".git", "refs", "tags", name), `${content}\n`);

  test.each<[what: string, damage: () => unknown, expected: string]>([
    ["has a tag that is damaged", () => tag("v1.10.0", "junk"), "refs/tags/v1.10.0"],
    ["has a tag whose commit is missing", () => tag("v2.0.0", missing), "refs/tags/v2.0.0"],
  ])("%s: nothing else is compared with", async (_, damage, expected) => {
    await damage();
    const { code, stdout, stderr } = await breaking(copy);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(expected);
  });

  test("is, where its tag is not here, the commit that gave it its heading in the changelog", async () => {
    await writeFile(join(copy, "CHANGELOG.md"), "# Changelog\n\n## [Unreleased]\n\n## [1.11.0] - 2026-01-01\n");
    await commit(copy, 30, "1.11.0");
    const released = git(copy, "rev-parse", "--short=8", "HEAD").trim();
    await writeFile(join(copy, "CHANGELOG.md"), "# Changelog\n\n## [Unreleased]\n\n## [1.11.0] - 2026-01-02\n");
    await commit(copy, 25, "1.11.0");
    const { code, stdout } = await breaking(copy);
    expect(stdout).toContain(`1.11.0 (${released}) to openapi/openapi.yaml: 1 breaking`);
    expect(code).toBe(1);
  });

  test("is not a file that is called like it", async () => {
    await writeContract(join(copy, "other"), 15);
    await cp(join(copy, "other", "openapi"), join(copy, "openapi"), { recursive: true });
    await writeFile(join(copy, "v1.10.0"), stringify(documentWith({ type: "object" })));
    const { code, stdout } = await breaking(copy);
    expect(stdout).toContain("v1.10.0 to openapi/openapi.yaml: 1 breaking");
    expect(code).toBe(1);
  });

  test("is read with its own waivers", async () => {
    await writeContract(copy, 15);
    const waived = "- rule: schema/max-length\n  pointer: '#/components/schemas/None'\n  reason: Not needed.\n";
    await writeFile(join(copy, "openapi", "waivers.yaml"), waived);
    commitAll(copy, "With waivers");
    // The working tree of now is not read
    await rm(join(copy, "openapi"), { recursive: true });
    await mkdir(join(copy, "openapi"));
    const { code, stdout } = await breaking(copy, "v1.10.0", "HEAD");
    expect(stdout).toContain("v1.10.0 to HEAD: 1 breaking");
    expect(stdout).toContain("openapi/waivers.yaml:1:3");
    expect(code).toBe(1);
  });

  test("is not read through a symbolic link, which may lead out of it", async () => {
    const thing = join(copy, "openapi", "schemas", "Thing.yaml");
    await rename(thing, join(copy, "openapi", "Linked.yaml"));
    await symlink("../Linked.yaml", thing);
    commitAll(copy, "A link");
    const { code, stderr } = await breaking(copy, "HEAD");
    expect(stderr).toContain("openapi/schemas/Thing.yaml is a symbolic link in HEAD");
    expect(code).toBe(2);
  });
});

test("a shallow clone is reported in one line, with how to fetch the rest", async () => {
  const clone = join(place, "shallow");
  git(place, "clone", "-q", "--depth", "1", "--no-tags", `file://${repository}`, clone);
  for (const args of [[], ["v1.2.0"]]) {
    const { code, stderr } = await breaking(clone, ...args);
    expect(stderr).toMatch(/^error: .*`git fetch --unshallow --tags`\.\n$/);
    expect(code).toBe(2);
  }
});

describe("a key stands for its entry in the register of its own revision", () => {
  const entry = { chose: "All fields", because: "it lists them", could_be: "fewer", leaves_open: ["fields"] };
  const keyed = { mark: "all-fields-required", register: { Everywhere: { "all-fields-required": entry } } };
  const inline = { mark: entry };

  interface Marked {
    readonly mark: unknown;
    readonly register?: unknown;
  }

  /** Writes a contract with one marked schema into a folder of its own. @returns Its root document. */
  async function written({ mark, register }: Marked, fields: object = {}): Promise<string> {
    const directory = await mkdtemp(join(place, "register-"));
    const document = {
      info: { title: "A test", version: "1.0.0" },
      ...documentWith({}, { $ref: "schemas/User.yaml" }),
    };
    const user = { type: "object", "x-assumption": mark, required: ["user_id"], ...fields };
    const text = { properties: { user_id: { type: "string" } } };
    await mkdir(join(directory, "openapi", "schemas"), { recursive: true });
    await writeFile(join(directory, "openapi", "openapi.yaml"), stringify(document));
    await writeFile(join(directory, "openapi", "schemas", "User.yaml"), stringify({ ...text, ...user }));
    if (register) await writeFile(join(directory, "openapi", "assumptions.yaml"), stringify(register));
    return join(directory, "openapi", "openapi.yaml");
  }
  const integer = { properties: { user_id: { type: "integer" } } };
  const optional = { required: [] };
  const compared = (was: string, is: string) => runHere(breakingCommand, [was, is], place);

  test.each([
    ["it", inline],
    ["`all-fields-required`", { ...keyed, mark: ["all-fields-required"] }],
  ])(
    "a type that changes is breaking, and a field that may go is not, since the base only assumes %s",
    async (name, was) => {
      const base = await written(was);
      expect((await compared(base, await written(keyed, integer))).stdout).toMatch(/breaking {2}[\s\S]*schema\/type/);
      const gone = await compared(base, await written(keyed, optional));
      expect(gone.stdout).toContain(`It is a warning only, since the base only assumes ${name}: All fields.`);
      expect(gone).toMatchObject({ code: 0, stdout: expect.stringContaining("1 warning") });
      expect((await compared(base, await written(was))).stdout).toContain("no relevant changes");
    },
  );

  test("also in git, where the register of the working tree is another", async () => {
    const directory = await startRepository();
    const revisions: string[] = [];
    for (const [marked, fields] of [
      [keyed, {}],
      [inline, optional],
    ] as const) {
      await rm(join(directory, "openapi"), { recursive: true });
      await cp(dirname(await written(marked, fields)), join(directory, "openapi"), { recursive: true });
      commitAll(directory, "A revision");
      revisions.push(git(directory, "rev-parse", "HEAD").trim());
    }
    expect(await breaking(directory, ...revisions)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("1 warning"),
    });
  });

  test("a key without an entry leaves nothing open", async () => {
    const unknown = { ...keyed, register: { Everywhere: { another: entry } } };
    for (const base of [{ mark: "all-fields-required" }, unknown]) {
      const { code, stdout } = await compared(await written(base), await written(keyed, optional));
      expect({ code, stdout }).toMatchObject({ code: 1, stdout: expect.stringContaining("schema/property-") });
    }
  });
});
