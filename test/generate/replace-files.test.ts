// Files are replaced together: as long as one cannot be written, all stay as they were.
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { replaceFiles } from "../../src/generate/replace-files.ts";

test("a file that cannot be written leaves the others as they were, and nothing beside them", async () => {
  const directory = await mkdtemp(join(tmpdir(), "replace-files-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  await writeFile(join(directory, "a"), "old");
  const files = new Map([
    ["a", "new"],
    ["missing/b", "new"],
  ]);
  expect(() => replaceFiles(directory, files)).toThrow("ENOENT");
  expect(await readdir(directory)).toEqual(["a"]);
  expect(await readFile(join(directory, "a"), "utf8")).toBe("old");
  files.delete("missing/b");
  replaceFiles(directory, files);
  expect(await readFile(join(directory, "a"), "utf8")).toBe("new");
});
