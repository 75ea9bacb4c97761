// Frames a test run: makes its folder before, and afterwards fails the run for everything that it left behind.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { addFailure } from "./closing-line.ts";
import { inRun, project, variable } from "./directory.ts";
import { filesIn, type Leftover, leftAfterAll, processesWith } from "./leftovers.ts";

let before: ReadonlyMap<string, string>;
let isWatching = false;

export async function setup(tests: TestProject): Promise<void> {
  // What was compiled is kept from run to run, and is no leftover of this one
  process.env["NODE_COMPILE_CACHE"] ??= join(tmpdir(), "node-compile-cache");
  const directory = mkdtempSync(join(tmpdir(), "test-run-"));
  process.env[variable.run] = directory;
  for (const name of ["shared", "missing", "cpu", "tmp"]) mkdirSync(inRun(name));
  // Should the run be ended before its teardown
  process.on("exit", () => rmSync(directory, { recursive: true, force: true }));
  for (const signal of ["SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(1));
  isWatching = tests.config.watch;
  before = workingTree();
  tests.onTestsRerun(() => {
    // In watch mode the next tests are to see the edit
    rmSync(inRun("shared"), { recursive: true, force: true });
    mkdirSync(inRun("shared"));
  });
}

export async function teardown(): Promise<void> {
  const left: Leftover[] = [
    ...(await leftAfterAll(() => processesWith([`${variable.run}=${process.env[variable.run]}`]))),
    ...readdirSync(inRun("tmp")).flatMap((name) => filesIn(inRun("tmp", name))),
  ];
  const changed = isWatching ? [] : changedPaths(before, workingTree());
  if (changed.length > 0) {
    const more = changed.length > 3 ? ` and ${changed.length - 3} more` : "";
    const which = `${changed.slice(0, 3).join(", ")}${more}`;
    // Nobody edits in CI; elsewhere it may be the person who runs the tests
    if (process.env["CI"]) left.push({ what: `a change of the working tree: ${which}` });
    else process.stderr.write(`note: Changed meanwhile, by you or by a test: ${which}\n`);
  }
  for (const { what, clear } of left) {
    addFailure(`The tests left behind ${what}`);
    clear?.();
  }
  const wanted = process.env[variable.cpu];
  if (wanted !== undefined) {
    mkdirSync(wanted, { recursive: true });
    for (const name of readdirSync(inRun("cpu"))) copyFileSync(inRun("cpu", name), join(wanted, name));
  }
  rmSync(inRun(), { recursive: true, force: true });
}

/** What git sees of each changed or new file, and what the builds in dist/ are made of. */
function workingTree(): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  const look = (path: string) => {
    const found = statSync(path, { throwIfNoEntry: false });
    const content = found?.isFile() ? createHash("sha256").update(readFileSync(path)).digest("hex") : "";
    files.set(path, content);
  };
  if (existsSync(join(project, ".git"))) {
    const args = ["--no-optional-locks", "status", "--porcelain", "-z", "--untracked-files=all", "--no-renames"];
    const status = execFileSync("git", args, { cwd: project, encoding: "utf8", maxBuffer: 1 << 26 });
    for (const entry of status.split("\0").filter((text) => text !== "")) look(join(project, entry.slice(3)));
  }
  const dist = join(project, "dist");
  if (existsSync(dist)) {
    for (const name of readdirSync(dist, { recursive: true, encoding: "utf8" })) look(join(dist, name));
  }
  return files;
}

function changedPaths(from: ReadonlyMap<string, string>, to: ReadonlyMap<string, string>): string[] {
  const paths = new Set([...from.keys(), ...to.keys()]);
  return [...paths].filter((path) => from.get(path) !== to.get(path));
}
