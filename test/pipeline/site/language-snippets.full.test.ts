// The calls that the reference shows in Python, Go and Java are run against the sandbox, each as a reader copies it.
import { execFile } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startSandbox } from "../../../src/tools/sandbox/start-sandbox.ts";
import { needs, pythonWith } from "../../run/needs.ts";
import { makeSampleFolder, readSnippets, withAddresses } from "./built.ts";

const run = promisify(execFile);
let directory: string;
beforeAll(async () => {
  directory = await makeSampleFolder();
});
afterAll(() => rm(directory, { recursive: true, force: true }));

describe.each([
  ["python", "call.py", needs("pytest with httpx"), [pythonWith("httpx") ?? ""]],
  ["go", "call.go", needs("go"), ["go", "run"]],
  ["java", "Example.java", needs("javac"), ["java"]],
] as const)("in %s", (language, file, isThere, [program, ...args]) => {
  test.runIf(isThere)("each prints an answer", async () => {
    const sandbox = await startSandbox({ port: 0, managementPort: 0, settings: { psc_scheduling: true } });
    const addresses = {
      "http://127.0.0.1:4020": sandbox.url ?? "",
      "http://127.0.0.1:4021": sandbox.managementUrl ?? "",
    };
    const all = (await readSnippets(language)).filter(({ page }) => page.startsWith("operations/"));
    expect(all).toHaveLength(34);
    for (const { page, text } of all) {
      await writeFile(join(directory, file), `${withAddresses(text, addresses).trimEnd()}\n`);
      const { stdout } = await run(program, [...args, file], {
        cwd: directory,
        env: { ...process.env, GOTOOLCHAIN: "local" },
      });
      expect(stdout, page).toMatch(/^[[{]/);
      if (language === "go") expect((await run("gofmt", ["-l", file], { cwd: directory })).stdout, page).toBe("");
    }
    await sandbox.close();
  });
});
