// Frames a test run: makes its folder, which its processes know by an environment variable, and removes it afterwards.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { inRun, variable } from "./directory.ts";

export function setup(tests: TestProject): void {
  // The next run takes the code that this one has compiled
  process.env["NODE_COMPILE_CACHE"] ??= join(tmpdir(), "node-compile-cache");
  const directory = mkdtempSync(join(tmpdir(), "test-run-"));
  process.env[variable.run] = directory;
  for (const name of ["shared", "missing", "tmp"]) mkdirSync(inRun(name));
  // For the temporary files of all processes
  process.env["TMPDIR"] = inRun("tmp");
  // The folder for temporary files of a machine may stand in a git repository
  process.env["GIT_CEILING_DIRECTORIES"] = inRun("tmp");
  // Also when the run ends early
  process.on("exit", () => rmSync(directory, { recursive: true, force: true }));
  for (const signal of ["SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(1));
  tests.onTestsRerun(() => {
    // In watch mode the next tests see the edit
    rmSync(inRun("shared"), { recursive: true, force: true });
    mkdirSync(inRun("shared"));
  });
}
