// What `npm run generate` writes does not depend on when it runs, and what keeps it from writing is reported.
import { appendFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bundle } from "../../src/pipeline/bundle/index.ts";
import { generateCommand, generatedFiles } from "../../src/pipeline/generate.ts";
import { contractCopy, runHere } from "../commands.ts";

test("generating twice gives the same bytes", async () => {
  const [first, second] = await Promise.all([bundle(), bundle()]);
  expect(await generatedFiles(first)).toEqual(await generatedFiles(second));
});

test("a path that cannot be written is reported in one line", async () => {
  const copy = await contractCopy();
  try {
    const args = ["--root", copy.root, "--out", join(copy.root, "below-a-file")];
    const run = await runHere(generateCommand, args, copy.directory);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain("ENOTDIR");
    expect(run.stderr).toContain("Use a directory");
    expect(run.stderr).not.toContain("bug in this project");
    expect(run.stderr.trim().split("\n")).toHaveLength(1);
  } finally {
    await copy.remove();
  }
});

test("a syntax error is reported with file, line and remedy, and generated/ is not changed", async () => {
  const copy = await contractCopy();
  try {
    const file = join(copy.directory, "openapi/v2/schemas/User.yaml");
    await appendFile(file, "  broken: [\n");
    const line = (await readFile(file, "utf8")).split("\n").indexOf("  broken: [") + 1;
    const out = join(copy.directory, "generated");
    const run = await runHere(generateCommand, ["--root", copy.root, "--out", out], copy.directory);
    expect(run.code).toBe(1);
    // A parser may notice it only on the next line
    expect(run.stderr).toMatch(new RegExp(`openapi/v2/schemas/User\\.yaml:(${line}|${line + 1}):`));
    expect(run.stderr).toMatch(/Correct the YAML/);
    expect(run.stderr).not.toMatch(/^ +at /m);
  } finally {
    await copy.remove();
  }
});
