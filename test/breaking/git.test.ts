// `npm run breaking` compares with the git revision that it should, and leaves no trace in the repository.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { parse } from "yaml";
import { breakingCommand } from "../../src/breaking/index.ts";
import { runHere } from "../commands.ts";
import { emptyRepository } from "../git-repository.ts";

interface Row {
  /** Scripts of a shell, run in a copy of the repository. */
  readonly given?: string | readonly string[];
  readonly in?: string;
  readonly args?: readonly string[];
  readonly code?: number;
  readonly prints?: readonly string[];
  readonly lacks?: readonly string[];
  readonly errors?: readonly string[];
}
interface Story {
  readonly functions: string;
  readonly repository: string;
  readonly rows: Readonly<Record<string, Row>>;
}
const story: Story = parse(readFileSync(join(import.meta.dirname, "git.yaml"), "utf8"));

/** Runs scripts of a shell in a directory, with the functions of the table; fails where one fails. */
function runScripts(directory: string, ...scripts: readonly string[]) {
  execFileSync("bash", ["-euc", [story.functions, ...scripts].join("\n")], { cwd: directory, stdio: "pipe" });
}

const repository = emptyRepository();
runScripts(repository.directory, story.repository);

test.each(Object.entries(story.rows))("%s", async (_, row) => {
  const { given = [], args = [], prints = [], lacks = [], errors = [] } = row;
  const { directory } = repository.copy();
  runScripts(directory, ...[given].flat());
  const { code, stdout, stderr } = await runHere(breakingCommand, args, join(directory, row.in ?? ""));
  for (const text of prints) expect(stdout).toContain(text);
  for (const text of lacks) expect(stdout).not.toContain(text);
  for (const text of errors) expect(stderr).toContain(text);
  if (row.errors) expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  else expect({ code, stderr }).toEqual({ code: row.code ?? 0, stderr: "" });
});

test("outside of a repository a revision cannot be found", async () => {
  const outside = mkdtempSync(join(tmpdir(), "breaking-"));
  for (const args of [["main", "HEAD"], []]) {
    const { code, stderr } = await runHere(breakingCommand, args, outside);
    expect(stderr).toContain("openapi/openapi.yaml is not in a git repository.");
    expect(stderr).toContain("Pass two files, a base and a revision.");
    expect(code).toBe(2);
  }
});

test("a repository that git does not read, such as one of another user, is not called none", async () => {
  vi.stubEnv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1");
  onTestFinished(() => void vi.unstubAllEnvs());
  const { code, stderr } = await runHere(breakingCommand, [], repository.directory);
  expect(stderr).toContain(`git config --global --add safe.directory ${repository.directory}`);
  expect(code).toBe(2);
});

test("neither working tree nor index are touched, and no file is written", async () => {
  const listAll = () => [repository.git("status", "--porcelain"), repository.git("ls-files", "--stage")];
  const before = listAll();
  // A folder of its own: other files of the run write to the one that they share
  const own = mkdtempSync(join(tmpdir(), "breaking-"));
  vi.stubEnv("TMPDIR", own);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await rm(own, { recursive: true });
  });
  await runHere(breakingCommand, ["v1.2.0"], repository.directory);
  expect(listAll()).toEqual(before);
  expect(readdirSync(own)).toEqual([]);
});
