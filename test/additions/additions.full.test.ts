// An operation with query parameters, one with a body, an event and a happening are added to a copy of the repository, as CONTRIBUTING tells it: nothing else has to change.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { parse } from "yaml";
import { projectDirectory } from "../../src/shared/contract/index.ts";
import { runProgram } from "../commands.ts";
import { variable } from "../run/directory.ts";

/** The files and lines of an author: see `additions.yaml`. */
interface Additions {
  /** New files, by their paths. */
  readonly files: Readonly<Record<string, string>>;
  /** By the path of a file, lines to put behind one that stands there once. */
  readonly edits: Readonly<Record<string, readonly { readonly behind: string; readonly lines: string }[]>>;
}

const { files, edits }: Additions = parse(readFileSync(join(import.meta.dirname, "additions.yaml"), "utf8"));

const copy = mkdtempSync(join(tmpdir(), "additions-"));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** The tests that read every operation, event, parameter or happening, and need no browser. */
const readers = [
  "test/examples",
  "test/type-check",
  "test/client/contract",
  "test/events",
  "test/statements",
  "test/generate",
  "test/site/pages",
  "test/shared/contract",
  "test/sandbox/documented-statuses",
  "test/verify/correct-server",
];

/** Runs a program in the copy to its end; what it wrote is in the error when it fails. */
async function succeed(program: string, ...args: readonly string[]): Promise<string> {
  // By what this run hands on, the one in the copy would take itself for a test of this one
  const own = Object.values(variable).flatMap((name) => ["-u", name]);
  const { code, output } = await runProgram("env", [...own, program, ...args], copy);
  expect(code, `${program} ${args.join(" ")}\n${output}`).toBe(0);
  return output;
}

test("operations, query parameters, an event and a happening touch what CONTRIBUTING names, and nothing fails", async () => {
  const tracked = execFileSync("git", ["ls-files", "-z"], { cwd: projectDirectory, encoding: "utf8" });
  for (const file of tracked.split("\0").filter((name) => name !== "")) {
    cpSync(join(projectDirectory, file), join(copy, file), { verbatimSymlinks: true });
  }
  symlinkSync(join(projectDirectory, "node_modules"), join(copy, "node_modules"), "dir");
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    writeFileSync(join(copy, file), text);
  }
  for (const [file, insertions] of Object.entries(edits)) {
    let text = readFileSync(join(copy, file), "utf8");
    for (const { behind, lines } of insertions) {
      expect(text.split(`${behind}\n`), `"${behind}" in ${file}`).toHaveLength(2);
      text = text.replace(`${behind}\n`, () => `${behind}\n${lines}`);
    }
    writeFileSync(join(copy, file), text);
  }
  await succeed("npm", "run", "generate");
  await succeed("npm", "run", "lint");
  await succeed("npm", "test", "--", "--maxWorkers=2", ...readers);
});
