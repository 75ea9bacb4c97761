// The files of the guide "Test from Python and Go" are run as a reader copies them, with the packed tools.
import { execFile } from "node:child_process";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectDirectory } from "../../src/shared/contract/index.ts";
import { installPackage } from "../build/installed.ts";
import { needs, pythonWith } from "../run/needs.ts";

const run = promisify(execFile);
let env: NodeJS.ProcessEnv;
let installed: Awaited<ReturnType<typeof installPackage>>;
beforeAll(async () => {
  installed = await installPackage();
  const guide = join(projectDirectory, "src/site/guides/test-from-python-and-go.md");
  const blocks = (await readFile(guide, "utf8")).matchAll(/^```\w+ (\S+)\n([\s\S]*?)^```$/gm);
  const files = Array.from(blocks, ([, name = "", text = ""]) => [name, text] as const);
  expect(files.map(([name]) => name)).toEqual(["conftest.py", "test_users.py", "sandbox.go", "sandbox_test.go"]);
  for (const [name, text] of files) await writeFile(join(installed.project, name), text);
  // Node 24 is in the project, as `npm install node@24` leaves it, and the one of the machine is of no use
  await symlink(process.execPath, join(installed.project, "node_modules", ".bin", "node"));
  const unusable = join(installed.project, "unusable");
  await mkdir(unusable);
  await writeFile(join(unusable, "node"), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  env = { ...process.env, PATH: `${unusable}:${process.env["PATH"]}` };
});
afterAll(() => installed?.remove());

test.runIf(needs("pytest with httpx"))("in Python: the tests of the guide pass", async () => {
  const { stdout } = await run(pythonWith("pytest", "httpx") ?? "", ["-m", "pytest", "-q", "-p", "no:cacheprovider"], {
    cwd: installed.project,
    env,
  });
  expect(stdout).toContain("2 passed");
});

test.runIf(needs("go"))("in Go: the tests of the guide pass, and it is formatted", async () => {
  const cwd = installed.project;
  await writeFile(join(cwd, "go.mod"), "module wearable\n\ngo 1.19\n");
  const { stdout } = await run("go", ["test", "."], { cwd, env: { ...env, GOTOOLCHAIN: "local" } });
  expect(stdout).toMatch(/^ok/);
  expect((await run("gofmt", ["-l", "sandbox.go", "sandbox_test.go"], { cwd })).stdout).toBe("");
});
