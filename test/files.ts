// Writes files for a test, texts as they are and values as YAML, into a directory that is gone after the run.
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { stringify } from "yaml";

/** Writes files by their paths, values as YAML, into a directory that is gone after the run, and returns the directory. */
export function writeFiles(
  files: Readonly<Record<string, unknown>>,
  directory = mkdtempSync(join(tmpdir(), "files-")),
): string {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), typeof content === "string" ? content : stringify(content));
  }
  return directory;
}
